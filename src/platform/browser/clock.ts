import { AssayError } from '#engine/base/errors.ts'
import type { Clock } from '#engine/ports/clock.ts'

/** The host's clocks; the same in page and worker. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        clearTimeout(timer)
        reject(new AssayError('cancelled', 'Cancelled.'))
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', cancel)
        resolve()
      }, ms)
      if (signal.aborted) cancel()
      else signal.addEventListener('abort', cancel, { once: true })
    }),
}
