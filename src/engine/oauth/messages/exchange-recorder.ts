import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Masked, Told } from '#engine/base/secrets/masked.ts'
import { queryOf, type Redactor } from '#engine/base/secrets/redactor.ts'
import { askedOf } from '#engine/ports/http/exchange.ts'
import type { Exchange, Headers, HttpRequest, HttpResponse, ShownCertificate } from '#engine/ports/index.ts'
import { isInsecureHost, parseAddress } from '#engine/ports/http/http-rules.ts'
import type { OAuthContext } from '../context.ts'
import { decodeAssertions, decodeTokens } from '../signed/decode-tokens.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf, parseForm } from '../encoding.ts'
import { learnFromBody } from './learn-secrets.ts'
import type { Meaning } from './meaning.ts'
import { knownMeaning, responseMeaning } from './meanings.ts'
import { decodeProofs, withoutProofs } from './shown-proof.ts'
import { transportHint } from '../texts.ts'

/** One message of a flow: which it is, what its endpoint is called in the editor, what it means. */
export interface Message {
  purpose: Exchange['purpose']
  label: string
  meaning: Meaning
  /** What the access token of the response is called. */
  tokenName: string
  /** What is shown of an ID token, or of userinfo, that came encrypted; absent: nothing. */
  opened?(redactor: Redactor, token: unknown): Promise<string | undefined>
}

const longestText = 65_536
const timeout = 30_000
const maxBytes = 4_194_304

const maskPairs = (redactor: Redactor, pairs: Headers): [Masked, Masked][] =>
  pairs.map(([name, value]) => [redactor.mask(name), redactor.mask(value)])

function recordedRequest(redactor: Redactor, request: HttpRequest): Told<Exchange>['request'] {
  const text = typeof request.body === 'string' ? request.body : undefined
  const url = redactor.mask(request.url)
  const query = queryOf(url)
  return {
    method: redactor.mask(request.method),
    url,
    headers: maskPairs(redactor, withoutProofs(request.headers)),
    ...(text !== undefined
      ? {
          ...(mediaTypeOf(request.headers) === 'application/json' ? {} : { parameters: maskPairs(redactor, parseForm(text)) }),
          body: {
            text: redactor.mask(text),
            mediaType: redactor.mask(mediaTypeOf(request.headers)),
            size: new TextEncoder().encode(text).length,
          },
        }
      : query.length > 0
        ? { parameters: maskPairs(redactor, query) }
        : {}),
  }
}

const recordedResponse = (redactor: Redactor, raw: HttpResponse): NonNullable<Told<Exchange>['response']> => ({
  status: raw.status,
  statusText: redactor.mask(raw.statusText),
  headers: maskPairs(redactor, raw.headers),
  text: redactor.begin(bodyText(raw.body), longestText),
  size: raw.body.length,
})

/** JWTs of the request come first, then those of the response, if any. */
function recordedTokens(
  redactor: Redactor,
  request: HttpRequest,
  body?: Readonly<Record<string, unknown>>,
  opened?: string,
): Pick<Told<Exchange>, 'tokens'> {
  const sent = typeof request.body === 'string' ? decodeAssertions(request.body) : []
  const tokens = [...sent, ...decodeProofs(request.headers), ...decodeTokens(body, opened)].map(({ name, header, claims }) => ({
    name: redactor.mask(name),
    header: redactor.mask(header),
    claims: redactor.mask(claims),
  }))
  return tokens.length === 0 ? {} : { tokens }
}

/** The host's own words as far as they may be shown. */
const causeText = (redactor: Redactor, cause: unknown): { cause?: Masked } =>
  cause === undefined ? {} : { cause: redactor.mask(textOf(cause)) }

/** What a message means, which may name what the provider says. */
export const maskMeaning = (redactor: Redactor, { request, reference }: Meaning): { request: Masked; reference?: Masked } => ({
  request: redactor.mask(request),
  ...(reference === undefined ? {} : { reference: redactor.mask(reference) }),
})

/** Which client certificate was shown; its subject may hold anything. */
export const maskCertificate = (
  redactor: Redactor,
  { subject, thumbprint }: ShownCertificate,
): NonNullable<Told<Exchange>['certificate']> => ({ subject: redactor.mask(subject), thumbprint: redactor.mask(thumbprint) })

