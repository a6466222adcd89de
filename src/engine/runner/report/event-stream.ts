import type { Told } from '#engine/base/secrets/masked.ts'
import type { Clock } from '#engine/ports/index.ts'
import type { RunEvent } from './events.ts'

type WithoutOrder<E> = E extends RunEvent ? Omit<E, 'seq' | 'at'> : never
/** An event before it has its place in the order, as a report tells it again: its texts were masked before. */
export type EventBody = WithoutOrder<RunEvent>

/** Members that hold what was said or found in the run; the others are ids, times, and names of the project. */
type Said = 'message' | 'hint' | 'cause' | 'summary' | 'reason' | 'values' | 'exchange' | 'check' | 'text' | 'value' | 'url'
type Masking<E> = E extends EventBody ? { [K in keyof E]: K extends Said ? Told<E[K]> : E[K] } : never
/** An event of a run before it has its place in the order. What was said or found is masked: no other text gets there. */
export type MaskedBody = Masking<EventBody>

/** Times of events: to the hundredth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Adds order and time to events and passes them to the listener. */
export interface EventStream {
  /** Milliseconds since the run started, monotonic (R26). */
  elapsed(): number
  emit(body: MaskedBody): void
}

/**
 * Creates the event stream of a run. A listener that throws is reported to `onError` once and not called again, so it can't
 * break the run.
 */
export function createEventStream(
  clock: Clock,
  listener: (event: RunEvent) => void,
  onError: (error: unknown) => void = () => undefined,
): EventStream {
  const began = clock.monotonic()
  let seq = 0
  let listening = true
  const elapsed = (): number => rounded(clock.monotonic() - began)
  return {
    elapsed,
    emit(body) {
      if (!listening) return
      try {
        listener(Object.assign({ type: body.type, seq: ++seq, at: elapsed() }, body) as RunEvent)
      } catch (error) {
        listening = false
        onError(error)
      }
    },
  }
}
