import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { EventBody } from '#engine/runner/report/event-stream.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunDetails } from './session/run-session-type.ts'
import { stepsIn } from './session/report-places.ts'
import { isOfOtherStep, sourceOf } from './step-events.ts'

/** A request before a loop, one in it, and checks that look at them; all of them passed, but the last of a row. */
function runOfRows(): Pick<RunDetails, 'stepsAt'> {
  const named = (id: string) => ({ id, name: id })
  const step = (id: string, kind: string, loop?: string) => ({ ...named(id), kind, ...(loop === undefined ? {} : { loop }) })
  const steps = [
    step('login', 'send-request'),
    step('each', 'loop-start'),
    step('first', 'assertion', 'each'),
    step('ask', 'send-request', 'each'),
    step('second', 'assertion', 'each'),
    step('third', 'assertion', 'each'),
    step('end', 'loop-end'),
    step('after', 'assertion'),
  ]
  const ends = (id: string, rows?: number[], summary?: string): EventBody[] => {
    const place = { case: 'c', step: id, ...(rows ? { rows } : {}) }
    const outcome = id === 'third' ? 'failed' : 'passed'
    return [
      { type: 'step-started', ...place },
      { type: 'step-finished', ...place, outcome, duration: 1, ...(summary === undefined ? {} : { summary }) },
    ]
  }
  const rowOf = (row: number): EventBody[] => [
    { type: 'row-started', case: 'c', step: 'each', rows: [row], values: {} },
    ...ends('first', [row], 'GET /login'),
    ...ends('ask', [row], 'GET /ask'),
    ...ends('second', [row], 'GET /ask'),
    ...ends('third', [row], 'GET /login'),
  ]
  const total = { suites: 1, cases: 1, steps: steps.length }
  const bodies: EventBody[] = [
    { type: 'run-started', run: 'r', project: named('p'), startedAt: '', seed: 1, total },
    { type: 'case-started', suite: named('s'), case: named('c'), steps },
    ...ends('login', undefined, 'GET /login'),
    { type: 'step-started', case: 'c', step: 'each' },
    ...rowOf(1),
    ...rowOf(2),
    { type: 'step-finished', case: 'c', step: 'each', outcome: 'passed', duration: 1 },
    ...ends('end'),
    ...ends('after'),
  ]
  const report = emptyReport()
  for (const [seq, body] of bodies.entries()) fold(report, { seq, at: seq, ...body } as RunEvent)
  return { stepsAt: (place) => stepsIn(report, place) }
}

it('[T4] the answer that a step looked at is one of its row, else one from before its loop, never one of an ended loop', () => {
  const index = runOfRows() as RunDetails
  const found = (step: string, rows?: number[]) => sourceOf(index, { case: 'c', step, rows })?.place
  expect(found('second', [2])).toEqual({ case: 'c', step: 'ask', rows: [2] })
  expect(found('first', [2])).toEqual({ case: 'c', step: 'login' })
  expect(found('third', [2])).toEqual({ case: 'c', step: 'login' })
  expect(found('after')).toEqual({ case: 'c', step: 'login' })
})

it('[T7] a response belongs to the open step if that received it, looked at it, or is nested under the step that received it', () => {
  const other = (open: { case?: string; step?: string }, selected = 'ask') =>
    isOfOtherStep(
      { open: () => open, nestingOf: () => (step, owner) => step === 'second' && owner === 'ask' },
      { case: 'c', step: 'ask' },
      { case: 'c', step: selected },
    )
  expect(other({ case: 'c', step: 'ask' })).toBe(false)
  expect(other({ case: 'c', step: 'second' })).toBe(false)
  expect(other({ case: 'c', step: 'third' }, 'third')).toBe(false)
  expect(other({ case: 'c', step: 'third' })).toBe(true)
  expect(other({ case: 'd', step: 'ask' })).toBe(true)
  expect(other({ case: 'c' })).toBe(true)
})
