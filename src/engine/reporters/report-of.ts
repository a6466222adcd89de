import type { RunEvent } from '#engine/runner/events.ts'
import type { Reporter } from './reporter.ts'

/** The whole text that a reporter makes of events. */
export function reportOf(reporter: Reporter, events: readonly RunEvent[]): string {
  let text = ''
  const on = reporter.create(
    (chunk) => {
      text += chunk
    },
    () => undefined,
  )
  for (const event of events) on(event)
  return text
}
