import * as v from 'valibot'
import { text } from '#engine/steps/fields.ts'
import { commonKeys } from '../fields.ts'

/** Rows that are made by templates, from the run's seed. */
export const generatedSourceSchema = v.strictObject({
  ...commonKeys('generated'),
  rows: v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(0, 'is less than 0')),
  columns: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(text, '') })), []),
})
/** See {@link generatedSourceSchema}. */
export type GeneratedSource = v.InferOutput<typeof generatedSourceSchema>
