import { createMemo, createResource, Show, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { describeKeys } from '../../page/keys.ts'
import { useProject } from '../../project/project-context.ts'
import { appTexts as texts } from '../texts.ts'
import './SaveStatus.css'

/** Whether what is on the screen is kept: in this browser, and in a file. A click says how safe that is (R18). */
export const SaveStatus: Component = () => {
  const context = useProject()
  const { workspace } = context
  const state = createMemo(() => workspace.saveState().state)
  const [kept] = createResource(isKept)
  const fileState = () => {
    const stored = workspace.stored()
    if (stored?.fileName === undefined) return texts.status.inNoFile
    return stored.unsaved ? texts.status.edited(stored.fileName) : stored.fileName
  }
  const text = () => {
    if (state() === 'not-saved') return texts.status.notSaved
    if (!context.services.store.lasting) return texts.status.memory
    if (state() === 'saving') return texts.status.saving
    return kept.latest === false && workspace.stored()?.fileName === undefined ? texts.status.savedOnly : texts.status.saved
  }
  /** Until something is edited, only what is not as usual is shown. */
  const hasNews = () =>
    state() !== 'saved' ||
    !context.services.store.lasting ||
    workspace.stored()?.fileName !== undefined ||
    workspace.history().undo !== undefined
  return (
    <Show when={workspace.phase() === 'open'}>
      <span class={`save-status save-status-${state()}`} classList={{ 'save-status-quiet': !hasNews() }}>
        <span role="status" aria-label={texts.status.label}>
          {text()}
        </span>
        <button
          type="button"
          class="top-bar-cover"
          aria-label={texts.status.about}
          title={texts.status.about}
          onClick={() => context.dialogs.show({ name: 'storage' })}
        />
      </span>
      <span class="save-status save-status-file" classList={{ 'save-status-quiet': !hasNews() }}>
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

/** Whether the browser may clear what is stored here; undefined where it doesn't say. */
async function isKept(): Promise<boolean | undefined> {
  return navigator.storage?.persisted?.()
}
