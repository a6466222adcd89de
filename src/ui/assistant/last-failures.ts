import type { Memory, RunFailure } from '#engine/assistant/memory.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Report, StepReport } from '#engine/runner/report.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { readLastAnswer } from '../project/editor/last-answer.ts'
import type { ProjectContext } from '../project/project-context.ts'

/** More places of an answer are not told: nobody means the two hundredth. */
const mostPaths = 200

/**
 * The memory with what failed in the newest run; of the first failure, and of those of the case that is looked at, with what a fix needs: the
 * places of the answer that was looked at, and what a refusal's diagnosis offers.
 */
export async function withLastFailures(
  context: Pick<ProjectContext, 'session' | 'workspace'>,
  memory: Memory,
  caseInFocus: string | undefined,
): Promise<Memory> {
  const { session, workspace } = context
  const report = session.newest()
  if (!report || session.running()) return memory
  const [project, { failuresOf, withFailures }] = await Promise.all([
    workspace.snapshot(),
    import('#engine/assistant/memory-edits.ts'),
  ])
  if (!project) return memory
  const known = withFailures(memory, failuresOf(project, report))
  const failures = known.failures.map(async (one, at) =>
    at === 0 || one.caseId === caseInFocus ? { ...one, ...(await more(context, project, report, one)) } : one,
  )
  return { ...known, failures: await Promise.all(failures) }
}

async function more(
  { session }: Pick<ProjectContext, 'session'>,
  project: Project,
  report: Report,
  { caseId, stepId }: RunFailure,
): Promise<Pick<RunFailure, 'paths' | 'fixes'>> {
  const steps = project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === caseId)?.steps ?? []
  const step = steps.find(({ id }) => id === stepId)
  if (!step || caseId === undefined || stepId === undefined) return {}
  if (isOAuth2Step(step)) return { fixes: await fixesFor(session, step, caseId, reportOf(report, caseId, stepId)) }
  const request = 'step' in step && typeof step.step === 'string' && step.step !== '' ? step.step : undefined
  const answer = await readLastAnswer(session, steps, { case: caseId, step: stepId, request })
  return answer ? { paths: answer.paths('json').slice(0, mostPaths) } : {}
}

const reportOf = (report: Report, caseId: string, stepId: string): StepReport | undefined =>
  report.suites
    .flatMap(({ cases }) => cases)
    .find(({ id }) => id === caseId)
    ?.steps.find(({ id }) => id === stepId)

async function fixesFor(
  session: ProjectContext['session'],
  step: OAuth2Step,
  caseId: string,
  told: StepReport | undefined,
): Promise<NonNullable<RunFailure['fixes']>> {
  const run = session.details?.knownRun(caseId, step.id)?.run
  if (!told?.diagnosis || run === undefined) return []
  const [{ fixesOf }, { applyChange }, events] = await Promise.all([
    import('#engine/oauth/diagnosis/diagnose.ts'),
    import('#engine/oauth/diagnosis/apply-change.ts'),
    session.events({ case: caseId, step: step.id, run }),
  ])
  const exchanges = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
  const { code = '', message = '', hint, cause } = told
  return fixesOf(told.diagnosis.situation, exchanges, { code, message, hint, cause }, step).flatMap((fix) =>
    'change' in fix ? [{ label: fix.label, change: applyChange(step, fix.change) }] : [],
  )
}
