import * as v from 'valibot'
import { classedParameter, common, parameter } from '../fields.ts'

/** What a design of equivalence partitions holds in the file: parameters by their classes, or by values that are a class each. */
export const partitionsSchema = v.strictObject({
  ...common('partitions'),
  parameters: v.array(v.union([parameter, classedParameter])),
  constraints: v.optional(v.array(v.string())),
  /** How valid classes of several parameters are combined: each choice unless said. */
  combine: v.optional(v.picklist(['each-choice', 'base-choice', 't-wise', 'all'])),
})
/** What the method needs of a design. */
export type PartitionsDesign = Omit<v.InferOutput<typeof partitionsSchema>, 'id' | 'source'>
