import * as v from 'valibot'
import { json, lines } from '#engine/steps/fields.ts'
import { commonKeys } from '../fields.ts'

/** Rows of a database query, read once per run; parameters are bound, never pasted into the text. */
export const querySourceSchema = v.strictObject({
  ...commonKeys('query'),
  connection: v.string(),
  query: v.optional(lines, ''),
  parameters: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(json, '') })), []),
})
/** See {@link querySourceSchema}. */
export type QuerySource = v.InferOutput<typeof querySourceSchema>
