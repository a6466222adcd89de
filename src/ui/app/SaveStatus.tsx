import { createMemo, createResource, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { Button } from '../components/Button.tsx'
import { describeKeys } from '../page/keys.ts'
import { useProject } from '../project/project-context.ts'
import { texts } from './texts.ts'
import './SaveStatus.css'

/** Whether what is on the screen is kept: in this browser, and in a file. The tooltip says how safe the storage is. */
export const SaveStatus: Component = () => {
  const context = useProject()
  const { workspace } = context
  const state = createMemo(() => workspace.saveState().state)
  const [storage] = createResource(storageStatus)
  const inFile = () => {
    const stored = workspace.stored()
    if (!stored) return ''
    if (stored.fileName === undefined) return texts.status.noFile
    return stored.unsaved ? texts.status.unsavedFile(stored.fileName) : texts.status.savedFile(stored.fileName)
  }
  const fileState = () => {
    const stored = workspace.stored()
    if (stored?.fileName === undefined) return texts.status.inNoFile
    return stored.unsaved ? texts.status.edited(stored.fileName) : stored.fileName
  }
  const text = () => {
    if (state() === 'not-saved') return texts.status.notSaved
    if (!context.services.store.lasting) return texts.status.memory
    return state() === 'saving' ? texts.status.saving : texts.status.saved
  }
  const detail = () => {
    const found = storage()
    const lines = [inFile()]
    if (context.services.store.lasting && found) {
      lines.push(found.persisted ? texts.status.persisted : texts.status.notPersisted)
      if (found.quota) lines.push(texts.status.quota(formatSize(found.usage), formatSize(found.quota)))
    }
    if (context.services.pwa.offlineReady()) lines.push(texts.status.offline)
    return lines.filter(Boolean).join('\n')
  }
  return (
    <Show when={workspace.phase() === 'open'}>
      <span class={`save-status save-status-${state()}`} title={detail()}>
        <span role="status" aria-label={texts.status.label}>
          {text()}
        </span>
        <span class="visually-hidden">{detail()}</span>
      </span>
      <span class="save-status save-status-file">
        <span class="save-status-name">{fileState()}</span>
        <Show when={workspace.stored()?.unsaved || workspace.stored()?.fileName === undefined}>
          <Button small kind="ghost" title={describeKeys('Mod+S')} onClick={() => void context.files.save()}>
            {texts.status.save}
          </Button>
        </Show>
      </span>
    </Show>
  )
}

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
