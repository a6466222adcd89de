import { afterEach, expect, it, vi } from 'vitest'
import { createLoginWindows, oauthPage } from './login-windows.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser that opens windows, which the test closes. */
function openWindows() {
  vi.useFakeTimers()
  const opened: { closed: boolean; close(): void }[] = []
  vi.stubGlobal('window', {
    open: () => {
      const next = { closed: false, close: () => void (next.closed = true) }
      opened.push(next)
      return next
    },
  })
  for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight']) vi.stubGlobal(name, 0)
  vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/' })
  const told: [string, boolean][] = []
  const windows = createLoginWindows(() => true)
  windows.watch((window, gone) => told.push([window, gone]))
  return { windows, opened, told }
}

it("[case 27] a closed window is reported within 3 s, one that seems closed for a moment isn't", async () => {
  const { windows, opened, told } = openWindows()
  const id = windows.open() ?? ''
  const [handle] = opened
  if (!handle) throw new Error('No window was opened')
  await vi.advanceTimersByTimeAsync(10_000)
  handle.closed = true
  await vi.advanceTimersByTimeAsync(1_000)
  handle.closed = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toEqual([])
  handle.closed = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toEqual([[id, true]])
  // What read as closed because of COOP is back at its answer.
  handle.closed = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([
    [id, true],
    [id, false],
  ])
  windows.close(id)
  expect([handle.closed, vi.getTimerCount()]).toEqual([true, 0])
})

it('[P3] a blocked window has no id, and pages of logins lie below where the app is served', () => {
  const { windows } = openWindows()
  vi.stubGlobal('window', { open: () => null })
  expect(windows.open()).toBeUndefined()
  expect(oauthPage('wait', 'https://host.test/tools/assay/')).toBe('https://host.test/tools/assay/oauth/wait.html')
})
