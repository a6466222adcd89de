import * as v from 'valibot'
import { bounded, common, lines, text } from '../fields.ts'

/** The SQL Query step, in the order of the file. */
export const sqlSchema = v.strictObject({
  ...common('sql'),
  connection: v.string(),
  query: v.optional(lines, ''),
  parameters: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(text, '') })), []),
  timeout: v.optional(bounded(1, 3600), 30),
})
/** See {@link sqlSchema}. */
export type SqlStep = v.InferOutput<typeof sqlSchema>
