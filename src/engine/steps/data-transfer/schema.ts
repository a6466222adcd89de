import * as v from 'valibot'
import { sourceEntries } from '#engine/extractors/schema.ts'
import { common } from '../common.ts'
import { json, writableScope } from '../fields.ts'

/** One transfer: a source, and the variable for its value. */
export const transferSchema = v.strictObject({
  ...sourceEntries,
  /** A regular expression whose first group is kept. */
  match: v.optional(v.string()),
  to: v.string(),
  scope: v.optional(writableScope, 'TestCase'),
  default: v.optional(json),
})
/** See {@link transferSchema}. */
export type Transfer = v.InferOutput<typeof transferSchema>

/** The Data Transfer step, in the order of the file. */
export const dataTransferSchema = v.strictObject({
  ...common('data-transfer'),
  step: v.optional(v.string()),
  transfers: v.optional(v.array(transferSchema), []),
})
/** See {@link dataTransferSchema}. */
export type DataTransferStep = v.InferOutput<typeof dataTransferSchema>
