import * as v from 'valibot'
import { predicateName } from '#engine/checks/schema.ts'
import { sourceEntries } from '#engine/extractors/schema.ts'
import { json } from './fields.ts'

/** One check: a source, a predicate and an expected value. */
export const checkSchema = v.strictObject({
  ...sourceEntries,
  not: v.optional(v.boolean(), false),
  is: predicateName,
  /** The expected value; a list for `between` and `one-of`, a JSON Schema for `matches-schema`. */
  value: v.optional(json),
  /**
   * For `conforms-to-api`: the id of one of the project's APIs, and an operation of it; without them the one that fits the
   * request.
   */
  api: v.optional(v.string()),
  operation: v.optional(v.string()),
  /** For `matches-snapshot`: what was found once and accepted, and what of it is not compared, as JSONPaths. */
  snapshot: v.optional(json),
  ignore: v.optional(v.array(v.string())),
})
/** See {@link checkSchema}. */
export type Check = v.InferOutput<typeof checkSchema>
