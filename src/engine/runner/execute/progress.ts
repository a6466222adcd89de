import type { Counts } from '../report/events.ts'
import { addCounts } from '../report/outcomes.ts'
import type { CaseReport, Report, RowReport, StepReport } from '../report/report.ts'

/** The rows of a case that have not ended, the outermost first. */
export const runningRows = (one: CaseReport): RowReport[] => one.rows?.filter(({ outcome }) => outcome === undefined) ?? []

/** Whether a step's outcome is its own: not that of a row, which counts it. */
export const isOwn = ({ outcome, rows }: StepReport): boolean => outcome !== undefined && rows === undefined

/** The counts of a report, with the steps of cases that have not ended: `counts` itself grows case by case. */
export function liveCounts(report: Report): Counts {
  const counts = { ...report.counts }
  if (report.outcome) return counts
  for (const suite of report.suites)
    for (const entry of suite.cases)
      if (entry.outcome === undefined)
        for (const part of [entry, ...runningRows(entry)]) {
          addCounts(counts, part.counts)
          for (const step of part.steps ?? []) if (step.outcome && isOwn(step)) counts[step.outcome]++
        }
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
