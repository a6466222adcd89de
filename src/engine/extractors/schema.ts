import * as v from 'valibot'
import { sourceNames } from './facts.ts'

/** Where a value is taken from, in the file: the keys that checks and transfers share, in their order. */
export const sourceEntries = {
  source: v.picklist(sourceNames),
  /** For `header`, `cookie`, `variable`. */
  name: v.optional(v.string()),
  /** For `json` (RFC 9535) and `xml` (XPath). */
  path: v.optional(v.string()),
  /** For `cell`: row from 0, column by name or from 0. */
  row: v.optional(v.number()),
  column: v.optional(v.union([v.string(), v.number()])),
}
