import type { RunEvent } from '#engine/runner/report/events.ts'

/** Hands a run's events on while the run waits for a response. */
export interface DeferredEvents {
  push(event: RunEvent): void
  /** Hands on what is left. */
  flush(): void
}

/** Events that are held at most: of a run that waits for nothing. */
const most = 256

/**
 * Takes the events of a run and hands them on, in their order, in the turn of the event loop after the next: by then the request that
 * comes next is on its way. Told at once, a report would work first and the request would leave later, a twentieth of a run's time.
 */
export function deferEvents(take: (event: RunEvent) => void): DeferredEvents {
  let waiting: RunEvent[] = []
  let isPlanned = false
  const flush = (): void => {
    const events = waiting
    waiting = []
    for (const event of events) take(event)
  }
  const flushPlanned = (): void => {
    isPlanned = false
    flush()
  }
  return {
    push(event) {
      waiting.push(event)
      if (waiting.length >= most) return flush()
      if (isPlanned) return
      isPlanned = true
      // The first comes before the request leaves, which undici also sends from an immediate.
      setImmediate(() => setImmediate(flushPlanned))
    },
    flush,
  }
}
