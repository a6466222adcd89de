import type { MenuItem } from '../../components/overlays/Menu.tsx'
import type { KeptRun } from '../../run/session/kept-runs.ts'
import type { ProjectContext } from '../project-context.ts'
import { overviewTexts } from './overview-texts.ts'

/** What can be done with a kept run. */
export function runItems({ session, dialogs }: ProjectContext, one: KeptRun, open: () => void, rename: () => void): MenuItem[] {
  const t = overviewTexts.runs
  const { run, startedAt } = one
  return [
    { label: t.open, disabled: session.details?.run() === run, onSelect: open },
    { label: t.rename, keys: 'F2', disabled: one.outcome === undefined, onSelect: rename },
    { label: t.export, onSelect: () => dialogs.show({ name: 'export-report', run, startedAt }) },
    { label: t.compare, disabled: one.outcome === undefined, onSelect: () => dialogs.show({ name: 'compare-runs', run }) },
  ]
}
