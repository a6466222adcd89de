import type { Clock } from '#engine/ports/index.ts'
import { cancelled } from '#engine/ports/http-texts.ts'

/** Node's timers take no longer waits at once. */
const longest = 2_147_483_647

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = (): void => {
      clearTimeout(timer)
      reject(cancelled())
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** The machine's clocks. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const end = performance.now() + ms
    if (signal.aborted) throw cancelled()
    // A timer may fire a little early, and holds at most 24 days.
    for (let left = ms; left > 0; left = end - performance.now()) await wait(Math.min(left, longest), signal)
  },
}
