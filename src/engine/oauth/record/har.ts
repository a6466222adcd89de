import { harEntry } from '#engine/ports/http/har.ts'
import type { Exchange } from '#engine/ports/index.ts'
import type { ExchangeRecord, RecordFormat } from './record.ts'

/** A response that was known, and a page that a script only looked at, were not requested. */
const wasSent = ({ known, purpose }: Exchange): boolean => !known && purpose !== 'login-page'

/** HTTP Archive 1.2, which browsers and proxies open. */
export const harRecord: RecordFormat = {
  id: 'har',
  title: 'HAR',
  extension: 'har',
  mediaType: 'application/json',
  write(record: ExchangeRecord) {
    const began = Date.parse(record.startedAt)
    const entries = record.exchanges.filter(wasSent).map((one) => harEntry(Number.isNaN(began) ? 0 : began, one))
    const log = { version: '1.2', creator: { name: 'Assay', version: '1' }, comment: record.step, entries }
    return `${JSON.stringify({ log }, null, 2)}\n`
  },
}
