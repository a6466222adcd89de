import * as v from 'valibot'
import { classedParameter, common, parameter } from '../fields.ts'

/** What a design of boundary values holds in the file. A parameter by its values has no boundaries: it keeps its first valid one. */
export const boundariesSchema = v.strictObject({
  ...common('boundaries'),
  parameters: v.array(v.union([parameter, classedParameter])),
  points: v.optional(v.picklist([2, 3]), 2),
  boundaries: v.optional(v.picklist(['all-boundaries', 'valid-boundaries']), 'all-boundaries'),
  /** How boundaries of several parameters meet, one at a time unless said (Jorgensen, Software Testing, chapter 5). */
  combine: v.optional(v.picklist(['one-at-a-time', 'robust', 'worst-case', 'robust-worst-case'])),
})
/** What the method needs of a design. */
export type BoundariesDesign = Omit<v.InferOutput<typeof boundariesSchema>, 'id' | 'source'>
