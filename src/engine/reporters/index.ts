import { listReporter } from './list/index.ts'
import type { Reporter, ReporterEntry, Wants } from './reporter.ts'

/** Every reporter by its id: the only registry. What a run does not ask for is not loaded. */
export const reporters = {
  list: { wants: {}, load: async () => listReporter },
  junit: { wants: {}, isDocument: true, load: async () => (await import('./junit/index.ts')).junitReporter },
  html: {
    wants: { exchanges: true, bodies: true, page: true },
    isDocument: true,
    load: async () => (await import('./html/index.ts')).htmlReporter,
  },
  json: {
    wants: { exchanges: true, bodies: true },
    isDocument: true,
    load: async () => (await import('./json/index.ts')).jsonReporter,
  },
  events: { wants: { exchanges: true }, load: async () => (await import('./events/index.ts')).eventsReporter },
  har: {
    wants: { exchanges: true, bodies: true },
    isDocument: true,
    load: async () => (await import('./har/index.ts')).harReporter,
  },
  ctrf: { wants: {}, isDocument: true, load: async () => (await import('./ctrf/index.ts')).ctrfReporter },
  github: { wants: {}, isAside: true, load: async () => (await import('./github/index.ts')).githubReporter },
  tap: { wants: {}, load: async () => (await import('./tap/index.ts')).tapReporter },
  allure: { wants: {}, folder: 'allure-results', load: async () => (await import('./allure/index.ts')).allureReporter },
} satisfies Record<string, ReporterEntry>
/** The id of a reporter. */
export type ReporterId = keyof typeof reporters

/** What is known of a reporter before it is loaded. */
export const reporterEntry = (id: ReporterId): ReporterEntry => reporters[id]

/** All reporters, loaded. */
export const loadReporters = (): Promise<Reporter[]> => Promise.all(Object.values(reporters).map(({ load }) => load()))

/** What reporters want together. */
export function wantsOf(ids: readonly ReporterId[]): Required<Pick<Wants, 'exchanges' | 'bodies'>> {
  const wants = ids.map((id): Wants => reporters[id].wants)
  return { exchanges: wants.some(({ exchanges }) => exchanges), bodies: wants.some(({ bodies }) => bodies) }
}
