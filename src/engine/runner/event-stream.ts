import type { Clock } from '#engine/ports/index.ts'
import type { RunEvent } from './events.ts'
import { emptyReport, fold } from './fold.ts'
import type { Report } from './report.ts'

type WithoutOrder<E> = E extends RunEvent ? Omit<E, 'seq' | 'at'> : never
/** An event before it has its place in the order. */
export type EventBody = WithoutOrder<RunEvent>

/** Times of events: to the hundredth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Gives events their order and time, folds them, and hands them out. */
export interface EventStream {
  readonly report: Report
  /** Milliseconds since the run began, monotonic (R26). */
  elapsed(): number
  emit(body: EventBody): void
}

/**
 * The stream of a run's events. A listener that throws is told to `onError` once and not called again: it must not break
 * the run.
 */
export function createEventStream(
  clock: Clock,
  listener: (event: RunEvent) => void,
  onError: (error: unknown) => void = () => undefined,
): EventStream {
  const began = clock.monotonic()
  const report = emptyReport()
  let seq = 0
  let listening = true
  const elapsed = (): number => rounded(clock.monotonic() - began)
  return {
    report,
    elapsed,
    emit(body) {
      const event = Object.assign({ type: body.type, seq: ++seq, at: elapsed() }, body) as RunEvent
      fold(report, event)
      if (!listening) return
      try {
        listener(event)
      } catch (error) {
        listening = false
        onError(error)
      }
    },
  }
}
