import { expect, it } from 'vitest'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { bar, caseScale, resultRows, rowAt, rowOffsets, stepHeight, type RowCache } from './result-rows.ts'
import { eventsOfRun } from './testing/events-of-run.ts'

const report = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'], c2: ['passed'] } }).reduce(fold, emptyReport())
const all = { failedOnly: false, opened: new Map<string, boolean>() }
const ids = (rows: ReturnType<typeof resultRows>) => rows.map((row) => row.id)

it('[P8] lists suite, case and step with their places', () => {
  const rows = resultRows(report, all, new WeakMap())
  expect(ids(rows)).toEqual(['suite s1', 'case c1 ', 'step c1  c1-1', 'step c1  c1-2', 'case c2 ', 'step c2  c2-1'])
  expect(rows[3]).toMatchObject({ level: 3, position: 2, size: 2, expanded: undefined })
})

it('[P8] opens and closes, and filters what failed', () => {
  expect(ids(resultRows(report, { ...all, opened: new Map([['case c1 ', false]]) }, new WeakMap()))).toHaveLength(4)
  expect(ids(resultRows(report, { ...all, failedOnly: true }, new WeakMap()))).toEqual(['suite s1', 'case c1 ', 'step c1  c1-2'])
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

it('[P8] finds the row at a height', () => {
  const rows = resultRows(report, all, new WeakMap())
  const offsets = rowOffsets(rows)
  expect([0, 25, 26, 1e9].map((y) => rowAt(offsets, y))).toEqual([0, 0, 1, 5])
  expect(rowAt(rowOffsets([]), 10)).toBe(0)
})

it('[T9] gives failed checks and messages their room', () => {
  const check = { index: 0, passed: false, subject: 'status', expected: 'equals 200', actual: '201' }
  const step = { id: 'a', kind: 'assertion', name: 'A', outcome: 'failed' as const }
  expect(stepHeight({ ...step, checks: [check] })).toBe(26 + 18 + 38)
  expect(stepHeight({ ...step, checks: [check, check] })).toBe(26 + 2 * (18 + 57))
  expect(stepHeight({ ...step, outcome: 'broken', message: 'Nobody answers.' })).toBe(26 + 18 + 19)
  expect(stepHeight({ ...step, outcome: 'passed' })).toBe(26)
})

it('[R26] bars stay inside their scale', () => {
  expect(bar(10, 5, 0, 20)).toEqual({ left: 50, width: 25 })
  expect(bar(0, 0.001, 0, 1000)?.width).toBe(0.8)
  expect(bar(undefined, 5, 0, 20)).toBeUndefined()
  expect(bar(5, 5, 0, 0)).toBeUndefined()
  expect(bar(50, 50, 0, 20)).toEqual({ left: 99, width: 1 })
  expect(caseScale({ id: 'c', name: 'C', startedAt: 5, duration: 7, counts: report.counts, steps: [] })).toEqual({
    from: 5,
    length: 7,
  })
})
