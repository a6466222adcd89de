import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isFreshStep, markFreshStep, settleStep, settleStepLater } from './fresh-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[T5] a step that was just added shows its problems once it is worked on, or shortly after a field of it was left', () => {
  for (const id of ['typed', 'left']) markFreshStep(id)
  settleStep('typed')
  expect(['typed', 'left', 'old'].map(isFreshStep)).toEqual([false, true, false])
  settleStepLater('left')
  expect(isFreshStep('left')).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(isFreshStep('left')).toBe(false)
})
