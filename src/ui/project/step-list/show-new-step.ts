import { markFreshStep } from '../../steps/fresh-steps.ts'
import type { ProjectContext } from '../project-context.ts'

/** Shows the step that was added, once it is, with the focus in its first field. */
export async function showNewStep(
  { panes, router }: Pick<ProjectContext, 'panes' | 'router'>,
  added: Promise<void>,
): Promise<void> {
  await added
  panes.showPage('step')
  const { step } = router.route()
  if (step === undefined) return
  markFreshStep(step)
  ;(await import('../../steps/focus-setting.ts')).focusNewStep(step)
}
