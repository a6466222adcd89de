import type { Reporter } from '../reporter.ts'

/** The run's own stream, one JSON object a line (`public/events.schema.json`); all other reports can be made from it. */
export const eventsReporter: Reporter<'events'> = {
  id: 'events',
  create: (write) => (event) => write(`${JSON.stringify(event)}\n`),
}
