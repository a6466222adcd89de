import type { Rest } from '#engine/project/check/step-problems.ts'

/** Milliseconds of work after which what waits has its turn: half a frame. */
const slice = 8

/** Returns the thread back every few milliseconds; throws once the work is given up. */
export function createRest(signal: AbortSignal): Rest {
  let since = performance.now()
  return () => {
    signal.throwIfAborted()
    if (performance.now() - since < slice) return undefined
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
