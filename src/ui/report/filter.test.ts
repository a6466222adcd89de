import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { failingRows, nestedRows, oneLoop, runWithRows } from '#engine/runner/testing/run-rows.ts'
import { resultRows } from '../run/results/result-rows.ts'
import { filterReport, type Filter } from './filter.ts'

const all: Filter = { show: 'all', query: '', found: new Set(), failedFirst: false }

const reportOf = (events: readonly RunEvent[]) => events.reduce(fold, emptyReport())

/** What the tree of results has of it when all is open. */
function shown(events: readonly RunEvent[], filter: Partial<Filter>): string[] {
  const { report } = filterReport(reportOf(events), { ...all, ...filter })
  const opened = Object.assign(new Map<string, boolean>(), { get: () => true })
  return resultRows(report, { failedOnly: false, opened }, new WeakMap()).flatMap(({ kind, case: entry, row, range, step }) => {
    if (kind === 'suite') return []
    if (range) return [`rows ${range.from} to ${range.to}`]
    if (step) return [row ? `${row.rows.join('.')}:${step.id}` : step.id]
    return [row ? `row ${row.rows.join('.')}` : (entry?.id ?? '')]
  })
}

it('[P5] all is shown as it is', async () => {
  const report = reportOf(await failingRun())
  const { report: same } = filterReport(report, all)
  expect(same).toEqual(report)
  expect(same.suites[0]?.cases[0]).toBe(report.suites[0]?.cases[0])
})

it('[P5] what failed comes first: suites, and cases in them', async () => {
  const { report } = filterReport(reportOf(await failingRun()), { ...all, failedFirst: true })
  expect(report.suites.map(({ cases }) => cases.map(({ outcome }) => outcome))).toEqual([
    ['failed', 'broken', 'passed'],
    ['failed'],
  ])
})

it('[P5] shows what failed or broke, or what was skipped, in the cases around them, checks below their request', async () => {
  const events = await failingRun()
  expect(shown(events, { show: 'bad' })).toEqual(['c1', 'r1', 'a1', 'c3', 'r4', 'c4', 'r5', 'a5'])
  expect(shown(events, { show: 'skipped' })).toEqual(['c1', 'r2', 'c3', 'r4', 'a4'])
})

it('[P5] finds names, checks, and messages that have the text', async () => {
  const events = await failingRun()
  expect(shown(events, { query: 'LIST' })).toEqual(['c2', 'r3'])
  expect(shown(events, { query: '$.state' })).toEqual(['c1', 'r1', 'a1'])
  expect(shown(events, { query: 'in a body', found: new Set(['c1\n\nr1']) })).toEqual(['c1', 'r1'])
  expect(shown(events, { query: 'nowhere' })).toEqual([])
})

it('[T4] a row that failed is shown in its loop, one in another with the row around it', async () => {
  expect(shown((await failingRows()).events, { show: 'bad' })).toEqual(['c', 'loop', 'row 2', '2:asked', '2:ok'])
  expect(shown((await failingRows()).events, { query: '8' }).slice(0, 3)).toEqual(['c', 'loop', 'row 2'])
  expect(shown((await nestedRows()).events, { show: 'bad' })).toEqual([
    'c',
    'outer',
    'row 2',
    '2:inner',
    'row 2.2',
    '2.2:asked',
    '2.2:ok',
  ])
})

it('[T4] many rows stand once, below their loop, whether all are shown or some', async () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id, status: id === 120 ? 404 : 200 }))
  const { events } = await runWithRows(oneLoop(), { loop: rows })
  const whole = reportOf(events)
  expect(filterReport(whole, all).report.suites[0]?.cases[0]).toBe(whole.suites[0]?.cases[0])
  expect(shown(events, {}).filter((name) => name.startsWith('rows'))).toEqual([
    'rows 1 to 100',
    'rows 101 to 200',
    'rows 201 to 250',
  ])
  expect(shown(events, { show: 'bad' }).filter((name) => !name.startsWith('rows'))).toEqual([
    'c',
    'loop',
    'row 121',
    '121:asked',
    '121:ok',
  ])
})
