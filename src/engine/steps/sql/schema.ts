import * as v from 'valibot'
import { common } from '../common.ts'
import { bounded, json, lines } from '../fields.ts'

/** The SQL Query step, in the order of the file. */
export const sqlSchema = v.strictObject({
  ...common('sql'),
  connection: v.string(),
  query: v.optional(lines, ''),
  /** A value is a template, or a number, `true`, `false` or `null`. */
  parameters: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(json, '') })), []),
  timeout: v.optional(bounded(1, 3600), 30),
  /** Several statements. */
  script: v.optional(v.boolean(), false),
  /** All of it is undone at the end of the step. */
  rollback: v.optional(v.boolean(), false),
})
/** See {@link sqlSchema}. */
export type SqlStep = v.InferOutput<typeof sqlSchema>
