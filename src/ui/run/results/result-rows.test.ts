import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { failingRows, nestedRows } from '#engine/runner/testing/run-rows.ts'
import { resultRows, seenRowId, type RowCache } from './result-rows.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'

const report = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'], c2: ['passed'] } }).reduce(fold, emptyReport())
const all = { failedOnly: false, opened: new Map<string, boolean>() }
const ids = (rows: ReturnType<typeof resultRows>) => rows.map((row) => row.id.replaceAll('\n', ' '))

it('[P8] lists suite, case and step with their places', () => {
  const rows = resultRows(report, all, new WeakMap())
  expect(ids(rows)).toEqual(['suite s1', 'case c1 ', 'step c1  c1-1', 'step c1  c1-2', 'case c2 ', 'step c2  c2-1'])
  expect(rows[3]).toMatchObject({ level: 3, position: 2, size: 2, expanded: undefined })
})

it('[P8] opens and closes, and filters what failed', () => {
  expect(ids(resultRows(report, { ...all, opened: new Map([['case c1\n', false]]) }, new WeakMap()))).toHaveLength(4)
  expect(ids(resultRows(report, { ...all, failedOnly: true }, new WeakMap()))).toEqual(['suite s1', 'case c1 ', 'step c1  c1-2'])
})

it('[T9] the checks of a request are nested under it: folded, and open once one fails', () => {
  const kinds = ['send-request', 'assertion', 'data-transfer', 'send-request', 'assertion']
  const outcomes = ['passed', 'passed', 'passed', 'passed', 'failed'] as const
  const checked = eventsOfRun({ run: 'r1', kinds, cases: { c1: [...outcomes] } }).reduce(fold, emptyReport())
  const places = (rows: ReturnType<typeof resultRows>) =>
    rows.filter(({ kind }) => kind === 'step').map(({ step, level, expanded }) => [step?.id, level, expanded])
  const rows = resultRows(checked, all, new WeakMap())
  expect(places(rows)).toEqual([
    ['c1-1', 3, false],
    ['c1-4', 3, true],
    ['c1-5', 4, undefined],
  ])
  expect(seenRowId(rows, checked, { case: 'c1', step: 'c1-3' })).toBe(rows[2]?.id)
  expect(places(resultRows(checked, { ...all, failedOnly: true }, new WeakMap()))).toEqual([
    ['c1-4', 3, true],
    ['c1-5', 4, undefined],
  ])
  // What the project says counts, where it knows the steps.
  const ungrouped = resultRows(checked, { ...all, nestingOf: () => () => false }, new WeakMap())
  expect(places(ungrouped)).toHaveLength(5)
})

it('[R45] in long runs only failed cases are open', () => {
  const cases = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`c${i}`, [i === 7 ? 'failed' : 'passed'] as const]))
  const long = eventsOfRun({ run: 'r1', cases: cases as never }).reduce(fold, emptyReport())
  expect(resultRows(long, all, new WeakMap()).filter((row) => row.kind === 'step')).toHaveLength(1)
})

it('[R45] keeps rows that did not change', () => {
  const cache: RowCache = new WeakMap()
  const first = resultRows(report, all, cache)
  const second = resultRows(report, all, cache)
  expect(second.every((row, index) => row === first[index])).toBe(true)
})

it('[T4] lists the rows of a loop after its Loop Start, those that did not pass open with their steps', async () => {
  const { report: rows } = await failingRows()
  expect(ids(resultRows(rows, all, new WeakMap()))).toEqual([
    'suite u',
    'case c ',
    'step c  before',
    'step c  loop',
    'row c 1 loop',
    'row c 2 loop',
    'step c 2 asked',
    'step c 2 ok',
    'row c 3 loop',
    'step c  next',
    'step c  after',
  ])
  expect(ids(resultRows(rows, { ...all, failedOnly: true }, new WeakMap()))).toEqual([
    'suite u',
    'case c ',
    'row c 2 loop',
    'step c 2 asked',
    'step c 2 ok',
  ])
})

it('[T4] a step of a loop is seen in its row where that is folded', async () => {
  const { report: rows } = await failingRows()
  const shown = resultRows(rows, all, new WeakMap())
  const seen = (row: number[] | undefined, step: string) =>
    seenRowId(shown, rows, { case: 'c', step, rows: row }).replaceAll('\n', ' ')
  expect([seen([2], 'asked'), seen([1], 'asked'), seen(undefined, 'after')]).toEqual([
    'step c 2 asked',
    'row c 1 loop',
    'step c  after',
  ])
})

it('[T4] rows stand in rows', async () => {
  const { report: rows } = await nestedRows()
  const shown = resultRows(rows, { ...all, failedOnly: true }, new WeakMap())
  expect(ids(shown).slice(2)).toEqual(['row c 2 outer', 'row c 2.2 inner', 'step c 2.2 asked', 'step c 2.2 ok'])
  expect(shown.slice(2).map(({ level, position, size }) => [level, position, size])).toEqual([
    [3, 1, 1],
    [4, 1, 1],
    [5, 1, 1],
    [6, 1, 1],
  ])
})
