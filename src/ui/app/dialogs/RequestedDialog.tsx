import { lazy, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { DialogProps, DialogRequest } from '../../page/dialogs.ts'

/** One component for each name, loaded when it is first shown. */
const dialogs = {
  palette: lazy(() => import('../commands/Palette.tsx')),
  find: lazy(() => import('../../project/find/FindDialog.tsx')),
  'first-case': lazy(() => import('../first-case/FirstCaseDialog.tsx')),
  keys: lazy(() => import('./KeysDialog.tsx')),
  help: lazy(() => import('../help/HelpDialog.tsx')),
  companion: lazy(() => import('../companion/CompanionDialog.tsx')),
  vault: lazy(() => import('./VaultDialog.tsx')),
  storage: lazy(() => import('./StorageDialog.tsx')),
  import: lazy(() => import('../../project/dialogs/files/ImportDialog.tsx')),
  message: lazy(() => import('./MessageDialog.tsx')),
  environments: lazy(() => import('../../project/dialogs/EnvironmentsDialog.tsx')),
  'replace-or-keep': lazy(() => import('../../project/dialogs/files/ReplaceOrKeepDialog.tsx')),
  merge: lazy(() => import('../../project/dialogs/files/MergeDialog.tsx')),
  'broken-file': lazy(() => import('../../project/dialogs/files/BrokenFileDialog.tsx')),
  'opened-file': lazy(() => import('../../project/dialogs/files/OpenedFileDialog.tsx')),
  'changed-on-disk': lazy(() => import('../../project/dialogs/files/ChangedOnDiskDialog.tsx')),
  stale: lazy(() => import('../../project/dialogs/files/StaleDialog.tsx')),
  'remove-project': lazy(() => import('../../project/dialogs/RemoveProjectDialog.tsx')),
  seal: lazy(() => import('../../project/sealing/SealDialog.tsx')),
  unseal: lazy(() => import('../../project/sealing/UnsealDialog.tsx')),
  'data-driven': lazy(() => import('../../project/data/DataDrivenDialog.tsx')),
  'run-as': lazy(() => import('../../project/data/RunAsDialog.tsx')),
  'negative-tests': lazy(() => import('../../project/dialogs/NegativeTestsDialog.tsx')),
  'run-settings': lazy(() => import('../../project/dialogs/settings/RunSettingsDialog.tsx')),
  'export-project': lazy(() => import('../../project/dialogs/ExportProjectDialog.tsx')),
  'export-report': lazy(() => import('../../project/dialogs/ExportReportDialog.tsx')),
  'new-test': lazy(() => import('../../assistant/NewTestDialog.tsx')),
  settings: lazy(() => import('../../assistant/settings/SettingsDialog.tsx')),
  'sent-prompts': lazy(() => import('../../assistant/SentDialog.tsx')),
  'accept-answers': lazy(() => import('../../project/dialogs/AcceptAnswersDialog.tsx')),
  'compare-runs': lazy(() => import('../../project/dialogs/CompareRunsDialog.tsx')),
} satisfies { [Name in DialogRequest['name']]: Component<DialogProps<Name>> }

type AnyDialog = Component<Omit<DialogProps<'message'>, 'request'> & { request: DialogRequest }>

/** The dialog of a request. */
const RequestedDialog: AnyDialog = (props) => <Dynamic component={dialogs[props.request.name] as AnyDialog} {...props} />

export default RequestedDialog
