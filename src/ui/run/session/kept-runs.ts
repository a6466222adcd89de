import type { Counts, OutcomeName } from '#engine/runner/report/events.ts'
import { liveCounts } from '#engine/runner/execute/progress.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { StoredRun } from '#storage/types.ts'

/** A run that is kept, as lists show it. */
export interface KeptRun {
  run: string
  /** ISO 8601. */
  startedAt: string
  /** What someone has called it. */
  name?: string | undefined
  /** Absent of one that was interrupted. */
  outcome?: OutcomeName | undefined
  /** What of the project was run; undefined while no one has read it. */
  scope?: RunScope | undefined
  environment?: string | undefined
  duration?: number | undefined
  counts?: Counts | undefined
}

/** What a run was of: the names are given as far as it was only one. */
export interface RunScope {
  suite?: string | undefined
  case?: string | undefined
  step?: string | undefined
  cases: number
}

/** What a run was of. */
export function scopeOf({ suites, total }: Report): RunScope {
  const [suite, otherSuite] = suites
  const [one, other] = suite?.cases ?? []
  const isOneCase = total.cases === 1 && one !== undefined && !other
  const [step, otherStep] = one?.steps ?? []
  return {
    cases: total.cases,
    suite: total.suites === 1 && !otherSuite ? suite?.name : undefined,
    case: isOneCase ? one.name : undefined,
    step: isOneCase && !otherStep ? step?.name : undefined,
  }
}

/** A run for lists. */
export const keptRun = ({ run, startedAt, report }: Pick<StoredRun, 'run' | 'startedAt' | 'report'>): KeptRun => ({
  run,
  startedAt: report?.startedAt ?? startedAt,
  ...(report
    ? {
        name: report.name,
        outcome: report.outcome,
        scope: scopeOf(report),
        environment: report.environment?.name,
        duration: report.duration,
        counts: liveCounts(report),
      }
    : {}),
})
