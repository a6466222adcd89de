import { finishedSteps } from '../execute/progress.ts'
import type { CaseReport, Report, RowReport } from '../report/report.ts'
import { placeKey } from '../execute/place.ts'
import type { LoopRows, Selection } from './selection.ts'

const isGood = ({ outcome }: { outcome?: CaseReport['outcome'] }): boolean => outcome === 'passed' || outcome === 'skipped'

/**
 * What of a run is run again because it did not pass: cases, and of their loops the rows that did not, also those that a stop
 * or a loop that ends at its first failure omitted. A loop in which every row did as it should is gone through whole: what
 * failed after it may need it.
 */
export function failedAgain({ suites, notBegun = [] }: Report): Selection & { cases: string[] } {
  const failed = suites.flatMap(({ cases }) => cases).filter((one) => one.outcome !== 'passed' && !isIdle(one))
  const rows = failed.flatMap(failedRows)
  const cases = [...failed, ...notBegun.flatMap((left) => left.cases)].map(({ id }) => id)
  return { cases, ...(rows.length === 0 ? {} : { rows }) }
}

/** A case in which nothing is to be run: it can't get better. */
const isIdle = ({ outcome, steps }: CaseReport): boolean => outcome === 'skipped' && steps.length === 0

function failedRows(one: CaseReport): LoopRows[] {
  const { id, rows = [], steps } = one
  const listed = rows.filter(({ outcome }) => outcome !== undefined).length
  const ended = one.rowCounts === undefined ? 0 : finishedSteps(one.rowCounts)
  const bad = rows.filter((row) => !isGood(row))
  // More than a report lists: then the case is run whole.
  if (one.rowCounts && bad.length < ended - one.rowCounts.passed - one.rowCounts.skipped) return []
  const loops = new Map<string, RowReport[]>()
  for (const row of rows) {
    const key = placeKey({ case: id, rows: row.rows.slice(0, -1), step: row.loop })
    const known = loops.get(key)
    if (known) known.push(row)
    else loops.set(key, [row])
  }
  return [...loops.values()].flatMap((ofLoop): LoopRows[] => {
    const only = ofLoop.filter((row) => !isGood(row)).map(numberOf)
    const last = ofLoop.at(-1)
    const [first] = ofLoop
    if (only.length === 0 || !first || !last) return []
    const isWhole = steps.find((step) => step.id === first.loop)?.outcome === 'passed'
    const within = first.rows.slice(0, -1)
    // Behind a last row that did not pass there may be some that were never started.
    const goesOn = !isGood(last) && (listed === ended || !isWhole)
    return [
      {
        case: id,
        loop: first.loop,
        ...(within.length === 0 ? {} : { within }),
        only,
        ...(goesOn ? { after: numberOf(last) } : {}),
      },
    ]
  })
}

const numberOf = ({ rows }: RowReport): number => rows.at(-1) ?? 0
