import { describeDuration } from '#engine/base/duration.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Masked } from '#engine/base/secrets/masked.ts'
import { browserLimit, cutText, shownAddress, undecodedText } from '#engine/ports/http/http-texts.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { HttpRequest, HttpResponse, Redirect } from '#engine/ports/index.ts'
import { brokenBy, type Outcome, type RunContext, type SentParts } from '../step-kind.ts'
import { certificateWish, tokenWithoutCertificate } from './requested-certificate.ts'
import { digestCredentials } from './auth/digest.ts'
import type { Sent } from './exchange.ts'
import { buildRequest, type BuiltRequest } from './request.ts'
import type { SendRequestStep } from './schema.ts'
import { sendProven } from './auth/send-signed.ts'
import { sendRequestTexts as texts } from './texts.ts'
import { isCredential } from '#engine/ports/http/http-rules.ts'

/**
 * Sends one request and keeps its response for later steps. Passes with any status: checking it is the task of assertions.
 * Broken if it can't be built or sent, or if its response is not whole because of the connection (R29); a response over the
 * size limit is kept up to there with a warning, and checks of its body break (R32). With `until` it is built and sent again
 * until the checks hold.
 */
export function runSendRequest(step: SendRequestStep, context: RunContext): Promise<Outcome> {
  const { until } = step
  if (until === undefined) return sendStep(step, context)
  return import('./until.ts').then(({ runUntil }) => runUntil(until, context, (attempt) => sendStep(step, attempt)))
}

async function sendStep(step: SendRequestStep, context: RunContext): Promise<Outcome> {
  const built = await buildRequest(step, context)
  const send = (hop: BuiltRequest): Promise<HttpResponse> => sendOnce(hop, context)
  const tell = (text: string): void => context.emit({ type: 'noted', level: 'info', text: context.redactor.mask(text) })
  const digest = digestCredentials(built.request.headers)
  if (digest) {
    const { response, told } = await (await import('./auth/send-digest.ts')).sendDigest(built, digest, context, send)
    tell(told)
    return keepAnswer(built, response, context)
  }
  if (built.auth) {
    const { sendAuthorized } = await import('./auth/send-authorized.ts')
    const { response, warning } = await sendAuthorized(built, built.auth, context, send)
    return keepAnswer(built, response, context, warning)
  }
  const { response, repeated, left } = built.prover
    ? await sendProven(built, built.prover, context.ports.clock, send)
    : { response: await send(built), repeated: false, left: undefined }
  if (built.boundToKey) tell(texts.boundToKey)
  if (built.prover) tell(repeated ? texts.provenAgain : texts.proven)
  if (left !== undefined) tell(texts.tokenLeftBehind(left))
  if (response.opaqueRedirect && built.prover && built.request.redirect === 'follow') throw browserLimit(texts.proveRedirect)
  return keepAnswer(built, response, context)
}

/** Tells what is to be said of a response, and keeps it. */
function keepAnswer(built: BuiltRequest, response: HttpResponse, context: RunContext, refusal?: string): Outcome {
  if (response.opaqueRedirect) throw browserLimit(texts.seeRedirect)
  const wanted = certificateWish(response)
  if (wanted !== undefined) context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(wanted) })
  const unproven = context.wantsDetails === false ? undefined : tokenWithoutCertificate(built.request, response)
  if (unproven !== undefined) context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(unproven) })
  const charset = wrongCharset(built.request)
  if (charset !== undefined)
    context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(texts.wrongCharset(charset)) })
  const hidden = response.by === 'browser' || !context.ports.capabilities.has('no-cors')
  if (hidden && response.by !== 'sandbox') {
    for (const text of browserDifferences(built.request, response))
      context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(text) })
  }
  context.keep({
    kind: 'http',
    request: answeredRequest(built.request, response),
    response,
    summary: summaryOf(built, response, context),
    ...schemeOf(built),
    ...(refusal === undefined ? {} : { refusal }),
    namesOne: built.namesOne,
    sent: partsOf(built.request),
  })
  return outcomeOf(built, response, context)
}

/** Characters of a body that later steps can read again. */
const longestKept = 1_000_000

const partsOf = ({ headers, body }: HttpRequest): SentParts =>
  typeof body === 'string' && body.length <= longestKept ? { headers, body } : { headers }

