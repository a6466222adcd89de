import type { StepDetails } from '#engine/reporters/html/details.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { CaseReport, RowReport, StepReport } from '#engine/runner/report/report.ts'
import type { DetailsIndex } from './report-data.ts'

/** What a step without messages of its own looked at: the step of its case or row that got it, and the messages of that. */
export function lookedAt(
  one: CaseReport,
  row: RowReport | undefined,
  step: StepReport,
  details: DetailsIndex,
): { step: StepReport; messages: StepDetails } | undefined {
  const of = ({ id }: StepReport) => details.of(placeKey({ case: one.id, rows: row?.rows, step: id }))
  if (step.summary === undefined || of(step)?.exchanges) return undefined
  const steps = (row ?? one).steps ?? []
  // Other checks of the same answer tell the same.
  const before = steps.slice(0, steps.indexOf(step)).findLast((one) => one.summary === step.summary && of(one)?.exchanges)
  const messages = before && of(before)
  return before && messages ? { step: before, messages } : undefined
}
