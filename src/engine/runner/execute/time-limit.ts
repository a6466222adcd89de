import type { Clock } from '#engine/ports/index.ts'

/** Milliseconds between two looks at the clock. */
const slice = 1_000
/** What a slice can have taken at most if the computer was awake. */
const longestSlice = 3_000

/**
 * Calls `reached` after `ms` milliseconds. Time while the computer sleeps doesn't count (R27). Ends quietly when
 * the signal is aborted.
 */
export async function limitTime(ms: number, clock: Clock, signal: AbortSignal, reached: () => void): Promise<void> {
  let left = ms
  try {
    while (left > 0) {
      const before = clock.monotonic()
      await clock.sleep(Math.min(left, slice), signal)
      const took = clock.monotonic() - before
      left -= took > longestSlice ? slice : took
    }
  } catch {
    // The run is over.
    return
  }
  reached()
}