/** Sends and records one request. */
async function sendOnce(sent: BuiltRequest, context: RunContext): Promise<HttpResponse> {
  const at = context.elapsed()
  let { request } = sent
  try {
    const response = context.cookies
      ? await (await import('./send-with-jar.ts')).sendWithJar(request, context, context.cookies, (first) => (request = first))
      : await context.ports.http.send(request, context.signal)
    if (context.wantsDetails !== false) {
      const record = sentAt(at, { ...sent, request }, context)
      const { recordAnswer } = await recording()
      context.emit({ type: 'exchanged', exchange: await recordAnswer(record, response, context) })
    }
    return response
  } catch (thrown) {
    if (thrown instanceof AssayError && context.wantsDetails !== false) {
      const record = sentAt(at, { ...sent, request }, context)
      const { recordError } = await recording()
      context.emit({ type: 'exchanged', exchange: recordError(record, thrown, context) })
    }
    throw thrown
  }
}

/** A run whose report shows no messages starts without it. */
const recording = () => import('./exchange.ts')

const sentAt = (at: number, { request, fields, shown, signed }: BuiltRequest, context: RunContext): Sent => ({
  request,
  fields,
  shown,
  signed,
  id: context.nextId('exchange'),
  at,
  duration: context.elapsed() - at,
})

/** The request that the response answers: behind redirects the one that they led to. */
const answeredRequest = ({ method, url }: HttpRequest, { redirects, url: last }: HttpResponse): SentRequest =>
  redirects.length === 0 ? { method, url } : { method: redirects.reduce(methodAfter, method), url: last }

/** RFC 9110 section 15.4: 303 asks with GET, and so do 301 and 302 after a POST. */
const methodAfter = (method: string, { status }: Redirect): string =>
  method !== 'HEAD' && (status === 303 || (status < 303 && method === 'POST')) ? 'GET' : method

/** How the request said who asks, without what follows it. */
function schemeOf({ auth, request: { headers } }: BuiltRequest): { scheme?: string } {
  if (auth) return { scheme: { aws: 'AWS4-HMAC-SHA256', oauth1: 'OAuth', ntlm: 'NTLM' }[auth.kind] }
  const sent = headers
    .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    .trim()
    .split(/\s/)
  return sent === undefined ? {} : { scheme: sent.length < 2 ? '' : (sent[0] ?? '') }
}

const summaryOf = ({ request }: BuiltRequest, { status, timing }: HttpResponse, { redactor }: RunContext): Masked =>
  redactor.mask(`${request.method} ${request.url} -> ${status} in ${describeDuration(timing.total)}`)

function outcomeOf({ request }: BuiltRequest, response: HttpResponse, context: RunContext): Outcome {
  const { cut, undecoded } = response
  if (cut === undefined && undecoded === undefined) return { outcome: 'passed' }
  const why = cut === undefined ? undecodedText(undecoded ?? '') : cutText(cut, response)
  const text = `${shownAddress(request.url)}: ${why}.`
  if (cut === 'connection' || cut === 'coding' || cut === 'time')
    return brokenBy(new AssayError('http-body-cut', text, { hint: texts.cutHint[cut] }))
  context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(text) })
  return { outcome: 'passed' }
}

/** The charset that the request names although its body, which is always sent as UTF-8, is read as another text with it. */
function wrongCharset({ headers, body }: HttpRequest): string | undefined {
  if (typeof body !== 'string') return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]
  return charset === undefined || readsTheSame(body, charset) ? undefined : charset
}

function readsTheSame(text: string, charset: string): boolean {
  try {
    const decoder = new TextDecoder(charset)
    if (decoder.encoding === 'utf-8') return true
    const bytes = new TextEncoder().encode(text)
    return decoder.decode(bytes) === new TextDecoder().decode(bytes)
  } catch {
    // Not a charset of the Encoding standard.
    return false
  }
}

/**
 * What a browser did otherwise with a request than the companion would have, without a way to prevent or to see it: it may send
 * its own User-Agent (Chromium does), and of a redirect it only tells where it led. Texts for users.
 */
function browserDifferences({ url, headers }: HttpRequest, response: HttpResponse): string[] {
  const names = headers.map(([name]) => name)
  const own = names.some((name) => /^user-agent$/i.test(name)) ? [texts.ownUserAgent] : []
  const taken = names.filter((name) => isCredential(name) && !/^authorization$/i.test(name))
  if (taken.length === 0 || response.opaqueRedirect) return own
  const { origin } = new URL(response.url)
  return origin === new URL(url).origin ? own : [...own, texts.takenAlong(taken, origin)]
}
