import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { StoredRun } from '#storage/types.ts'

/** An outcome of a case in a kept run. */
export interface PastOutcome {
  run: string
  /** ISO 8601. */
  startedAt: string
  outcome: OutcomeName
}

/** Outcomes that are shown. */
const mostShown = 20

/**
 * The last outcomes of a case, the newest last; runs of which it was no part, that it did not end in, or of a part of it are
 * omitted.
 */
export function historyOf(runs: readonly StoredRun[], caseId: string): PastOutcome[] {
  return runs
    .flatMap(({ run, startedAt, report }) => {
      const one = report?.suites.flatMap(({ cases }) => cases).find(({ id }) => id === caseId)
      return one?.outcome === undefined || one.part ? [] : [{ run, startedAt, outcome: one.outcome }]
    })
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    .slice(-mostShown)
}

/** Whether it went from passed to failed or broken or back at least twice: once may be a change of the API or of the case. */
export function isFlaky(history: readonly PastOutcome[]): boolean {
  const ends = history.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'cancelled')
  return (
    ends.filter(({ outcome }, index) => index > 0 && (outcome === 'passed') !== (ends[index - 1]?.outcome === 'passed')).length >=
    2
  )
}
