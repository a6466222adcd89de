import { compareRuns, type Comparison } from '#engine/compare/compare.ts'
import { collectResponses } from '#engine/reporters/json/collect-responses.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { ReadRun } from './read-run.ts'

/** The report of a kept run, with what can be compared of its answers. */
function reportOf({ events, body }: ReadRun): Report {
  const answers = collectResponses(body)
  const report = emptyReport()
  for (const event of events) {
    answers.follow(event)
    fold(report, event)
  }
  answers.addTo(report)
  return report
}

/** What differs between two kept runs, the earlier one first. */
export const compareKept = (before: ReadRun, after: ReadRun): Comparison => compareRuns(reportOf(before), reportOf(after))
