import type { LoadedProject, Said } from '#engine/assistant/turn.ts'
import type { RunStepView } from '#engine/tools/tool-session.ts'
import { readLastAnswer } from '../project/editor/last-answer.ts'
import type { ProjectContext } from '../project/project-context.ts'

/** The most paths of a response that are reported. */
const mostPaths = 200

/** The newest run of the open project, as the assistant's tools see it; of failed steps with the shape of the response that was looked at. */
export async function lastRunIn(context: Pick<ProjectContext, 'session' | 'workspace'>): Promise<Said['lastRun']> {
  const { session, workspace } = context
  const report = session.newest()
  const key: LoadedProject['key'] | undefined = workspace.localId()
  if (!report || key === undefined || session.running()) return undefined
  const [project, { lastRunOf }] = await Promise.all([workspace.snapshot(), import('#engine/assistant/last-run.ts')])
  const view = lastRunOf(report)
  const steps = new Map(project?.suites.flatMap(({ cases }) => cases.map((one) => [one.id, one.steps] as const)))
  const withShape = async (one: RunStepView, caseId: string): Promise<RunStepView> => {
    const known = steps.get(caseId)
    const step = known?.find(({ id }) => id === one.step)
    if (!known || !step || one.outcome !== 'failed' || one.shape) return one
    const request = 'step' in step && typeof step.step === 'string' && step.step !== '' ? step.step : undefined
    const answer = await readLastAnswer(session, known, { case: caseId, step: one.step, request })
    return answer
      ? {
          ...one,
          shape: answer
            .paths('json')
            .slice(0, mostPaths)
            .map((path) => [path, ''] as const),
        }
      : one
  }
  const cases = view.cases.map(async (one) => ({
    ...one,
    steps: await Promise.all(one.steps.map((step) => withShape(step, one.case))),
  }))
  return { project: key, view: { ...view, cases: await Promise.all(cases) } }
}
