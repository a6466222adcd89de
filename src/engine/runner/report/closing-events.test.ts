import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { closingEvents } from './closing-events.ts'
import type { RunEvent } from './events.ts'
import { fold } from './fold.ts'
import { emptyReport } from './report-parts.ts'

const named = (id: string) => ({ id, name: id })
const counts = { passed: 3, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
const steps = ['s1', 's2', 's3'].map((id) => ({ ...named(id), kind: 'wait' }))
const place = (step: string) => ({ case: 'c1', step })

const cut = { seq: 12, at: 100, message: 'Stopped.' }

const whole: RunEvent[] = [
  {
    type: 'run-started',
    seq: 1,
    at: 0,
    run: 'r',
    project: named('p'),
    startedAt: '',
    seed: 1,
    total: { suites: 1, cases: 1, steps: 3 },
  },
  { type: 'case-started', seq: 2, at: 1, suite: named('s'), case: named('c1'), steps },
  ...steps.flatMap(({ id }, index): RunEvent[] => [
    { type: 'step-started', seq: 3 + index * 2, at: 2, ...place(id) },
    { type: 'step-finished', seq: 4 + index * 2, at: 3, ...place(id), outcome: 'passed', duration: 1 },
  ]),
  { type: 'case-finished', seq: 9, at: 4, case: 'c1', outcome: 'passed', duration: 3, counts },
  { type: 'run-finished', seq: 10, at: 5, outcome: 'passed', duration: 5, counts },
]

it('[P2] a run that is cut anywhere is closed: every step has an outcome, and the order goes on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: whole.length }), (length) => {
      const report = emptyReport()
      const before = whole.slice(0, length)
      for (const event of before) fold(report, event)
      const closing = closingEvents(report, { ...cut, seq: length })
      for (const event of closing) fold(report, event)
      const events = [...before, ...closing]
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
      expect(report.outcome).toBe(length === whole.length ? 'passed' : 'cancelled')
      expect(Object.values(report.counts).reduce((sum, count) => sum + count)).toBe(3)
      for (const one of report.suites.flatMap((suite) => suite.cases)) {
        expect(one.outcome).toBeDefined()
        for (const step of one.steps) expect(step.outcome).toBeDefined()
      }
      expect(closingEvents(report, { ...cut, seq: events.length })).toEqual([])
    }),
  )
})

it('[P2] steps that were skipped say why, as those of a run that ended by itself', () => {
  const report = whole.slice(0, 3).reduce(fold, emptyReport())
  const ends = closingEvents(report, cut).filter((event) => event.type === 'step-finished')
  expect(ends.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['cancelled', 'Stopped.'],
    ['skipped', 'The run was stopped.'],
    ['skipped', 'The run was stopped.'],
  ])
})

it('[R43] an unexpected end is broken: the running step, its case and the run, also between two steps', () => {
  const broken = { code: 'companion-gone', hint: 'Run again.' } as const
  for (const [length, outcomes] of [
    [3, ['broken', 'skipped', 'skipped']],
    [4, ['skipped', 'skipped']],
  ] as const) {
    const closing = closingEvents(whole.slice(0, length).reduce(fold, emptyReport()), { ...cut, message: 'Gone.', broken })
    const steps = closing.filter((event) => event.type === 'step-finished')
    expect(steps.map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(steps.map(({ message }) => message)).toEqual(steps.map(() => 'Gone.'))
    if (length === 3) expect(steps[0]).toMatchObject(broken)
    expect(closing.slice(-2)).toMatchObject([{ outcome: 'broken' }, { outcome: 'broken', reason: 'Gone.' }])
  }
})

it('[P2] a case that is run again counts once when the run is closed in the middle of it', () => {
  const failed = { ...counts, passed: 2, failed: 1 }
  const first = whole.slice(0, 9).map((event): RunEvent => {
    if (event.type === 'step-finished' && event.step === 's3') return { ...event, outcome: 'failed' }
    return event.type === 'case-finished' ? { ...event, outcome: 'failed', counts: failed } : event
  })
  const again = whole
    .slice(1, 4)
    .map((event): RunEvent => ({ ...event, ...(event.type === 'case-started' ? { attempt: 2 } : {}) }))
  const report = [...first, ...again].reduce(fold, emptyReport())
  const closing = closingEvents(report, cut)
  expect(closing.at(-1)).toMatchObject({ counts: { passed: 1, failed: 0, skipped: 2 } })
})
