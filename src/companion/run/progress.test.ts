import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { showProgress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[P5] progress counts cases, names the one that runs, and goes when the run has ended', async () => {
  vi.useRealTimers()
  const events = await failingRun()
  vi.useFakeTimers()
  const shown: (string | undefined)[] = []
  const on = showProgress((text) => shown.push(text))
  const second = events.findIndex((event) => event.type === 'case-started' && event.case.id === 'c2')
  for (const event of events.slice(0, second + 1)) on(event)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['1 of 4 cases, 1 not passed, Orders > List'])
  for (const event of events.slice(second + 1)) on(event)
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['1 of 4 cases, 1 not passed, Orders > List', undefined])
})
