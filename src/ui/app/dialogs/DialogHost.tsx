import { createEffect, ErrorBoundary, lazy, onCleanup, Show, Suspense, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { useProject } from '../../project/project-context.ts'
import { appTexts as texts } from '../texts.ts'

/** All of them; which one it is, is known there. */
const Requested = lazy(() => import('./RequestedDialog.tsx'))

/** Fetches what tells the dialogs apart, so that the first one comes up at once. */
export const loadDialogs = (): Promise<unknown> => Requested.preload()

/** Shows the dialog that is requested. */
export const DialogHost: Component = () => {
  const context = useProject()
  let early: string[] = []
  createEffect(() => {
    if (!context.dialogs.open()) return
    early = []
    const hear = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (!ctrlKey && !metaKey && !document.querySelector('dialog[open]')) early.push(key)
    }
    window.addEventListener('keydown', hear, { capture: true })
    onCleanup(() => window.removeEventListener('keydown', hear, { capture: true }))
  })
  return (
    <Show keyed when={context.dialogs.open()}>
      {(request) => (
        <ErrorBoundary fallback={<NotLoaded onClose={context.dialogs.close} />}>
          <Suspense fallback={<Opening />}>
            <Requested request={request} onClose={context.dialogs.close} early={() => early} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Show>
  )
}

/** Shown only if it takes long enough to notice. */
const Opening: Component = () => (
  <p class="app-opening" role="status">
    {texts.start.loading}
  </p>
)

/** Its code did not come, as when the server was updated meanwhile or is gone; or it came to grief. */
const NotLoaded: Component<{ onClose(): void }> = (props) => (
  <div class="app-opening app-opening-failed" role="alert">
    <p>
      <strong>{texts.failed.title}.</strong> {texts.failed.text}
    </p>
    <div class="app-opening-actions">
      <Button small onClick={() => location.reload()}>
        {texts.failed.reload}
      </Button>
      <Button small kind="ghost" onClick={() => props.onClose()}>
        {texts.confirm.close}
      </Button>
    </div>
  </div>
)
