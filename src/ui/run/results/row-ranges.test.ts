import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunStore } from '#storage/types.ts'
import { lastRow, rangesIn } from './row-ranges.ts'
import { resultRows, type RowCache, type RowOptions } from './result-rows.ts'
import { caseIn, stepIn } from '../session/report-places.ts'
import { readUnlistedRows } from '../session/unlisted-rows.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'

const manyRows = (count: number, failing: readonly number[] = []) =>
  eventsOfRun({
    run: 'r1',
    cases: { c1: ['passed'] },
    rows: Array.from({ length: count }, (_, at) => [failing.includes(at + 1) ? ('failed' as const) : ('passed' as const)]),
  })
const reportOf = (events: RunEvent[]) => events.reduce(fold, emptyReport())
const shown = (events: RunEvent[], over: Partial<RowOptions> = {}) =>
  resultRows(reportOf(events), { failedOnly: false, opened: new Map(), ...over }, new WeakMap()).slice(2)
const open = (...ids: string[]) => new Map(ids.map((id) => [id, true]))
const first = 'rows c1\n\nc1-loop\n'

it('[H12] up to 200 rows stand beside each other, more are put together by number', () => {
  expect(shown(manyRows(200)).filter(({ kind }) => kind === 'row')).toHaveLength(200)
  const rows = shown(manyRows(1_234, [777]))
  expect(rows.map(({ kind }) => kind)).toEqual(['step', ...Array.from({ length: 13 }, () => 'range')])
  expect(rows.at(-1)).toMatchObject({ range: { from: 1_201, to: 1_234 }, level: 3, position: 14, size: 14, expanded: false })
  const opened = shown(manyRows(1_234, [777]), { opened: open(`${first}701-800`) })
  expect(opened.filter(({ kind }) => kind === 'row')).toHaveLength(100)
  // The one that failed is open, with its step.
  expect(opened.filter(({ kind }) => kind === 'step')).toHaveLength(2)
  const failed = shown(manyRows(1_234, [777]), { failedOnly: true })
  expect(failed.map(({ kind }) => kind)).toEqual(['row', 'step'])
  const all = Array.from({ length: 300 }, (_, at) => at + 1)
  expect(shown(manyRows(1_234, all), { failedOnly: true }).map(({ range }) => range?.from)).toEqual([1, 101, 201])
})

it('[H12] a range that grows stays the row that it is, open if it was', () => {
  const events = manyRows(1_234)
  const report = emptyReport()
  const cache: RowCache = new WeakMap()
  const drawn = (opened: ReadonlyMap<string, boolean>) =>
    resultRows(report, { failedOnly: false, opened, read: new Map() }, cache)
  const opened = open(`${first}1101-1200`)
  let before: ReturnType<typeof drawn> = []
  for (const event of events) {
    fold(report, event)
    if (event.type !== 'row-finished' || (event.rows[0] !== 1_150 && event.rows[0] !== 1_160)) continue
    const rows = drawn(opened)
    expect(rows.filter(({ kind }) => kind === 'row')).toHaveLength((event.rows[0] ?? 0) - 1_100)
    if (before.length > 0) expect(rows.slice(0, before.length)).toEqual(before)
    before = rows
  }
  expect(drawn(opened).findLast(({ kind }) => kind === 'range')?.range).toMatchObject({ from: 1_201, to: 1_234 })
})

it('[H12] a million rows are ranges in ranges', () => {
  const range = { loop: 'l', from: 1, to: 1_000_000 }
  const [outer] = rangesIn(range) ?? []
  expect(outer).toEqual({ loop: 'l', around: undefined, from: 1, to: 10_000, end: 10_000 })
  expect(rangesIn(outer!)).toHaveLength(100)
  expect(rangesIn({ loop: 'l', from: 101, to: 200 })).toBeUndefined()
})

it('[H12] rows that the report does not list are read from what is stored, and found from then on', async () => {
  const events = manyRows(10_300, [10_250])
  const report = reportOf(events)
  const entry = caseIn(report, 'c1')!
  expect(lastRow(entry, undefined, 'c1-loop')).toBe(10_300)
  let reads = 0
  const runs: Pick<RunStore, 'partEvents'> = {
    partEvents: async (_, { rows }) => {
      reads++
      const block = Math.floor(((rows?.[0] ?? 1) - 1) / 50)
      return events.filter((event) => 'rows' in event && Math.floor(((event.rows?.[0] ?? 1) - 1) / 50) === block)
    },
  }
  const read = await readUnlistedRows('r1', entry, 'c1-loop', [10_201, 10_300], runs as RunStore)
  expect(reads).toBe(2)
  expect(read.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 100 }, (_, at) => 10_201 + at))
  expect(read.filter(({ outcome }) => outcome === 'failed').map(({ rows }) => rows)).toEqual([[10_250]])
  expect(stepIn(report, { case: 'c1', rows: [10_299], step: 'c1-1' })?.outcome).toBe('passed')
  const id = `${first}10201-10300`
  const rows = resultRows(
    report,
    { failedOnly: false, opened: open(`${first}10001-20000`, id), read: new Map([[id, read]]) },
    new WeakMap(),
  )
  const numbers = rows.filter(({ kind }) => kind === 'row').map(({ row }) => row?.rows[0])
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => 10_201 + at))
})

it('[R45] drawing takes no longer with more rows than with few', () => {
  const report = reportOf(manyRows(10_000, [5]))
  const cache: RowCache = new WeakMap()
  const options = { failedOnly: false, opened: new Map<string, boolean>() }
  resultRows(report, options, cache)
  const before = process.cpuUsage()
  for (let times = 0; times < 20; times++) expect(resultRows(report, options, cache)).toHaveLength(103)
  expect(process.cpuUsage(before).user / 20).toBeLessThan(10_000)
})
