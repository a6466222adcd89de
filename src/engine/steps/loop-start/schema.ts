import * as v from 'valibot'
import { common } from '../common.ts'

/** The Loop Start step, in the order of the file. */
export const loopStartSchema = v.strictObject({
  ...common('loop-start'),
  dataSource: v.optional(v.string()),
  mapping: v.optional(
    v.array(
      v.strictObject({
        column: v.string(),
        variable: v.string(),
        type: v.optional(v.picklist(['string', 'number', 'boolean', 'json']), 'string'),
      }),
    ),
    [],
  ),
  from: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1, 'is less than 1'))),
  to: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1, 'is less than 1'))),
  onFailure: v.optional(v.picklist(['continue', 'stop']), 'continue'),
})
/** See {@link loopStartSchema}. */
export type LoopStartStep = v.InferOutput<typeof loopStartSchema>
