import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'
import { phaseBars } from './phase-bars.ts'
import { bar, runLength } from './waterfall.ts'

it('[R26] bars stay inside their scale', () => {
  expect(bar(10, 5, 20)).toEqual({ left: 50, width: 25 })
  expect(bar(0, 0.001, 1000)?.width).toBe(0.8)
  expect(bar(undefined, 5, 20)).toBeUndefined()
  expect(bar(5, 5, 0)).toBeUndefined()
  expect(bar(50, 50, 20)).toEqual({ left: 99, width: 1 })
})

it('[13] the phases of a request divide the bar of its step', () => {
  expect(phaseBars({ duration: 100, phases: { at: 10, dns: 1, connect: 4, tls: 15, wait: 60, receive: 10 } })).toEqual([
    { name: 'dns', duration: 1, left: 10, width: 1 },
    { name: 'connect', duration: 4, left: 11, width: 4 },
    { name: 'tls', duration: 15, left: 15, width: 15 },
    { name: 'wait', duration: 60, left: 30, width: 60 },
    { name: 'receive', duration: 10, left: 90, width: 10 },
  ])
  expect(phaseBars({ duration: 10, phases: { at: 5, wait: 20 } })).toEqual([{ name: 'wait', duration: 20, left: 50, width: 50 }])
  expect(phaseBars({ duration: 0, phases: { at: 0, wait: 0 } })).toEqual([])
  expect(phaseBars({ duration: 10 })).toEqual([])
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
