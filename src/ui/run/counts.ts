import type { Counts } from '#engine/runner/events.ts'
import type { Report } from '#engine/runner/report.ts'

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
