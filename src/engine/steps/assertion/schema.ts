import * as v from 'valibot'
import { checkSchema } from '../check-schema.ts'
import { common } from '../common.ts'

export { checkSchema, type Check } from '../check-schema.ts'

/** The Assertion step, in the order of the file. */
export const assertionSchema = v.strictObject({
  ...common('assertion'),
  step: v.optional(v.string()),
  checks: v.optional(v.array(checkSchema), []),
})
/** See {@link assertionSchema}. */
export type AssertionStep = v.InferOutput<typeof assertionSchema>
