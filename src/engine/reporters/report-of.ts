import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Reporter, Surroundings } from './reporter.ts'

/** The whole text that a reporter makes of events, without bodies. */
export function reportOf(reporter: Reporter, events: readonly RunEvent[], surroundings?: Surroundings): string {
  let text = ''
  const on = reporter.create(
    (chunk) => {
      text += chunk
    },
    () => undefined,
    surroundings,
  )
  for (const event of events) on(event)
  return text
}
