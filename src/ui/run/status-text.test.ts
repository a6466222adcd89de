import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { liveCounts } from '#engine/runner/execute/progress.ts'
import { progressTexts, statusText } from './status-text.ts'
import { eventsOfRun } from './testing/events-of-run.ts'

const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'] } })

it('[T9] is the text that tests and screen readers rely on', () => {
  expect(statusText(events.reduce(fold, emptyReport()), false)).toBe('Passed: 2 passed')
})

it('[T9] counts the steps of cases that have not ended', () => {
  const report = events.slice(0, 4).reduce(fold, emptyReport())
  expect(liveCounts(report).passed).toBe(1)
  expect(statusText(report, true)).toBe('Running: 1 passed')
  expect(statusText(report, false)).toBe('Interrupted: 1 passed')
})

it('[T9] names cancelled steps only if there are some', () => {
  const stopped = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'cancelled'] } }).reduce(fold, emptyReport())
  expect(statusText(stopped, false)).toBe('Cancelled: 1 passed, 1 cancelled')
})

it('[T9] a run of several cases shows how many have ended, not how many steps', () => {
  const one = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'] } }).slice(0, 4)
  expect(progressTexts(one.reduce(fold, emptyReport()))).toEqual([])
  const several = eventsOfRun({ run: 'r1', cases: { c1: ['passed'], c2: ['passed'] } })
  const half = several.slice(0, several.findIndex(({ type }) => type === 'case-finished') + 1)
  expect(progressTexts(half.reduce(fold, emptyReport()))).toEqual(['1 of 2 cases'])
})
