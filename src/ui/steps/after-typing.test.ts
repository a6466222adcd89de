import { createRoot, createSignal } from 'solid-js'
import { expect, it, vi } from 'vitest'
import { afterTyping } from './after-typing.ts'

it('[P8] shows errors when typing pauses', async () => {
  vi.useFakeTimers()
  const [wrong, setWrong] = createSignal('')
  const { told, dispose } = createRoot((end) => ({ told: afterTyping(wrong), dispose: end }))
  await Promise.resolve()
  setWrong('by another tab')
  expect(told.value()).toBe('by another tab')
  told.typed()
  setWrong('not closed')
  vi.advanceTimersByTime(900)
  told.typed()
  vi.advanceTimersByTime(900)
  expect(told.value()).toBe('by another tab')
  vi.advanceTimersByTime(200)
  expect(told.value()).toBe('not closed')
  dispose()
  vi.useRealTimers()
})
