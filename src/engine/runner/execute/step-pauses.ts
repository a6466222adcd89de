import type { Clock } from '#engine/ports/index.ts'

/** Milliseconds of work after which other tasks of the thread get their turn: a Stop is a message, and must be heard. */
const longestWork = 100
/** Milliseconds by which the wall clock may drift from the monotonic one between two steps without a warning. */
const smallestGap = 2_000

/** Watches the clocks between steps. */
export interface StepPauses {
  /** Milliseconds by which the wall clock left the monotonic one since the last call (R26, R27); 0 if it is not worth a word. */
  gap(): number
  /** Something waited for the outside world: the thread was free. */
  rested(): void
  /** Lets other tasks run if none could for a while; undefined if there is no need. */
  rest(signal: AbortSignal): Promise<void> | undefined
}

/** See {@link StepPauses}. */
export function createStepPauses(clock: Clock): StepPauses {
  let last = clock.monotonic()
  let difference = clock.now() - last
  const rest = async (signal: AbortSignal): Promise<void> => {
    try {
      await clock.sleep(0, signal)
    } catch {
      // Stopped meanwhile: the next step finds out.
    }
    last = clock.monotonic()
  }
  return {
    gap() {
      const now = clock.now() - clock.monotonic()
      const gap = now - difference
      if (Math.abs(gap) < smallestGap) return 0
      difference = now
      return gap
    },
    rested() {
      last = clock.monotonic()
    },
    rest(signal) {
      return clock.monotonic() - last < longestWork ? undefined : rest(signal)
    },
  }
}
