import type { Report, StepReport } from '#engine/runner/report/report.ts'
import type { LastRunView, RunStepView } from '#engine/tools/tool-session.ts'

/** Cases of a run that a tool may list; those that did not pass come first. */
const mostCases = 200

/** The last run as tools see it: outcomes, failed checks in the run's masked words, the diagnosis, and shapes of responses. */
export function lastRunOf({ environment, suites }: Pick<Report, 'environment' | 'suites'>): LastRunView {
  const cases = suites.flatMap((suite) =>
    suite.cases.map((one) => ({
      case: one.id,
      name: one.name,
      suite: suite.name,
      outcome: one.outcome ?? 'running',
      steps: [...one.steps, ...(one.rows ?? []).flatMap((row) => row.steps ?? [])].map(stepView),
    })),
  )
  const failedFirst = cases.toSorted((a, b) => Number(a.outcome === 'passed') - Number(b.outcome === 'passed'))
  return { ...(environment ? { environment: environment.name } : {}), cases: failedFirst.slice(0, mostCases) }
}

function stepView({ id, name, outcome, status, message, hint, checks, answer }: StepReport): RunStepView {
  const failed = (checks ?? []).filter(({ passed }) => !passed)
  return {
    step: id,
    name,
    outcome: outcome ?? 'not run',
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
    ...(hint === undefined ? {} : { hint }),
    ...(failed.length > 0 ? { failed: failed.map(({ subject, expected, actual }) => ({ subject, expected, actual })) } : {}),
    ...(answer?.shape ? { shape: answer.shape } : {}),
  }
}
