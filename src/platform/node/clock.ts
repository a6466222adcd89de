import type { Clock } from '#engine/ports/index.ts'
import { cancelled } from '#engine/ports/http/http-texts.ts'

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

/** Milliseconds that only ever grow, as `performance.now()` has them, for which Node would load eight modules at every start. */
export function monotonic(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** The machine's clocks. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic,
  async sleep(ms, signal) {
    const end = monotonic() + ms
    if (signal.aborted) throw cancelled()
    // A timer may fire a little early, and holds at most 24 days.
    for (let left = ms; left > 0; left = end - monotonic()) await wait(Math.min(left, longest), signal)
  },
}
