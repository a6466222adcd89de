import * as v from 'valibot'
import { lines } from '#engine/steps/fields.ts'

const id = v.pipe(v.string(), v.minLength(1, 'is empty'))
const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0, 'is negative'))

/** What a threshold can be about: durations in milliseconds, rates of failures and checks from 0 to 1, others per second or counted. */
export const loadMetrics = [
  ...['avg', 'min', 'max', 'p50', 'p90', 'p95', 'p99'].flatMap((of) => [`duration.${of}`, `iteration.${of}`]),
  'failure.rate',
  'checks.rate',
  'requests.rate',
  'requests.count',
  'iterations.rate',
  'iterations.count',
  'resets.count',
  'late.count',
] as const

/** How a threshold compares what was measured with its value. */
export const thresholdOrders = ['less-than', 'at-most', 'greater-than', 'at-least'] as const

/** A limit that a load test keeps or not. */
export const thresholdSchema = v.strictObject({
  /** One of {@link loadMetrics}. */
  metric: v.string(),
  is: v.picklist(thresholdOrders),
  value: v.number(),
})
/** See {@link thresholdSchema}. */
export type Threshold = v.InferOutput<typeof thresholdSchema>

/**
 * A part of a load test: in `duration` seconds it comes, in a straight line from where the stage before left it, to so many users (`executor`
 * `users`), or to so many iterations a second (`rate`).
 */
export const stageSchema = v.strictObject({
  duration: notNegative,
  users: v.optional(notNegative),
  rate: v.optional(notNegative),
})
/** See {@link stageSchema}. */
export type Stage = v.InferOutput<typeof stageSchema>

/** A load test of a case or suite. */
export const loadTestSchema = v.strictObject({
  id,
  name: v.string(),
  description: v.optional(lines, ''),
  /** Id of the case or suite that each iteration runs. */
  target: v.string(),
  environment: v.optional(v.string()),
  /**
   * `users`: each starts again as soon as it finishes (closed model). `rate`: iterations start when they are due (open model).
   * The first unless said.
   */
  executor: v.optional(v.picklist(['users', 'rate'])),
  stages: v.optional(v.array(stageSchema), []),
  /** Of the open model: as many users as may be at work at once. */
  maxUsers: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1))),
  /** Of a target with a loop: each iteration takes one row. Absent: each goes through all. */
  rows: v.optional(v.picklist(['sequential', 'random', 'unique'])),
  /** Seconds between two iterations of a user. */
  think: v.optional(notNegative),
  /** Id of a case that runs once first; the Project variables that it sets are every user's. */
  before: v.optional(v.string()),
  thresholds: v.optional(v.array(thresholdSchema), []),
})
/** See {@link loadTestSchema}. */
export type LoadTest = v.InferOutput<typeof loadTestSchema>
