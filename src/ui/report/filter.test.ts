import { expect, it } from 'vitest'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { failingRows, nestedRows } from '#engine/runner/testing/run-rows.ts'
import { filterReport, type Filter } from './filter.ts'

const all: Filter = { show: 'all', query: '', found: new Set(), failedFirst: false }

const reportOf = (events: readonly RunEvent[]) => events.reduce(fold, emptyReport())

/** Names of cases and steps, those of rows too. */
function shown(events: readonly RunEvent[], filter: Partial<Filter>): string[] {
  const { report } = filterReport(reportOf(events), { ...all, ...filter })
  return report.suites.flatMap(({ cases }) =>
    cases.flatMap(({ id, steps, rows = [] }) => [
      id,
      ...steps.map((step) => step.id),
      ...rows.flatMap((row) => [
        `row ${row.rows.join('.')}`,
        ...(row.steps ?? []).map((step) => `${row.rows.join('.')}:${step.id}`),
      ]),
    ]),
  )
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

it('[P5] shows what failed or broke, or what was skipped, in the cases around them', async () => {
  const events = await failingRun()
  expect(shown(events, { show: 'bad' })).toEqual(['c1', 'a1', 'c3', 'r4', 'a4', 'c4', 'a5'])
  expect(shown(events, { show: 'skipped' })).toEqual(['c1', 'r2'])
})

it('[P5] finds names, checks, and messages that have the text', async () => {
  const events = await failingRun()
  expect(shown(events, { query: 'LIST' })).toEqual(['c2', 'r3'])
  expect(shown(events, { query: '$.state' })).toEqual(['c1', 'a1'])
  expect(shown(events, { query: 'in a body', found: new Set(['c1\n\nr1']) })).toEqual(['c1', 'r1'])
  expect(shown(events, { query: 'nowhere' })).toEqual([])
})

it('[T4] a row that failed is shown in its loop, one in another with the row around it', async () => {
  expect(shown((await failingRows()).events, { show: 'bad' })).toEqual(['c', 'loop', 'row 2', '2:ok'])
  expect(shown((await failingRows()).events, { query: '8' }).slice(0, 3)).toEqual(['c', 'loop', 'row 2'])
  expect(shown((await nestedRows()).events, { show: 'bad' })).toEqual(['c', 'outer', 'row 2', '2:inner', 'row 2.2', '2.2:ok'])
})
