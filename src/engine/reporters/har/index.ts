import { base64 } from '#engine/base/encoding/base64.ts'
import { harEntry, type HarBody } from '#engine/ports/http/har.ts'
import type { Exchange, Reporter } from '../reporter.ts'

/**
 * HTTP Archive 1.2 of all that a run sent, which browsers and proxies open: a page for each case, an entry for each exchange with the body of
 * its answer. Secrets are masked, as in all events.
 */
export const harReporter: Reporter<'har'> = {
  id: 'har',
  create(write, body) {
    let startedAt = 0
    let entries = 0
    let run = ''
    const pages: object[] = []
    return (event) => {
      if (event.type === 'run-started') {
        startedAt = Date.parse(event.startedAt) || 0
        run = event.project.name
        write(`{"log":{"version":"1.2","creator":{"name":"Assay","version":"1"},"comment":${JSON.stringify(run)},"entries":[`)
      } else if (event.type === 'case-started') {
        pages.push({
          startedDateTime: new Date(startedAt + event.at).toISOString(),
          id: event.case.id,
          title: `${event.suite.name} > ${event.case.name}`,
          pageTimings: {},
        })
      } else if (event.type === 'exchanged' && wasSent(event.exchange)) {
        const { response } = event.exchange
        const bytes = response?.body === undefined ? undefined : body(response.body.id)
        const entry = { pageref: event.case, ...harEntry(startedAt, event.exchange, bytes && contentOf(bytes)) }
        write(`${entries++ === 0 ? '' : ','}\n${JSON.stringify(entry)}`)
      } else if (event.type === 'run-finished') {
        // A case that was run again is one page.
        const last = new Map(pages.map((page) => [Reflect.get(page, 'id'), page]))
        write(`\n],"pages":${JSON.stringify([...last.values()])}}}\n`)
      }
    }
  },
}

/** An answer that was known, and a page that a script only looked at, were not requested. */
const wasSent = ({ known, purpose }: Exchange): boolean => !known && purpose !== 'login-page'

/** Bytes that aren't text are in base64, as HAR has it. */
function contentOf(bytes: Uint8Array): HarBody {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: base64(bytes), encoding: 'base64' }
  }
}
