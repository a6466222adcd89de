import * as v from 'valibot'
import { diagnosisSchema } from '#engine/ports/diagnosis.ts'
import { exchangeSchema } from '#engine/ports/http/exchange.ts'
import { sqlRecordSchema } from '#engine/ports/sql/sql-record.ts'

const named = v.object({ id: v.string(), name: v.string() })

/**
 * An outcome. A case or run has the worst outcome of its parts: failed, broken, cancelled, passed, skipped. A case interrupted
 * by the end of the run is cancelled at best.
 */
export const outcomeName = v.picklist(['passed', 'failed', 'broken', 'skipped', 'cancelled'])
/** See {@link outcomeName}. */
export type OutcomeName = v.InferOutput<typeof outcomeName>

/** Counts of steps by outcome. */
export const countsSchema = v.object({
  passed: v.number(),
  failed: v.number(),
  broken: v.number(),
  skipped: v.number(),
  cancelled: v.number(),
})
/** See {@link countsSchema}. */
export type Counts = v.InferOutput<typeof countsSchema>

/** Cases of one suite that weren't started, with the number of their planned steps. */
export const notBegunSchema = v.object({
  suite: named,
  cases: v.array(v.object({ id: v.string(), name: v.string(), steps: v.number() })),
})
/** See {@link notBegunSchema}. */
export type NotBegun = v.InferOutput<typeof notBegunSchema>

/** Every event: its place in the order of the run, and milliseconds since the run started (monotonic, R26). */
const event = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.object({ type: v.literal(type), seq: v.number(), at: v.number(), ...entries })

/** Where a step's event belongs (`Place`): the case, the numbers of the rows around the step if it is in a loop, and the step. */
const place = { case: v.string(), rows: v.optional(v.array(v.number())), step: v.string() }
/** Where a row belongs: its number is the last of `rows`, `step` the Loop Start. */
const rowPlace = { ...place, rows: v.array(v.number()) }

/** A response of an earlier run: the step that got it, the run, and when that started (ISO 8601). */
export const earlierAnswer = v.object({ step: named, run: v.string(), startedAt: v.string() })

/** What a cookie jar held at the end of its case, suite or run. */
export const jarReportSchema = v.object({
  scope: v.picklist(['case', 'suite', 'run']),
  /** Of the case or suite. */
  id: v.optional(v.string()),
  cookies: v.array(
    v.object({
      name: v.string(),
      /** Masked if it looks like a session. */
      value: v.string(),
      domain: v.string(),
      /** Only this host gets it, not those below it. */
      hostOnly: v.boolean(),
      path: v.string(),
      secure: v.boolean(),
      httpOnly: v.boolean(),
      sameSite: v.optional(v.picklist(['Strict', 'Lax', 'None'])),
      /** ISO 8601; absent: a session cookie. */
      expires: v.optional(v.string()),
    }),
  ),
  /** Cookies that are not listed. */
  more: v.optional(v.number()),
})
/** See {@link jarReportSchema}. */
export type JarReport = v.InferOutput<typeof jarReportSchema>

/** One event of a run, the same in the worker, the terminal and the reports. */
export const runEventSchema = v.variant('type', [
  event('run-started', {
    run: v.string(),
    project: named,
    environment: v.optional(named),
    /** Wall clock at the start, ISO 8601. */
    startedAt: v.string(),
    /** What someone has called the run since. */
    name: v.optional(v.string()),
    seed: v.number(),
    /** Steps that are planned; disabled ones are not. */
    total: v.object({ suites: v.number(), cases: v.number(), steps: v.number() }),
  }),
  event('case-started', {
    suite: named,
    case: named,
    /** From 2 when the case is run again (`--retry`): what was reported about it before no longer counts. */
    attempt: v.optional(v.number()),
    /** Only some of the case's enabled steps are gone through, so what it comes to says nothing of the whole case. */
    part: v.optional(v.boolean()),
    /** The steps that will be gone through, in order; `loop`: the innermost Loop Start around it. */
    steps: v.array(v.object({ id: v.string(), kind: v.string(), name: v.string(), loop: v.optional(v.string()) })),
  }),
  event('row-started', {
    ...rowPlace,
    /** The variables of the row, as text, masked. */
    values: v.record(v.string(), v.string()),
  }),
  event('step-started', place),
  event('exchanged', { ...place, exchange: exchangeSchema }),
  event('queried', { ...place, query: sqlRecordSchema }),
  event('checked', {
    ...place,
    check: v.object({
      index: v.number(),
      passed: v.boolean(),
      subject: v.string(),
      expected: v.string(),
      actual: v.string(),
      found: v.optional(v.string()),
    }),
  }),
  event('variable-set', {
    ...place,
    name: v.string(),
    scope: v.picklist(['TestCase', 'TestSuite', 'Project']),
    value: v.string(),
  }),
  event('noted', { ...place, level: v.picklist(['info', 'warning']), text: v.string() }),
  event('action-required', {
    ...place,
    action: v.string(),
    /** `login`: a window on this machine. `device`: anywhere, with a code (RFC 8628). `own-device`: where the provider calls the user (CIBA). */
    kind: v.picklist(['login', 'device', 'own-device']),
    state: v.picklist(['waiting', 'blocked', 'out-of-sight', 'done']),
    /** The URL of the sign-in, or the verification address of the device. */
    url: v.string(),
    /** Of a login. */
    redirectUri: v.optional(v.string()),
    /** Of a device: what the user types at `url`. Of the user's own device: the binding message, or empty. */
    userCode: v.optional(v.string()),
    /** Of a device: the URL that holds the code already. */
    completeUrl: v.optional(v.string()),
    deadline: v.number(),
  }),
  event('step-finished', {
    ...place,
    outcome: outcomeName,
    /** Milliseconds. */
    duration: v.number(),
    message: v.optional(v.string()),
    code: v.optional(v.string()),
    hint: v.optional(v.string()),
    cause: v.optional(v.string()),
    /** What the failure most probably means; `hint` is the same in one text. */
    diagnosis: v.optional(diagnosisSchema),
    /** `POST http://… -> 201 in 34 ms`: the step's own exchange, or the one that a failing check looked at. */
    summary: v.optional(v.string()),
    /** Status of the step's own response. */
    status: v.optional(v.number()),
    /** That status says that something went wrong, and no step of the case looks at the response: the step passed all the same. */
    unchecked: v.optional(v.literal(true)),
    /** Of a step that was run alone and looked at a response of an earlier run. */
    lookedAt: v.optional(earlierAnswer),
  }),
  event('row-finished', { ...rowPlace, outcome: outcomeName, duration: v.number(), counts: countsSchema }),
  event('run-cookies', jarReportSchema.entries),
  event('case-finished', {
    case: v.string(),
    outcome: outcomeName,
    duration: v.number(),
    counts: countsSchema,
  }),
  event('run-finished', {
    outcome: outcomeName,
    duration: v.number(),
    /** Steps of cases that were not started count as skipped. */
    counts: countsSchema,
    reason: v.optional(v.string()),
    /** Absent if every case was started, and of a run that the page had to close itself, since its worker had gone. */
    notBegun: v.optional(v.array(notBegunSchema)),
  }),
])

/** See {@link runEventSchema}. */
export type RunEvent = v.InferOutput<typeof runEventSchema>

/** The result of a run: the content of its last event. */
export type RunEnd = Omit<Extract<RunEvent, { type: 'run-finished' }>, 'type' | 'seq' | 'at'>
