import * as v from 'valibot'
import { common, name } from '../fields.ts'

/** How much of a state machine is exercised. */
const stateCoverages = [
  'states',
  '0-switch',
  '1-switch',
  '2-switch',
  '3-switch',
  'all-transitions',
  'round-trips',
  'tour',
  'w',
  'wp',
] as const

/** What a design of state transitions holds in the file. */
export const statesSchema = v.strictObject({
  ...common('states'),
  states: v.array(name),
  initial: name,
  transitions: v.array(
    v.strictObject({
      from: name,
      event: name,
      to: name,
      output: v.optional(v.string(), ''),
      guard: v.optional(v.string(), ''),
    }),
  ),
  coverage: v.optional(v.picklist(stateCoverages), '0-switch'),
  /** For w and wp: states that an implementation may have more than the model. */
  extraStates: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(0), v.maxValue(3))),
})
/** What the method needs of a design. */
export type StatesDesign = Omit<v.InferOutput<typeof statesSchema>, 'id' | 'source'>
