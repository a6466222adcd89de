import * as v from 'valibot'
import { checkSchema } from './check-schema.ts'
import { lines } from './fields.ts'

/** A condition: a step or case only runs if all of these checks pass. Absent: it always runs. */
export const conditionSchema = v.array(checkSchema)

/** The keys that every step has, in the order of the file. */
export const common = <K extends string>(kind: K) => ({
  id: v.pipe(v.string(), v.minLength(1, 'is empty')),
  kind: v.literal(kind),
  name: v.string(),
  description: v.optional(lines, ''),
  disabled: v.optional(v.boolean(), false),
  onlyIf: v.optional(conditionSchema),
})
