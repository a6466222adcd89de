import { createSignal, For, Show, type Component } from 'solid-js'
import type { MergeSide } from '#engine/project/format/conflict-schema.ts'
import { resolveConflicts } from '#engine/merge/resolve.ts'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { RadioBar } from '../../../components/fields/RadioBar.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { fileTexts } from '../../files/file-texts.ts'
import './file-dialogs.css'

const shown = 200

/** What a merge changes, and the choice for each of its conflicts (X10). */
const MergeDialog: Component<DialogProps<'merge'>> = (props) => {
  const { files, workspace } = useProject()
  const t = fileTexts.merge
  const { localId, ours, preview, file } = props.request
  const [sides, setSides] = createSignal<readonly MergeSide[]>(preview.conflicts.map(() => 'ours'))
  const isNothing = preview.changes.length + preview.conflicts.length === 0
  const apply = () => {
    props.onClose()
    const merged = resolveConflicts(preview.project, (_, index) => sides()[index])
    const { base } = preview
    void files.applyMerge(localId, ours, merged, file && { file, ...(base === undefined ? {} : { base }) })
  }
  return (
    <Dialog
      title={file ? t.title(file.name) : t.resolveTitle}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={workspace.readOnly()} onClick={apply}>
            {file ? t.apply : t.resolve}
          </Button>
        </>
      }
    >
      <Show when={file && preview.base === undefined && !isNothing}>
        <p class="file-dialog-note">{t.noBase}</p>
      </Show>
      <Show when={isNothing}>
        <p>{t.unchanged}</p>
      </Show>
      <Show when={preview.conflicts.length > 0}>
        <p>{t.conflictsText}</p>
        <div class="file-dialog-scroll" tabindex="0" role="region" aria-label={t.conflicts}>
          <table class="file-dialog-table">
            <thead>
              <tr>
                <th scope="col">{fileTexts.broken.place}</th>
                <th scope="col">{t.ours}</th>
                <th scope="col">{t.theirs}</th>
                <th scope="col">{t.keep}</th>
              </tr>
            </thead>
            <tbody>
              <For each={preview.conflicts}>
                {(conflict, at) => (
                  <tr>
                    <td>{conflict.at}</td>
                    <td>
                      <code>{conflict.ours}</code>
                    </td>
                    <td>
                      <code>{conflict.theirs}</code>
                    </td>
                    <td>
                      <RadioBar
                        label={conflict.at}
                        small
                        value={sides()[at()] ?? 'ours'}
                        options={[
                          { value: 'ours', label: t.ours },
                          { value: 'theirs', label: t.theirs },
                        ]}
                        onChange={(side) => setSides(sides().with(at(), side as MergeSide))}
                      />
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
      <Show when={preview.changes.length > 0}>
        <div class="file-dialog-scroll" tabindex="0" role="region" aria-label={t.changes}>
          <table class="file-dialog-table">
            <thead>
              <tr>
                <th scope="col">{t.what}</th>
                <th scope="col">{fileTexts.broken.place}</th>
                <th scope="col">{t.before}</th>
                <th scope="col">{t.after}</th>
              </tr>
            </thead>
            <tbody>
              <For each={preview.changes.slice(0, shown)}>
                {(change) => (
                  <tr>
                    <td>{t.signs[change.what]}</td>
                    <td>{change.path}</td>
                    <td>
                      <code>{change.before}</code>
                    </td>
                    <td>
                      <code>{change.after}</code>
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
        <Show when={preview.changes.length > shown}>
          <p class="file-dialog-note">{t.more(preview.changes.length - shown)}</p>
        </Show>
      </Show>
    </Dialog>
  )
}

export default MergeDialog
