import * as v from 'valibot'
import { classedParameter, common, name, parameter, scalar, type Parameter } from '../fields.ts'

/** What a design of combinations holds in the file. */
export const combinationsSchema = v.strictObject({
  ...common('combinations'),
  parameters: v.array(v.union([parameter, classedParameter])),
  constraints: v.optional(v.array(v.string()), []),
  strength: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1), v.maxValue(6)), 2),
  groups: v.optional(
    v.array(v.strictObject({ parameters: v.array(name), strength: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
    [],
  ),
  /** Strength by parameter where it is not the model's: its combinations with the others. */
  orders: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)))),
  combine: v.optional(v.picklist(['t-wise', 'each-choice', 'base-choice', 'all']), 't-wise'),
  /** How invalid values are covered: each with every valid value of the others, as PICT does, or each in one test. The first unless said. */
  invalid: v.optional(v.picklist(['combined', 'once'])),
  rows: v.optional(v.array(v.record(v.string(), scalar)), []),
  /** A suite that was found by longer work, by test the values in the order of the parameters: it is the result as long as it covers all. */
  minimised: v.optional(v.array(v.array(scalar))),
})

/** What the method needs of a design: without what says where it is in a file. */
export type CombinationsDesign = Omit<v.InferOutput<typeof combinationsSchema>, 'id' | 'source'>
/** One whose parameters all have values, as PICT's text has them. */
export type ValuedDesign = Omit<CombinationsDesign, 'parameters'> & { parameters: Parameter[] }
