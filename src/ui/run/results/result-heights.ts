import type { StepReport } from '#engine/runner/report/report.ts'
import { asksForDiff } from './diff.ts'
import { failedChecks, isBad, type ResultRow } from './result-rows.ts'

type Check = NonNullable<StepReport['checks']>[number]

/** Heights in pixels; `results-tree.css` has the same. */
export const ROW = 26
const BLOCK_FRAME = 18
const LINE = 19
/** Failed checks that are shown in the tree; the others are counted. */
export const SHOWN_CHECKS = 4

/** Whether a failed check needs the tall block: a diff, or text of several lines. */
export const isTall = (check: Check): boolean => asksForDiff(check) || check.expected.length > 160 || check.actual.length > 160

/** Characters that a line of the tree holds at its usual width; a longer text scrolls in its block. */
const COLUMNS = 46

/** Lines for the texts of a failed check: more where there is more to read, within bounds. */
export function checkLines(check: Check): number {
  if (!isTall(check)) return 2
  const longest = Math.max(check.expected.length, check.actual.length)
  // A difference has the longer text, what differs of the other one, and a line that explains its marks.
  const length = asksForDiff(check) ? longest * 1.1 : check.expected.length + check.actual.length
  return Math.min(7, Math.max(3, Math.ceil(length / COLUMNS) + 1))
}

/** Height of the block of one failed check. */
export const checkHeight = (check: Check, several: boolean): number =>
  BLOCK_FRAME + checkLines(check) * LINE + (several ? LINE : 0)

/** Lines that a step's message gets in the tree; the whole text is in the details. */
export const messageLines = (message: string): number => (message.length > 110 ? 3 : message.length > 52 ? 2 : 1)

/** Height of a step's line with the blocks below it. */
export function stepHeight(step: StepReport): number {
  if (step.outcome === 'failed') {
    const checks = failedChecks(step)
    const shown = checks.slice(0, SHOWN_CHECKS)
    const more = checks.length > SHOWN_CHECKS ? LINE : 0
    if (shown.length > 0) return ROW + more + shown.reduce((sum, check) => sum + checkHeight(check, checks.length > 1), 0)
  }
  if ((isBad(step.outcome) || step.outcome === 'cancelled') && step.message)
    return ROW + BLOCK_FRAME + messageLines(step.message) * LINE
  return ROW
}

/** Height of a row. */
export const rowHeight = (row: ResultRow): number => (row.step ? stepHeight(row.step) : ROW)
