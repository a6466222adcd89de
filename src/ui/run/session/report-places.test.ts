import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'
import { caseIn, firstBad, firstStep, outcomeOfSuite, stepIn } from './report-places.ts'

const reportOf = (events: RunEvent[]) => events.reduce(fold, emptyReport())

it('[H12] finds cases and steps in one run only', () => {
  const first = reportOf(eventsOfRun({ run: 'r1', cases: { c1: ['failed'], c2: ['passed'] } }))
  const second = reportOf(eventsOfRun({ run: 'r2', cases: { c1: ['passed'] } }))
  expect(stepIn(first, { case: 'c1', step: 'c1-1' })?.outcome).toBe('failed')
  expect(stepIn(second, { case: 'c1', step: 'c1-1' })?.outcome).toBe('passed')
  expect(caseIn(second, 'c2')).toBeUndefined()
  expect([outcomeOfSuite(first.suites[0]!), outcomeOfSuite(second.suites[0]!)]).toEqual(['failed', 'passed'])
  expect(firstBad(first)).toMatchObject({ case: 'c1', step: 'c1-1' })
  expect(firstBad(second)).toBeUndefined()
  expect(firstStep(second)).toMatchObject({ case: 'c1', step: 'c1-1' })
})

it('[H12] follows a report that grows, and a case that begins again', () => {
  const events = eventsOfRun({ run: 'r1', cases: { c1: ['failed'], c2: ['passed'] } })
  const report = emptyReport()
  expect(caseIn(report, 'c2')).toBeUndefined()
  for (const event of events) {
    fold(report, event)
    caseIn(report, 'c1')
  }
  expect(caseIn(report, 'c2')?.outcome).toBe('passed')
  const again = events.filter(({ type }) => type === 'case-started')[0]
  if (again?.type === 'case-started') fold(report, { ...again, attempt: 2 })
  expect(caseIn(report, 'c1')?.attempt).toBe(2)
  expect(caseIn(report, 'c1')?.outcome).toBeUndefined()
})

it('[T4] finds each row among many, also once rows leave the list', () => {
  const report = reportOf(eventsOfRun({ run: 'r1', cases: { c1: ['passed'] }, rows: [['failed'], ['passed'], ['broken']] }))
  const at = (row: number) => stepIn(report, { case: 'c1', step: 'c1-1', rows: [row] })?.outcome
  expect([at(1), at(2), at(3), at(4)]).toEqual(['failed', 'passed', 'broken', undefined])
  caseIn(report, 'c1')?.rows?.splice(1, 1)
  expect([at(1), at(2), at(3)]).toEqual(['failed', undefined, 'broken'])
})
