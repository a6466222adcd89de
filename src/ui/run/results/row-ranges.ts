import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { outcomes } from '#engine/runner/report/outcomes.ts'
import type { CaseReport, RowReport } from '#engine/runner/report/report.ts'
import { rowsOfLoop } from '../session/report-places.ts'

/** Rows of a loop up to which they stand beside each other; more are combined by their numbers. */
export const MANY_ROWS = 200
/** Rows, or smaller ranges, in a range. */
const PER_RANGE = 100

/** Rows of one loop from one number to another. */
export interface RowRange {
  loop: string
  /** The row that contains the loop. */
  around?: RowReport | undefined
  from: number
  to: number
  /** Where it ends once all of its rows are there: that of a run that goes on may grow until then. */
  end?: number | undefined
}

const numberOf = ({ rows }: RowReport): number => rows.at(-1) ?? 0

/**
 * The number of a loop's last row, as far as it is known: a report lists the first rows that passed, and those that did not. Of a case with a
 * single loop it has their number.
 */
export function lastRow(entry: CaseReport, around: RowReport | undefined, loop: string): number {
  const listed = rowsOfLoop(entry, around, loop).at(-1)
  const last = listed ? numberOf(listed) : 0
  const isOnly = !around && entry.rowCounts && entry.steps.every((step) => step.loop === undefined || step.loop === loop)
  return isOnly && entry.rowCounts ? Math.max(last, finishedSteps(entry.rowCounts)) : last
}

/** The ranges that a loop, or a range of it, is shown in; undefined: it is small enough for its rows. */
export function rangesIn({ loop, around, from, to }: RowRange): RowRange[] | undefined {
  const count = to - from + 1
  if (count <= PER_RANGE) return undefined
  let size = PER_RANGE
  while (count / size > PER_RANGE) size *= PER_RANGE
  const ranges: RowRange[] = []
  for (let at = from; at <= to; at += size) {
    const end = at + size - 1
    ranges.push({ loop, around, from: at, to: Math.min(to, end), end })
  }
  return ranges
}

/** The listed rows of a range. */
export function rowsInRange(entry: CaseReport, { loop, around, from, to }: RowRange): readonly RowReport[] {
  const all = rowsOfLoop(entry, around, loop)
  return all.slice(firstAtLeast(all, from), firstAtLeast(all, to + 1))
}

function firstAtLeast(rows: readonly RowReport[], number: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && numberOf(row) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** What the rows of a range came to. All that did not pass are listed; so one of which nothing is known has passed, if it has ended. */
export function stateOfRange(entry: CaseReport, range: RowRange): { outcome: OutcomeName | undefined; running: boolean } {
  let [worst, running] = [-1, false]
  for (const { outcome } of rowsInRange(entry, range)) {
    if (outcome) worst = Math.max(worst, outcomes.indexOf(outcome))
    else running = true
  }
  return { outcome: outcomes[worst] ?? (running ? undefined : 'passed'), running }
}
