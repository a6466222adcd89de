import * as v from 'valibot'
import { AssayError, messageWithHint } from '#engine/base/errors.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { ScriptAnswer, ScriptRequest, ScriptResponse, SentByScript } from '#engine/scripting/script-io.ts'
import { buildRequest } from '../send-request/request.ts'
import { isSendRequestStep } from '../send-request/facts.ts'
import type { AnyStep } from '../schemas.ts'
import { runSendRequest } from '../send-request/run.ts'
import { sendRequestSchema, type SendRequestStep } from '../send-request/schema.ts'
import type { RunContext, StepResult } from '../step-kind.ts'

type HttpResult = Extract<StepResult, { kind: 'http' }>

/** A request that was sent, as a script sees it. */
export const requestSeen = ({ request, sent }: HttpResult, name: string): ScriptRequest => ({
  method: request.method,
  url: request.url,
  headers: sent?.headers ?? [],
  ...(sent?.body === undefined ? {} : { body: sent.body }),
  name,
})

/** The request of a step that follows, as it would be sent now; what has no value yet keeps its references. */
export async function requestAhead(step: unknown, context: RunContext): Promise<ScriptRequest | undefined> {
  // A step of a run has the headers that it inherits, which the schema of the file doesn't know.
  if (!isRequest(step)) return undefined
  const { method, url, headers, name, body } = step
  try {
    const { request, shown } = await buildRequest(step, context)
    const text = typeof request.body === 'string' ? request.body : shown?.()
    return {
      method: request.method,
      url: request.url,
      headers: request.headers,
      name,
      ...(text === undefined ? {} : { body: text }),
    }
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code === 'cancelled') throw thrown
    const pairs = headers.filter(({ disabled }) => !disabled).map(({ name: key, value }): [string, string] => [key, value])
    return { method, url, headers: pairs, name, ...('text' in body ? { body: body.text } : {}) }
  }
}

const isRequest = (step: unknown): step is SendRequestStep =>
  typeof step === 'object' && step !== null && isSendRequestStep(step as AnyStep)

/** A response as a script sees it. */
export const responseSeen = ({ status, statusText, headers, url, cookies, body, timing }: HttpResponse): ScriptResponse => ({
  ...(cookies === undefined
    ? {}
    : { cookies: [...cookies].filter((cookie): cookie is [string, string] => cookie[1] !== undefined) }),
  status,
  statusText,
  headers,
  url,
  body: new TextDecoder().decode(body),
  size: body.length,
  duration: timing.total,
})

/** In a template this is the text itself. */
const literal = (text: string): string => text.replaceAll('${', () => '$${')

/** Sends a request of a script as a Send Request step would: with the same rules, limits and records. */
export async function sendForScript({ method, url, headers, body }: SentByScript, context: RunContext): Promise<ScriptAnswer> {
  const { id, name } = context.step
  const step = v.parse(sendRequestSchema, {
    id,
    kind: 'send-request',
    name,
    method: literal(method),
    url: literal(url),
    headers: headers.map(([header, value]) => ({ name: literal(header), value: literal(value) })),
    ...(body === undefined ? {} : { body: { type: 'text', mediaType: 'text/plain', text: literal(body) } }),
  })
  let result: StepResult | undefined
  try {
    const outcome = await runSendRequest(step, { ...context, keep: (kept) => (result = kept) })
    if (outcome.outcome === 'broken') return { error: outcome.message }
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code === 'cancelled') throw thrown
    return { error: messageWithHint(thrown) }
  }
  return result?.kind === 'http' ? { response: responseSeen(result.response) } : { error: '' }
}
