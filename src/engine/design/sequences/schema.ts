import * as v from 'valibot'
import { common, name } from '../fields.ts'

/** What a design of orders of events holds in the file. */
export const sequencesSchema = v.strictObject({
  ...common('sequences'),
  events: v.array(name),
  /** How many events are put into every order. */
  strength: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(2), v.maxValue(4)), 3),
  /** Events of which the one always comes before the other. */
  before: v.optional(v.array(v.strictObject({ first: name, next: name })), []),
})
/** What the method needs of a design. */
export type SequencesDesign = Omit<v.InferOutput<typeof sequencesSchema>, 'id' | 'source'>
