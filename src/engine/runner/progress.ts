import type { Counts } from './events.ts'
import type { Report } from './report.ts'

/** The counts of a report, with the steps of cases that have not ended: `counts` itself grows case by case. */
export function liveCounts(report: Report): Counts {
  const counts = { ...report.counts }
  if (report.outcome) return counts
  for (const suite of report.suites)
    for (const entry of suite.cases)
      if (entry.outcome === undefined) for (const step of entry.steps) if (step.outcome) counts[step.outcome]++
  return counts
}

/** Steps that have ended. */
export const finishedSteps = (counts: Counts): number =>
  counts.passed + counts.failed + counts.broken + counts.skipped + counts.cancelled

/** The step that a run is at, from 1, and how many are planned. */
export function progressOf(report: Report): { step: number; total: number } {
  const total = report.total.steps
  return { step: Math.min(finishedSteps(liveCounts(report)) + 1, total), total }
}
