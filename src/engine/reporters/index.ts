import { eventsReporter } from './events/index.ts'
import { jsonReporter } from './json/index.ts'
import { junitReporter } from './junit/index.ts'
import { listReporter } from './list/index.ts'

export type { Reporter } from './reporter.ts'

/** Every reporter by its id: the only registry. */
export const reporters = {
  list: listReporter,
  junit: junitReporter,
  json: jsonReporter,
  events: eventsReporter,
}
/** The id of a reporter. */
export type ReporterId = keyof typeof reporters
