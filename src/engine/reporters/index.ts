import { allureReporter } from './allure/index.ts'
import { ctrfReporter } from './ctrf/index.ts'
import { eventsReporter } from './events/index.ts'
import { githubReporter } from './github/index.ts'
import { harReporter } from './har/index.ts'
import { htmlReporter } from './html/index.ts'
import { jsonReporter } from './json/index.ts'
import { junitReporter } from './junit/index.ts'
import { listReporter } from './list/index.ts'
import { tapReporter } from './tap/index.ts'
import type { Reporter, Wants } from './reporter.ts'

/** Every reporter by its id: the only registry. */
export const reporters = {
  list: listReporter,
  junit: junitReporter,
  html: htmlReporter,
  json: jsonReporter,
  events: eventsReporter,
  har: harReporter,
  ctrf: ctrfReporter,
  github: githubReporter,
  tap: tapReporter,
  allure: allureReporter,
} satisfies Record<string, Reporter>
/** The id of a reporter. */
export type ReporterId = keyof typeof reporters

/** What reporters want together. */
export function wantsOf(ids: readonly ReporterId[]): Required<Pick<Wants, 'exchanges' | 'bodies'>> {
  const wants = ids.map((id): Wants => reporters[id].wants)
  return { exchanges: wants.some(({ exchanges }) => exchanges), bodies: wants.some(({ bodies }) => bodies) }
}
