import { expect, it } from 'vitest'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { eventsOfRun } from './testing/events-of-run.ts'
import { bar, runLength } from './waterfall.ts'

it('[R26] bars stay inside their scale', () => {
  expect(bar(10, 5, 20)).toEqual({ left: 50, width: 25 })
  expect(bar(0, 0.001, 1000)?.width).toBe(0.8)
  expect(bar(undefined, 5, 20)).toBeUndefined()
  expect(bar(5, 5, 0)).toBeUndefined()
  expect(bar(50, 50, 20)).toEqual({ left: 99, width: 1 })
})

it('[H12] one scale for all bars: what began at the same time stands at the same place', () => {
  const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'], c2: ['passed'] } })
  const report = events.reduce(fold, emptyReport())
  const [first, second] = report.suites[0]?.cases ?? []
  const of = (part: { startedAt?: number | undefined; duration?: number | undefined } | undefined) =>
    bar(part?.startedAt, part?.duration, runLength(report))
  expect(of(second?.steps[0])?.left).toBeGreaterThan(of(first?.steps[1])?.left ?? 100)
  expect(of(second?.steps[0])?.left).toBeGreaterThanOrEqual(of(second)?.left ?? 100)
  // Before its end the scale is as long as what is known.
  const open = events.slice(0, -3).reduce(fold, emptyReport())
  expect(runLength(open)).toBe(open.suites[0]?.cases[1]?.steps[0]?.startedAt)
})
