import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Reporter, Surroundings } from './reporter.ts'

/** The whole text that a reporter makes of events, without bodies; of a folder that of all its files. */
export function reportOf(reporter: Reporter, events: readonly RunEvent[], surroundings?: Surroundings): string {
  let text = ''
  const add = (chunk: string): void => {
    text += chunk
  }
  const on = reporter.create(add, () => undefined, { file: (_, content) => add(content), ...surroundings })
  for (const event of events) on(event)
  return text
}
