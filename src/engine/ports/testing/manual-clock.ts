import { AssayError } from '#engine/base/errors.ts'
import type { Clock } from '../clock.ts'

/** A clock that a test moves. */
export interface ManualClock extends Clock {
  /** Moves both clocks on; who sleeps until then wakes in order. Resolves when they have run. */
  advance(ms: number): Promise<void>
  /** Sets the wall clock forward or back, as the user, DST or a time server does (R26); no one wakes. */
  jump(ms: number): void
  /** How many sleep now. */
  sleeping(): number
}

/**
 * A clock that stands still until it is moved. With `auto` a sleep moves it on by itself and resolves at once, so that waits
 * cost no time.
 */
export function createManualClock(options: { now?: number; auto?: boolean } = {}): ManualClock {
  let monotonic = 0
  let offset = options.now ?? Date.UTC(2026, 0, 2, 3, 4, 5)
  const sleepers = new Set<{ until: number; wake: () => void }>()

  const wakeUntil = async (time: number): Promise<void> => {
    for (;;) {
      // Code that is about to sleep, or was just woken, continues first, even if it waits for several promises.
      for (let turn = 0; turn < 100; turn++) await Promise.resolve()
      const next = [...sleepers].filter(({ until }) => until <= time).toSorted((a, b) => a.until - b.until)[0]
      if (!next) break
      monotonic = Math.max(monotonic, next.until)
      sleepers.delete(next)
      next.wake()
    }
    monotonic = time
  }

  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const cancel = () => reject(new AssayError('cancelled', 'Cancelled.'))
        if (signal.aborted) return cancel()
        if (options.auto) {
          monotonic += ms
          return resolve()
        }
        const onAbort = () => {
          sleepers.delete(sleeper)
          cancel()
        }
        const sleeper = {
          until: monotonic + ms,
          wake: () => {
            signal.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        sleepers.add(sleeper)
      }),
    advance: (ms) => wakeUntil(monotonic + ms),
    jump: (ms) => {
      offset += ms
    },
    sleeping: () => sleepers.size,
  }
}
