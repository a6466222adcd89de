import { expect, it } from 'vitest'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { emptyCounts } from '#engine/runner/report/outcomes.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { StoredRun } from '#storage/types.ts'
import { historyOf, isFlaky } from './case-history.ts'

/** A kept run of a case `c`, or of another one. */
const run = (number: number, outcome: OutcomeName | undefined, id = 'c'): StoredRun => ({
  run: `r${number}`,
  startedAt: `2026-11-22T10:${String(number).padStart(2, '0')}:00Z`,
  report: {
    ...emptyReport(),
    suites: [{ id: 's', name: 'S', cases: [{ id, name: 'C', outcome, startedAt: 0, counts: emptyCounts(), steps: [] }] }],
  },
})

const flaky = (...outcomes: OutcomeName[]) =>
  isFlaky(
    historyOf(
      outcomes.map((outcome, index) => run(index, outcome)),
      'c',
    ),
  )

it('[X5] the last 20 outcomes of a case, the newest last, of the runs that it was part of', () => {
  const runs = [
    run(3, 'failed'),
    run(1, 'passed'),
    run(2, 'passed', 'other'),
    run(4, undefined),
    { run: 'cut', startedAt: '2026' },
  ]
  expect(historyOf(runs, 'c').map(({ run: id, outcome }) => [id, outcome])).toEqual([
    ['r1', 'passed'],
    ['r3', 'failed'],
  ])
  const many = Array.from({ length: 30 }, (_, index) => run(index, 'passed'))
  expect(historyOf(many, 'c').map(({ run: id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `r${index + 10}`))
})

it("[X5] a case is flaky if its outcome went back and forth; lasting changes and skipped runs don't count", () => {
  expect(flaky('passed', 'failed', 'passed')).toBe(true)
  expect(flaky('broken', 'skipped', 'passed', 'cancelled', 'failed')).toBe(true)
  expect(flaky('passed', 'passed', 'failed', 'broken')).toBe(false)
  expect(flaky('passed', 'skipped', 'passed')).toBe(false)
  expect(flaky()).toBe(false)
})