/** Basic credentials as a whole: in base64 a short secret can't be distinguished from what is around it. */
function learnCredentials(redactor: Redactor, headers: Headers): void {
  for (const [name, value] of headers) {
    const credentials = name.toLowerCase() === 'authorization' ? /^Basic (.+)$/i.exec(value)?.[1] : undefined
    if (credentials !== undefined) redactor.add('client_id:client_secret', credentials)
  }
}

/** The URL of a message; what a provider names may be none. Throws AssayError `http-invalid-request`, naming the endpoint. */
function addressOf({ label }: Message, url: string): URL {
  try {
    return parseAddress(url)
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    throw new AssayError(thrown.code, `${label}: ${thrown.message}`, { hint: thrown.hint, cause: thrown.cause })
  }
}

/**
 * Sends one message of a flow and records it as on the wire, masked, with its meaning. The redactor receives the tokens of the
 * response before any text can contain them. Redirects are not followed. Rejects with the transport's AssayError, its text
 * naming the endpoint.
 */
export async function sendRecorded(
  context: OAuthContext,
  message: Message,
  request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<HttpResponse> {
  const { redactor, ports } = context
  const complete: HttpRequest = {
    ...request,
    redirect: 'manual',
    timeout,
    maxBytes,
    insecure: isInsecureHost(addressOf(message, request.url), context.insecureHosts),
  }
  learnCredentials(redactor, complete.headers)
  const at = context.elapsed()
  const base = { id: context.nextId('exchange'), purpose: message.purpose, at }
  try {
    const raw = await ports.http.send(complete, context.signal)
    const text = bodyText(raw.body)
    learnFromBody(redactor, text, message.tokenName)
    // A userinfo answer may be one JWT as a whole (OpenID Connect Core 5.3.2).
    const body = message.purpose === 'userinfo' ? { userinfo: text.trim() } : parseJsonObject(text)
    const opened = await message.opened?.(redactor, body?.userinfo ?? body?.id_token)
    const duration = context.elapsed() - at
    context.exchanged(message.purpose, () => ({
      ...base,
      duration,
      firstByte: raw.timing.firstByte,
      ...(raw.timing.connecting === undefined ? {} : { connecting: raw.timing.connecting }),
      ...(raw.certificate === undefined ? {} : { certificate: maskCertificate(redactor, raw.certificate) }),
      ...(raw.proxy === undefined ? {} : { proxy: redactor.mask(raw.proxy) }),
      ...askedOf(raw),
      request: recordedRequest(redactor, complete),
      response: recordedResponse(redactor, raw),
      ...recordedTokens(redactor, complete, body, opened),
      meaning: { ...maskMeaning(redactor, message.meaning), response: redactor.mask(responseMeaning(message.purpose, raw)) },
    }))
    return raw
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const duration = context.elapsed() - at
    context.exchanged(message.purpose, () => ({
      ...base,
      duration,
      request: recordedRequest(redactor, complete),
      ...recordedTokens(redactor, complete),
      error: { code: thrown.code, message: redactor.mask(thrown.message), ...causeText(redactor, thrown.cause) },
      meaning: maskMeaning(redactor, message.meaning),
    }))
    if (thrown.code === 'cancelled') throw thrown
    throw new AssayError(thrown.code, `${message.label}: ${thrown.message}`, {
      hint: transportHint(message.label, thrown.code, thrown.hint),
      cause: thrown.cause,
    })
  }
}

/** Records a cached response of the run, marked as not sent. `age` in milliseconds. */
export function recordKnown(
  context: OAuthContext,
  { purpose, meaning }: Message,
  request: Pick<HttpRequest, 'method' | 'url' | 'headers'>,
  raw: HttpResponse,
  age: number,
): void {
  const base = { id: context.nextId('exchange'), purpose, known: true, at: context.elapsed() }
  context.exchanged(purpose, () => ({
    ...base,
    duration: 0,
    request: {
      method: context.redactor.mask(request.method),
      url: context.redactor.mask(request.url),
      headers: maskPairs(context.redactor, request.headers),
    },
    response: recordedResponse(context.redactor, raw),
    meaning: {
      ...maskMeaning(context.redactor, { ...meaning, request: knownMeaning(Math.round(age / 1000)) }),
      response: context.redactor.mask(responseMeaning(purpose, raw)),
    },
  }))
}
