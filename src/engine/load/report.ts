import * as v from 'valibot'
import { exchangeSchema } from '#engine/ports/http/exchange.ts'
import { stageSchema, thresholdOrders } from '#engine/project/load-test.ts'

const named = v.object({ id: v.string(), name: v.string() })
const count = v.number()

/** Milliseconds. */
const spread = v.object({
  min: v.number(),
  avg: v.number(),
  p50: v.number(),
  p90: v.number(),
  p95: v.number(),
  p99: v.number(),
  max: v.number(),
})

const summary = v.object({
  /** At most at work at once. */
  users: count,
  iterations: count,
  /** In which a check failed or a step broke. */
  failedIterations: count,
  /** Of the open model: started later than they were due; and those that never could start. */
  late: count,
  dropped: count,
  /** That were cut off at the end. */
  cut: count,
  requests: count,
  /** That got no response. */
  failedRequests: count,
  /** Connections that the server ended before the response was complete. Absent in reports of earlier versions. */
  resets: v.optional(count),
  requestsPerSecond: v.number(),
  iterationsPerSecond: v.number(),
  /** Bytes of the bodies that came. */
  bytes: count,
  checks: v.object({ passed: count, failed: count }),
  /** Of requests, and of iterations. */
  duration: spread,
  iteration: spread,
})

/** What a load test came to; JSON of `assay load`, version 1. */
export const loadReportSchema = v.object({
  format: v.literal('assay-load'),
  version: v.literal(1),
  test: named,
  project: named,
  environment: v.optional(named),
  target: named,
  executor: v.picklist(['users', 'rate']),
  stages: v.array(stageSchema),
  /** ISO 8601. */
  startedAt: v.string(),
  /** Seconds. */
  duration: v.number(),
  seed: v.number(),
  outcome: v.picklist(['passed', 'failed', 'broken', 'cancelled']),
  /** Why it ended before its time, or could not start. */
  reason: v.optional(v.string()),
  summary,
  thresholds: v.array(
    v.object({ metric: v.string(), is: v.picklist(thresholdOrders), value: v.number(), actual: v.number(), passed: v.boolean() }),
  ),
  steps: v.array(
    v.object({
      case: named,
      step: v.object({ id: v.string(), name: v.string(), kind: v.string() }),
      count,
      failed: count,
      requests: count,
      /** Of its requests; of a step that sends none, of the step. */
      duration: spread,
    }),
  ),
  errors: v.array(v.object({ outcome: v.string(), code: v.optional(v.string()), text: v.string(), count })),
  /** By `width` seconds. */
  series: v.object({
    width: v.number(),
    points: v.array(
      v.object({
        at: v.number(),
        users: count,
        iterations: count,
        failed: count,
        requests: count,
        p50: v.number(),
        p90: v.number(),
        p95: v.number(),
        p99: v.number(),
      }),
    ),
  }),
  /** The first failures, with what was sent and answered; masked. */
  samples: v.array(
    v.object({
      /** Seconds since it started. */
      at: v.number(),
      user: count,
      iteration: count,
      case: v.string(),
      step: v.string(),
      outcome: v.string(),
      message: v.optional(v.string()),
      hint: v.optional(v.string()),
      checks: v.array(v.object({ subject: v.string(), expected: v.string(), actual: v.string() })),
      exchange: v.optional(exchangeSchema),
    }),
  ),
  /** What limited it, in words. */
  notes: v.array(v.string()),
})
/** See {@link loadReportSchema}. */
export type LoadReport = v.InferOutput<typeof loadReportSchema>
/** A point of its curves. */
export type LoadPoint = LoadReport['series']['points'][number]

/** Reads a report that `assay load` wrote; undefined for anything else. */
export function parseLoadReport(text: string): LoadReport | undefined {
  try {
    const read = v.safeParse(loadReportSchema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
