import { harRecord } from './har.ts'
import { jsonRecord } from './json.ts'
import { markdownRecord } from './markdown.ts'
import type { RecordFormat } from './record.ts'

/** Every form of export, in the order of the menu. */
export const recordFormats: readonly RecordFormat[] = [markdownRecord, harRecord, jsonRecord]
