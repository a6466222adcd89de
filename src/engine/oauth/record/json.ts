import type { ExchangeRecord, RecordFormat } from './record.ts'

/** The record unchanged, with a mark by which it can be recognized. */
export const jsonRecord: RecordFormat = {
  id: 'json',
  title: 'JSON',
  extension: 'json',
  mediaType: 'application/json',
  write: (record: ExchangeRecord) => `${JSON.stringify({ format: 'assay-exchange', version: 1, ...record }, null, 2)}\n`,
}
