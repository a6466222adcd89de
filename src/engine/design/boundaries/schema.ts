import * as v from 'valibot'
import { classedParameter } from '../classes.ts'
import { common } from '../fields.ts'

/** What a design of boundary values holds in the file. */
export const boundariesSchema = v.strictObject({
  ...common('boundaries'),
  parameters: v.array(classedParameter),
  points: v.optional(v.picklist([2, 3]), 2),
  boundaries: v.optional(v.picklist(['all-boundaries', 'valid-boundaries']), 'all-boundaries'),
})
/** What the method needs of a design. */
export type BoundariesDesign = Omit<v.InferOutput<typeof boundariesSchema>, 'id' | 'source'>
