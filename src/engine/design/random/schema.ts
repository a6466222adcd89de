import * as v from 'valibot'
import { classedParameter, common, parameter } from '../fields.ts'

/** What a design of random testing holds in the file. */
export const randomSchema = v.strictObject({
  ...common('random'),
  parameters: v.array(v.union([parameter, classedParameter])),
  constraints: v.optional(v.array(v.string()), []),
  count: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1), v.maxValue(10_000)), 10),
})
/** What the method needs of a design. */
export type RandomDesign = Omit<v.InferOutput<typeof randomSchema>, 'id' | 'source'>
