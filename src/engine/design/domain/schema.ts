import * as v from 'valibot'
import { classedParameter, common, name, parameter } from '../fields.ts'

/** A number of the domain: its step, and between what it lies. */
const domainParameter = v.strictObject({
  name,
  type: v.optional(v.picklist(['integer', 'number']), 'integer'),
  step: v.optional(v.pipe(v.number(), v.gtValue(0, "isn't greater than 0")), 1),
  from: v.optional(v.pipe(v.number(), v.finite())),
  to: v.optional(v.pipe(v.number(), v.finite())),
})

/** What a design of domain analysis holds in the file: borders are linear conditions of numbers, as `total + 2*tax <= 100`. */
export const domainSchema = v.strictObject({
  ...common('domain'),
  parameters: v.optional(v.array(v.union([domainParameter, classedParameter, parameter])), []),
  borders: v.array(v.string()),
})
/** What the method needs of a design. */
export type DomainDesign = Omit<v.InferOutput<typeof domainSchema>, 'id' | 'source'>
