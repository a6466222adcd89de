import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { CaseReport, RowReport } from '#engine/runner/report/report.ts'
import type { RunStore } from '#storage/types.ts'
import { addRows } from './report-places.ts'

/**
 * Rows of an outermost loop from the run store, where the report lists no more of them (decision 10): their events are folded as in the
 * run. They can be found like listed ones from then on.
 */
export async function readUnlistedRows(
  run: string,
  entry: CaseReport,
  loop: string,
  [from, to]: readonly [number, number],
  runs: RunStore,
): Promise<readonly RowReport[]> {
  const rows = new Map<number, RowReport>()
  for (let number = from; number <= to; number++) {
    if (rows.has(number) || !runs.partEvents) continue
    const events = await runs.partEvents(run, { case: entry.id, rows: [number] })
    const report = emptyReport()
    const { id, name, steps } = entry
    fold(report, { type: 'case-started', seq: 0, at: 0, suite: { id: '', name: '' }, case: { id, name }, steps: [...steps] })
    for (const event of events) if ('rows' in event) fold(report, event)
    const found = (report.suites[0]?.cases[0]?.rows ?? []).filter((row) => row.loop === loop && row.rows.length === 1)
    for (const row of found) rows.set(row.rows[0] ?? 0, row)
    // What lies together was read together; after the last row nothing comes.
    if (found.length === 0) break
  }
  const wanted = [...rows.values()].filter((row) => (row.rows[0] ?? 0) >= from && (row.rows[0] ?? 0) <= to)
  addRows(entry, wanted)
  return wanted.toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0))
}
