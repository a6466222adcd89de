/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import * as v from 'valibot'
import { common, name, scalar } from '../fields.ts'

/**
 * What a design of a decision table holds in the file. A condition omitted from `when` is one that the rule does not care
 * about.
 */
export const decisionTableSchema = v.strictObject({
  ...common('decision-table'),
  conditions: v.array(v.strictObject({ name, values: v.array(scalar) })),
  actions: v.array(name),
  rules: v.array(v.strictObject({ when: v.record(v.string(), scalar), then: v.record(v.string(), scalar) })),
  else: v.optional(v.record(v.string(), scalar)),
  impossible: v.optional(v.array(v.string()), []),
})
/** What the method needs of a design. */
export type DecisionTableDesign = Omit<v.InferOutput<typeof decisionTableSchema>, 'id' | 'source'>
