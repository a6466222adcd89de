import * as v from 'valibot'
import { commonKeys, encodings, textKeys } from '../fields.ts'

/** What parts cells or stands around them. */
export const mark = v.pipe(
  v.string(),
  v.check((text) => text.length === 1 && !/[\r\n\0\uFEFF]/.test(text), "isn't a single character, or is a line break"),
)

/** Rows as CSV (RFC 4180). What is absent of its dialect is found by looking at the text. */
export const csvSourceSchema = v.strictObject({
  ...commonKeys('csv'),
  ...textKeys,
  delimiter: v.optional(mark),
  quote: v.optional(mark),
  header: v.optional(v.boolean()),
  encoding: v.optional(v.picklist(encodings)),
})
/** See {@link csvSourceSchema}. */
export type CsvSource = v.InferOutput<typeof csvSourceSchema>
