import type { RunEvent } from '#engine/runner/report/events.ts'

/** A listener to a run's events with a name, for the message when it fails. */
export interface Listener {
  name: string
  on: (event: RunEvent) => void
}

/**
 * One listener for several. One that throws is reported to `onError` and gets no more events; the others and the run don't
 * notice.
 */
export function multiplex(listeners: readonly Listener[], onError: (name: string, error: unknown) => void): Listener['on'] {
  const listening = new Set(listeners)
  return (event) => {
    for (const listener of listening) {
      try {
        listener.on(event)
      } catch (error) {
        listening.delete(listener)
        onError(listener.name, error)
      }
    }
  }
}
