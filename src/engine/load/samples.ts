import { droppedBodies } from '#engine/ports/body-store.ts'
import type { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { SharedState } from '#engine/runner/open-run.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import { headerValue } from '#engine/extractors/response-view.ts'
import { recordAnswer, recordError, type Sent } from '#engine/steps/send-request/exchange.ts'
import { sentBasic } from '#engine/steps/send-request/auth/basic-header.ts'
import { digestResponse } from '#engine/steps/send-request/auth/digest.ts'
import { sentProofs } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { LoadReport } from './report.ts'

type Masked = LoadReport['samples'][number]
/** A failure that is kept; its exchange is recorded when the test is over. */
export type Sample = Omit<Masked, 'exchange'> & { exchange(): Promise<Masked['exchange']> }

/** What was sent last, and the result. */
export interface LastExchange {
  request: HttpRequest
  response?: HttpResponse
  error?: AssayError
  /** Milliseconds since the load test started, and that it took. */
  at: number
  duration: number
}

/** Characters of a response that a sample shows; bytes that are kept of it till then. */
const [mostText, mostBytes] = [4096, 16_384]

/** A failure as the report will tell it. */
export function sampleOf({
  event,
  user,
  iteration,
  at,
  checks,
  last,
  plan,
  state,
}: {
  event: Extract<RunEvent, { type: 'step-finished' }>
  user: number
  iteration: number
  at: number
  checks: Masked['checks']
  last: LastExchange | undefined
  plan: Plan
  state: SharedState
}): Sample {
  const planned = plan.suites.flatMap(({ cases }) => cases).find((one) => one.case.id === event.case)
  // Of a large answer only the start is kept until the end.
  const kept = last?.response && last.response.body.length > mostBytes ? { ...last, response: cutBody(last.response) } : last
  return {
    at: Math.round(at) / 1000,
    user,
    iteration,
    case: planned?.case.name ?? event.case,
    step: planned?.steps.find(({ id }) => id === event.step)?.name ?? event.step,
    outcome: event.outcome,
    ...(event.message === undefined ? {} : { message: event.message }),
    ...(event.hint === undefined ? {} : { hint: event.hint }),
    checks: checks.map(({ subject, expected, actual }) => ({ subject, expected, actual })),
    exchange: async () => (kept ? record(kept, state.redactor, `sample${user}-${iteration}`) : undefined),
  }
}

const cutBody = (response: HttpResponse): HttpResponse => ({ ...response, body: response.body.slice(0, mostBytes), cut: 'size' })

async function record(
  { request, response, error, at, duration }: LastExchange,
  redactor: Redactor,
  id: string,
): Promise<Masked['exchange']> {
  // A run masks each; of the thousands of a load test only those are known that are shown.
  redactor.add('digest', digestResponse(request.headers) ?? '')
  for (const [name, value] of sentProofs(request)) redactor.add(name, value)
  redactor.add('basic', sentBasic(request.headers) ?? '')
  const sent: Sent = { request, fields: undefined, shown: undefined, id, at, duration: Math.round(duration * 100) / 100 }
  if (error) return recordError(sent, error, { redactor })
  if (!response) return undefined
  const exchange = await recordAnswer(
    sent,
    { ...response, body: new Uint8Array() },
    { ports: { bodies: droppedBodies }, redactor },
  )
  if (!exchange.response || !isText(response)) return exchange
  const text = redactor.begin(new TextDecoder().decode(response.body), mostText)
  return { ...exchange, response: { ...exchange.response, text, size: response.body.length } }
}

const isText = ({ headers, body }: HttpResponse): boolean =>
  body.length > 0 && /json|xml|text|urlencoded|^$/.test(headerValue(headers, 'content-type') ?? '')
