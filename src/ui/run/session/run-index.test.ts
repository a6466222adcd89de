import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import { createRunIndex, suiteKey, type RunIndex } from './run-index.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'

const follow = (index: RunIndex, events: RunEvent[]) => {
  const report = emptyReport()
  const touched = new Set<string>()
  for (const event of events) index.follow(fold(report, event), event, touched)
  return { report, touched }
}

it('[T9] knows the outcome of steps, cases and suites', () => {
  const index = createRunIndex()
  const { touched } = follow(
    index,
    eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'], c2: ['passed'], c3: ['broken'] } }),
  )
  expect(index.step('c1', 'c1-1')?.outcome).toBe('passed')
  expect(index.case('c1')?.outcome).toBe('failed')
  expect(index.suite('s1')).toEqual({ outcome: 'failed', running: false, passed: 1, failed: 1, broken: 1, unchecked: [] })
  expect(index.suite('other')).toBeUndefined()
  expect(index.runOf('c2')).toEqual({ run: 'r1', startedAt: '2026-11-21T04:00:01Z' })
  expect([...touched]).toEqual(
    expect.arrayContaining([placeKey({ case: 'c1', step: 'c1-2' }), placeKey({ case: 'c3' }), suiteKey('s1')]),
  )
})

it('[T9] keeps what a later run did not touch', () => {
  const index = createRunIndex()
  index.load(follow(createRunIndex(), eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'], c2: ['failed'] } })).report)
  follow(index, eventsOfRun({ run: 'r2', cases: { c1: ['passed', 'passed'] } }))
  expect(index.case('c1')?.outcome).toBe('passed')
  expect(index.case('c2')?.outcome).toBe('failed')
  expect([index.runOf('c1')?.run, index.runOf('c2')?.run]).toEqual(['r2', 'r1'])
})

it('[T4] a case with rows is as bad as its worst row', () => {
  const index = createRunIndex()
  const run = eventsOfRun({ run: 'r1', cases: { c1: ['passed'] }, rows: [['failed'], ['passed']] })
  follow(index, run)
  expect(index.case('c1')?.outcome).toBe('failed')
  expect(index.step('c1', 'c1-1')?.rows).toEqual([1])
  expect(index.step('c1', 'c1-1')?.outcome).toBe('failed')
})

it('[R20] nothing runs any more once a run was cut off', () => {
  const index = createRunIndex()
  const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'] } })
  follow(index, events.slice(0, 5))
  expect(index.suite('s1')?.running).toBe(true)
  const touched = new Set<string>()
  index.settle(touched)
  expect(index.suite('s1')?.running).toBe(false)
  expect(index.step('c1', 'c1-2')?.running).toBeFalsy()
  expect(touched).toContain(suiteKey('s1'))
})

/** The run of one step of a case by itself. */
const alone = (run: string, caseId: string, outcome: 'passed' | 'failed'): RunEvent[] =>
  eventsOfRun({ run, cases: { [caseId]: [outcome] } }).map((event) =>
    event.type === 'case-started' ? { ...event, part: true } : event,
  )

it('[T9] running a part of a case leaves what the whole case came to, in the run and after a reload', () => {
  const whole = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'] } })
  const part = alone('r2', 'c1', 'passed')
  const live = createRunIndex()
  follow(live, whole)
  const report = emptyReport()
  for (const event of part) {
    live.follow(fold(report, event), event, new Set())
    if (event.type === 'step-started') expect(live.suite('s1')).toMatchObject({ running: true, failed: 0 })
  }
  const reloaded = createRunIndex()
  for (const events of [whole, part]) reloaded.load(follow(createRunIndex(), events).report)
  for (const index of [live, reloaded]) {
    expect(index.case('c1')?.outcome).toBe('failed')
    expect(index.runOf('c1')?.run).toBe('r1')
    expect(index.suite('s1')).toMatchObject({ outcome: 'failed', running: false, failed: 1 })
    // The step itself has the newer result.
    expect([index.step('c1', 'c1-1')?.outcome, index.runOf('c1', 'c1-1')?.run]).toEqual(['passed', 'r2'])
  }
})

it('[T9] a case of which only a part was ever run has no outcome', () => {
  const index = createRunIndex()
  follow(index, alone('r1', 'c1', 'passed'))
  expect(index.case('c1')).toBeUndefined()
  expect(index.suite('s1')).toMatchObject({ outcome: undefined, running: false })
})

it('[T9] a suite has the refused requests of its passed cases that nothing checks, until they pass', () => {
  const index = createRunIndex()
  const run = (name: string, unchecked: boolean) => {
    const { report } = follow(createRunIndex(), eventsOfRun({ run: name, cases: { c1: ['passed', 'passed'], c2: ['passed'] } }))
    const step = report.suites[0]?.cases[0]?.steps[1]
    if (step && unchecked) Object.assign(step, { unchecked, status: 404 })
    index.load(report)
  }
  run('r1', true)
  expect(index.suite('s1')?.unchecked).toEqual([{ case: 'c1', step: 'c1-2', status: 404 }])
  run('r2', false)
  expect(index.suite('s1')?.unchecked).toEqual([])
})
