import { createResource, createSignal, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../../project/project-context.ts'
import { dialogTexts } from './dialog-texts.ts'
import { inFile } from '../commands/saved-in-file.ts'

/** How safe the project is where it is kept, and what makes it safer: its file, and a browser that keeps the storage (R18). */
const StorageDialog: Component<DialogProps<'storage'>> = (props) => {
  const { workspace, files, services } = useProject()
  const t = dialogTexts.storageDialog
  const [storage, { refetch }] = createResource(storageStatus)
  const [refused, setRefused] = createSignal(false)
  const isLasting = () => services.store.lasting
  const wantsFile = () =>
    workspace.phase() === 'open' && (workspace.stored()?.unsaved || workspace.stored()?.fileName === undefined)
  const keep = async () => {
    setRefused(!(await navigator.storage.persist()))
    await refetch()
  }
  return (
    <Dialog
      title={t.title}
      open
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.close}</Button>
          <Show when={isLasting() && storage.latest?.persisted === false}>
            <Button onClick={() => void keep()}>{t.keep}</Button>
          </Show>
          <Show when={wantsFile()}>
            <Button kind="primary" onClick={() => (props.onClose(), void files.save())}>
              {t.save}
            </Button>
          </Show>
        </>
      }
    >
      <Show when={workspace.phase() === 'open'}>
        <p>{inFile(workspace.stored())}</p>
      </Show>
      <Show when={isLasting()} fallback={<p>{t.memory}</p>}>
        <Show when={storage.latest}>
          {(found) => (
            <>
              <p role="status">{found().persisted ? t.persisted : refused() ? t.refused : t.notPersisted}</p>
              <Show when={found().quota > 0}>
                <p>{t.quota(formatSize(found().usage), formatSize(found().quota))}</p>
              </Show>
            </>
          )}
        </Show>
      </Show>
      <Show when={services.pwa.offlineReady()}>
        <p>{t.offline}</p>
      </Show>
    </Dialog>
  )
}

export default StorageDialog

interface StorageStatus {
  persisted: boolean
  usage: number
  quota: number
}

async function storageStatus(): Promise<StorageStatus | undefined> {
  if (!navigator.storage?.persisted) return undefined
  const [persisted, estimate] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()])
  return { persisted, usage: estimate.usage ?? 0, quota: estimate.quota ?? 0 }
}
