import type { MenuItem } from '../../components/Menu.tsx'
import type { KeptRun } from '../../run/session/kept-runs.ts'
import type { ProjectContext } from '../project-context.ts'
import { overviewTexts } from './overview-texts.ts'

/** What can be done with a kept run. */
export function runItems({ session }: ProjectContext, one: KeptRun, open: () => void): MenuItem[] {
  const t = overviewTexts.runs
  return [{ label: t.open, disabled: session.details?.run() === one.run, onSelect: open }]
}
