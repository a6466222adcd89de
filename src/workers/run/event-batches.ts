import type { RunEvent } from '#engine/runner/report/events.ts'

/** Gathers events and hands them on five times a second at most, and never before the batch before was taken. */
export interface EventBatches {
  push(event: RunEvent): void
  /** Resolves when everything was taken. */
  drain(): Promise<void>
}

/** Milliseconds between batches: live for users. Drawing more often takes the processor away from the run. */
const pace = 200
/** The same where events come so fast that no one reads each. A batch is followed by a millisecond for each of its events. */
const slowestPace = 1_000
/** Events that are passed together: of more the page would see nothing else for as long as it takes them. */
const most = 2_000
/** Milliseconds that the first events after a pause wait for others. */
const pause = 20

/** Creates the batches; `deliver` resolves when a batch was taken. */
export function createEventBatches(deliver: (events: RunEvent[]) => Promise<void>): EventBatches {
  let waiting: RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let delivering: Promise<void> | undefined
  /** When the next batch may be handed on. */
  let next = 0

  const send = async () => {
    const batch = waiting
    waiting = []
    for (let from = 0; from < batch.length; from += most) {
      // A page that takes no more isn't a reason to stop the run; the client notices by itself.
      await deliver(batch.slice(from, from + most)).catch(() => undefined)
    }
    next = performance.now() + Math.min(slowestPace, Math.max(pace, batch.length))
    delivering = undefined
    if (waiting.length > 0) plan()
  }
  const flush = () => {
    timer = undefined
    delivering ??= send()
  }
  const plan = () => {
    if (delivering === undefined) timer ??= setTimeout(flush, Math.max(pause, next - performance.now()))
  }
  return {
    push(event) {
      waiting.push(event)
      plan()
    },
    async drain() {
      clearTimeout(timer)
      timer = undefined
      await delivering
      while (waiting.length > 0) {
        clearTimeout(timer)
        flush()
        await delivering
      }
    },
  }
}
