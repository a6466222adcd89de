import * as v from 'valibot'
import { diagnosisSchema } from '#engine/ports/diagnosis.ts'
import { countsSchema, earlierAnswer, jarReportSchema, notBegunSchema, outcomeName } from './events.ts'

const answerSchema = v.object({
  status: v.number(),
  /** By name, in lower case; of those whose value is another one each time the name alone. */
  headers: v.array(v.tuple([v.string(), v.string()])),
  /** The places of a JSON body with their types: `$.items[].id`, `number or null`. */
  shape: v.optional(v.array(v.tuple([v.string(), v.string()]))),
})
/** The parts of a response that are compared between runs. */
export type Answer = v.InferOutput<typeof answerSchema>

const stepReport = v.object({
  id: v.string(),
  kind: v.string(),
  name: v.string(),
  /** Absent while it has not ended; `running` says whether it has started. */
  outcome: v.optional(outcomeName),
  running: v.optional(v.boolean()),
  /** Milliseconds since the run started. */
  startedAt: v.optional(v.number()),
  duration: v.optional(v.number()),
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  hint: v.optional(v.string()),
  cause: v.optional(v.string()),
  diagnosis: v.optional(diagnosisSchema),
  summary: v.optional(v.string()),
  status: v.optional(v.number()),
  unchecked: v.optional(v.literal(true)),
  lookedAt: v.optional(earlierAnswer),
  warnings: v.optional(v.array(v.string())),
  /** Checks of an assertion; of a passed step only their number is kept. */
  checks: v.optional(
    v.array(
      v.object({
        index: v.number(),
        passed: v.boolean(),
        subject: v.string(),
        expected: v.string(),
        actual: v.string(),
        found: v.optional(v.string()),
      }),
    ),
  ),
  checked: v.optional(v.number()),
  /** Of a request; only in a report that was made to be compared (`json`). */
  answer: v.optional(answerSchema),
  /** Of its last request, where the host that sent it saw how the connection was made. */
  phases: v.optional(
    v.object({
      /** Milliseconds from the start of the step to its sending. */
      at: v.number(),
      dns: v.optional(v.number()),
      connect: v.optional(v.number()),
      tls: v.optional(v.number()),
      wait: v.optional(v.number()),
      receive: v.optional(v.number()),
    }),
  ),
  /** The innermost Loop Start around it. */
  loop: v.optional(v.string()),
  /**
   * Of a step in a loop, where the loop is: the row whose result this is, the worst of all. Absent: it is its own, outside
   * rows.
   */
  rows: v.optional(v.array(v.number())),
})
/** One step of a report. */
export type StepReport = v.InferOutput<typeof stepReport>

const rowReport = v.object({
  /** The id of the Loop Start. */
  loop: v.string(),
  /** Its number, from 1, after those of the rows around it. */
  rows: v.array(v.number()),
  /** Its variables, as text, masked. */
  values: v.record(v.string(), v.string()),
  outcome: v.optional(outcomeName),
  startedAt: v.number(),
  duration: v.optional(v.number()),
  /** With those of the rows inside it. */
  counts: countsSchema,
  /** Its steps, inner loops included; absent of a row in which all passed, and after the first thousand that have not. */
  steps: v.optional(v.array(stepReport)),
})
/** One row of a loop. */
export type RowReport = v.InferOutput<typeof rowReport>

const caseReport = v.object({
  id: v.string(),
  name: v.string(),
  /** From 2 when the case was run again. */
  attempt: v.optional(v.number()),
  /** Only some of its enabled steps were gone through: the outcome is theirs, not the case's. */
  part: v.optional(v.boolean()),
  outcome: v.optional(outcomeName),
  startedAt: v.number(),
  duration: v.optional(v.number()),
  counts: countsSchema,
  steps: v.array(stepReport),
  /** Rows of its loops as they started: all that go on, and of those that have ended as many as the limits allow. */
  rows: v.optional(v.array(rowReport)),
  /** All rows that have ended. */
  rowCounts: v.optional(countsSchema),
})
/** One case of a report. */
export type CaseReport = v.InferOutput<typeof caseReport>

/** The report of a run. `fold` creates it from the run's events. */
export const reportSchema = v.object({
  run: v.string(),
  project: v.object({ id: v.string(), name: v.string() }),
  environment: v.optional(v.object({ id: v.string(), name: v.string() })),
  startedAt: v.string(),
  /** What someone has called the run. */
  name: v.optional(v.string()),
  seed: v.number(),
  total: v.object({ suites: v.number(), cases: v.number(), steps: v.number() }),
  /** Absent while the run goes on. */
  outcome: v.optional(outcomeName),
  duration: v.optional(v.number()),
  reason: v.optional(v.string()),
  counts: countsSchema,
  suites: v.array(v.object({ id: v.string(), name: v.string(), cases: v.array(caseReport) })),
  /** Cases that weren't started. Their steps count as skipped. See the event `run-finished`. */
  notBegun: v.optional(v.array(notBegunSchema)),
  /** The cookie jars of a project that keeps cookies, as their case, suite or run left them; without the empty ones. */
  jars: v.optional(v.array(jarReportSchema)),
})
/** See {@link reportSchema}. */
export type Report = v.InferOutput<typeof reportSchema>
