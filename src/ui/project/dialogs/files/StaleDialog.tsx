import { createResource, For, Show, type Component } from 'solid-js'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { namedDifferences, type NamedDifference } from '../differences.ts'
import { fileTexts } from '../../files/file-texts.ts'
import './file-dialogs.css'

const shown = 50

/** A stale write was rejected: what differs, and which state goes on (R22). */
const StaleDialog: Component<DialogProps<'stale'>> = (props) => {
  const context = useProject()
  const { workspace, services } = context
  const t = fileTexts.stale
  const [found] = createResource(async (): Promise<NamedDifference[]> => {
    const localId = workspace.localId()
    if (!localId) return []
    const all = [namedDifferences(workspace.head(), await services.store.head(localId))]
    for (const [id, one] of workspace.cases()) all.push(namedDifferences(one, await services.store.case(localId, id), one.name))
    return all.flat()
  })
  const settle = (keep: 'mine' | 'theirs') => {
    props.onClose()
    void workspace.settle(keep)
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      alert
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => settle('theirs')}>{t.theirs}</Button>
          <Button kind="primary" disabled={workspace.readOnly()} onClick={() => settle('mine')}>
            {t.mine}
          </Button>
        </>
      }
    >
      <p>{t.text}</p>
      <Show when={found()?.length} fallback={<p class="file-dialog-note">{found() && t.nothing}</p>}>
        <div class="file-dialog-scroll" tabindex="0" role="region" aria-label={t.title}>
          <table class="file-dialog-table">
            <thead>
              <tr>
                <th scope="col">{fileTexts.broken.place}</th>
                <th scope="col">{t.here}</th>
                <th scope="col">{t.there}</th>
              </tr>
            </thead>
            <tbody>
              <For each={found()?.slice(0, shown)}>
                {(difference) => (
                  <tr>
                    <td>{difference.path}</td>
                    <td>
                      <code>{difference.here || t.missing}</code>
                    </td>
                    <td>
                      <code>{difference.there || t.missing}</code>
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
        <Show when={(found()?.length ?? 0) > shown}>
          <p class="file-dialog-note">{t.more((found()?.length ?? 0) - shown)}</p>
        </Show>
      </Show>
    </Dialog>
  )
}

export default StaleDialog
