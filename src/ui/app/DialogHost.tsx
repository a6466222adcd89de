import { createEffect, ErrorBoundary, lazy, onCleanup, Show, Suspense, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { Button } from '../components/Button.tsx'
import { useProject } from '../project/project-context.ts'
import type { DialogProps, DialogRequest } from '../page/dialogs.ts'
import { texts } from './texts.ts'

/** One component for each name, loaded when it is first shown. */
const dialogs = {
  palette: lazy(() => import('./Palette.tsx')),
  'first-case': lazy(() => import('./first-case/FirstCaseDialog.tsx')),
  keys: lazy(() => import('./KeysDialog.tsx')),
  help: lazy(() => import('./help/HelpDialog.tsx')),
  companion: lazy(() => import('./companion/CompanionDialog.tsx')),
  vault: lazy(() => import('./VaultDialog.tsx')),
  import: lazy(() => import('../project/dialogs/ImportDialog.tsx')),
  message: lazy(() => import('./MessageDialog.tsx')),
  environments: lazy(() => import('../project/dialogs/EnvironmentsDialog.tsx')),
  'replace-or-keep': lazy(() => import('../project/dialogs/ReplaceOrKeepDialog.tsx')),
  'broken-file': lazy(() => import('../project/dialogs/BrokenFileDialog.tsx')),
  'opened-file': lazy(() => import('../project/dialogs/OpenedFileDialog.tsx')),
  'changed-on-disk': lazy(() => import('../project/dialogs/ChangedOnDiskDialog.tsx')),
  stale: lazy(() => import('../project/dialogs/StaleDialog.tsx')),
  'remove-project': lazy(() => import('../project/dialogs/RemoveProjectDialog.tsx')),
  seal: lazy(() => import('../project/sealing/SealDialog.tsx')),
  unseal: lazy(() => import('../project/sealing/UnsealDialog.tsx')),
  'data-driven': lazy(() => import('../project/data/DataDrivenDialog.tsx')),
  'run-as': lazy(() => import('../project/data/RunAsDialog.tsx')),
  'negative-tests': lazy(() => import('../project/dialogs/NegativeTestsDialog.tsx')),
  'export-report': lazy(() => import('../project/dialogs/ExportReportDialog.tsx')),
  settings: lazy(() => import('../assistant/SettingsDialog.tsx')),
  'sent-prompts': lazy(() => import('../assistant/SentDialog.tsx')),
  'compare-runs': lazy(() => import('../project/dialogs/CompareRunsDialog.tsx')),
} satisfies { [Name in DialogRequest['name']]: Component<DialogProps<Name>> }

/** Shows the dialog that is asked for. */
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
            <Dynamic
              component={dialogs[request.name] as Component<Omit<DialogProps<'message'>, 'request'> & { request: DialogRequest }>}
              request={request}
              onClose={context.dialogs.close}
              early={() => early}
            />
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
