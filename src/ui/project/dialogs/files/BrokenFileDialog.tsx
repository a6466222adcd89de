import { For, Show, type Component } from 'solid-js'
import { mostPlaces } from '#engine/project/problems/limits.ts'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { fileTexts } from '../../files/file-texts.ts'
import './file-dialogs.css'

/** A file that was rejected: why, every place with its line, and what can be saved of it (R1 to R7). */
const BrokenFileDialog: Component<DialogProps<'broken-file'>> = (props) => {
  const context = useProject()
  const t = fileTexts.broken
  const { fileName, problems } = props.request
  return (
    <Dialog
      title={t.title(fileName)}
      open
      wide
      alert
      onClose={props.onClose}
      footer={
        <>
          <Show when={problems.readable}>
            {(readable) => (
              <Button
                onClick={() => {
                  props.onClose()
                  void context.files.adopt(readable())
                }}
              >
                {t.readable}
              </Button>
            )}
          </Show>
          <Button kind="primary" onClick={() => props.onClose()}>
            {fileTexts.close}
          </Button>
        </>
      }
    >
      {/* Its first place stands in the table too; what it says beyond that is how many are not listed. */}
      <Show when={problems.places.length === 0 || problems.places.length >= mostPlaces}>
        <p class="file-dialog-message">{problems.message}</p>
      </Show>
      <p class="file-dialog-note">{problems.hint}</p>
      <Show when={problems.places.length > 0}>
        <div class="file-dialog-scroll" tabindex="0" role="region" aria-label={t.problem}>
          <table class="file-dialog-table">
            <thead>
              <tr>
                <th scope="col">{t.where}</th>
                <th scope="col">{t.place}</th>
                <th scope="col">{t.problem}</th>
              </tr>
            </thead>
            <tbody>
              <For each={problems.places}>
                {(place) => (
                  <tr>
                    <td>{place.line === undefined ? '' : t.atLine(place.line)}</td>
                    <td>{place.path}</td>
                    <td>{place.message}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
      <Show when={problems.leftOut?.length}>
        <p class="file-dialog-note">{t.leftOut}</p>
        <ul class="file-dialog-literals">
          <For each={problems.leftOut?.slice(0, 20)}>{(line) => <li>{line}</li>}</For>
        </ul>
      </Show>
    </Dialog>
  )
}

export default BrokenFileDialog
