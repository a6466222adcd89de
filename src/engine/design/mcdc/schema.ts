import * as v from 'valibot'
import { common } from '../fields.ts'

/** What of a decision is exercised. */
export const decisionCoverages = [
  'unique-cause',
  'masking',
  'unique-cause-masking',
  'condition',
  'decision',
  'condition-decision',
  'multiple-condition',
] as const

/** What a design of MC/DC holds in the file: a decision like `(member and total > 100) or coupon`. */
export const mcdcSchema = v.strictObject({
  ...common('mcdc'),
  decision: v.string(),
  coverage: v.optional(v.picklist(decisionCoverages), 'unique-cause'),
})
/** What the method needs of a design. */
export type McdcDesign = Omit<v.InferOutput<typeof mcdcSchema>, 'id' | 'source'>
