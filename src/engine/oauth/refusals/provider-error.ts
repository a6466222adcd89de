import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import type { Headers, HttpResponse } from '#engine/ports/index.ts'
import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf, parseForm } from '../encoding.ts'

/** An error in the provider's own words. */
export interface ProviderError {
  /** `invalid_grant`, or whatever code the provider uses. */
  code: string
  description: string
  /** A page that explains it, where one is named. */
  uri?: string
}

/** The provider said no, with this status; the text is its own. */
export class ProviderRefusal extends AssayError {
  /** 0: it came by way of the browser. */
  readonly status: number
  /** The provider's code; empty if it stated none. */
  readonly error: string

  constructor(message: string, status: number, hint: string | undefined, error = '') {
    super('oauth-refused', message, { hint })
    this.status = status
    this.error = error
  }
}

/** Some providers say `error_code: 0` when all is well, also as a string: nothing is called so. */
function textIn(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text === '0' ? '' : text
}

const firstText = (object: Record<string, unknown>, names: string[]): string =>
  names.map((name) => textIn(object[name])).find((text) => text !== '') ?? ''

/** `fault` is what Apigee and WSO2 put around an error; Apigee has its code deeper still. */
function faultIn({ fault }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (!isObject(fault)) return undefined
  return isObject(fault.detail) ? { error: fault.detail.errorcode, ...fault } : fault
}

function fromObject(body: Record<string, unknown>): ProviderError | undefined {
  const nested = isObject(body.error) ? body.error : Array.isArray(body.errors) ? body.errors.find(isObject) : faultIn(body)
  const source = nested ?? body
  const code = nested
    ? firstText(nested, ['error', 'code', 'type', 'status', 'name'])
    : firstText(body, ['error', 'errorCode', 'error_code', 'ErrorCode', 'errcode', 'error_type'])
  if (code === '' && nested === undefined) return undefined
  const description =
    firstText(source, [
      'error_description',
      'message',
      'description',
      'detail',
      'errorSummary',
      'error_message',
      'msg',
      'errmsg',
      'faultstring',
      'Error',
    ]) || firstText(body, ['error_description', 'message', 'detail'])
  const uri = firstText(body, ['error_uri'])
  return { code: code || 'error', description, ...(uri === '' ? {} : { uri }) }
}

const fromPairs = (pairs: [string, string][]): ProviderError | undefined => fromObject(Object.fromEntries(pairs))

/**
 * The error that a response states, whatever its status and media type: `error` as RFC 6749 section 5.2 has it, as a nested
 * object, form-encoded, or JSON under another type. Undefined if the body states none.
 */
export function providerErrorOf(raw: HttpResponse): ProviderError | undefined {
  const text = bodyText(raw.body)
  const object = parseJsonObject(text)
  if (object) return fromObject(object) ?? (raw.status >= 400 ? plainMessage(object) : undefined)
  return mediaTypeOf(raw.headers) === 'application/x-www-form-urlencoded' || text.startsWith('error=')
    ? fromPairs(parseForm(text))
    : undefined
}

/** Gateways answer with `{"message": …}` and no code: the text counts once the status says that it is an error. */
function plainMessage(object: Record<string, unknown>): ProviderError | undefined {
  const description = firstText(object, ['error_description', 'message', 'detail', 'title', 'reason', 'error_message'])
  return description === '' ? undefined : { code: '', description }
}

/** The error of a callback's parameters (RFC 6749 section 4.1.2.1); Facebook names it `error_code`. */
export function callbackErrorOf(parameters: URLSearchParams): ProviderError | undefined {
  return parameters.has('error') || parameters.has('error_code') ? fromPairs([...parameters]) : undefined
}

/** All challenges of a response as one list (RFC 9110 section 11.6.1). */
export const challengeOf = (headers: Headers): string =>
  headers
    .filter(([name]) => name.toLowerCase() === 'www-authenticate')
    .map(([, value]) => value)
    .join(', ')

/** The error of `WWW-Authenticate: Bearer error="invalid_token", …` (RFC 6750 section 3). */
export function challengeError(headers: Headers): ProviderError | undefined {
  const challenge = challengeOf(headers)
  const code = /\berror="?([\w-]+)/.exec(challenge)?.[1]
  if (code === undefined) return undefined
  return { code, description: /\berror_description="([^"]*)"/.exec(challenge)?.[1] ?? '' }
}

/** Longer than what Entra ID says with all its identifiers; some put a whole page there, which the exchange shows. */
const longestError = 1000

/** `invalid_client – client authentication failed`: an error of a provider on one line, with nothing that acts on a screen. */
export const quoteError = ({ code, description }: ProviderError): string =>
  excerpt([code, description].filter(Boolean).join(' – '), longestError, 'line')
