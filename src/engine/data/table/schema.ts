import * as v from 'valibot'
import { json } from '#engine/steps/fields.ts'
import { commonKeys } from '../fields.ts'

/** Rows that are typed in a grid, or that a design made, whose id `design` is. */
export const tableSourceSchema = v.strictObject({
  ...commonKeys('table'),
  columns: v.optional(v.array(v.string()), []),
  rows: v.optional(v.array(v.array(json)), []),
  design: v.optional(v.string()),
})
/** See {@link tableSourceSchema}. */
export type TableSource = v.InferOutput<typeof tableSourceSchema>
