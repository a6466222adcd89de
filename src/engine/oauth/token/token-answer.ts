import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { cutText, undecodedText } from '#engine/ports/http/http-texts.ts'
import type { HttpResponse, ShownCertificate } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, headerOf, mediaTypeOf, parseForm } from '../encoding.ts'
import { ProviderRefusal, providerErrorOf } from '../refusals/provider-error.ts'
import {
  emptyBody,
  endpointRedirects,
  bearerHint,
  noAccessToken,
  notAPage,
  redirectHint,
  refused,
  refusedWithoutError,
  repairs,
  runAgain,
  unknownTokenType,
  unreadable,
} from '../texts.ts'

/** What the provider issued. */
export interface TokenAnswer {
  /** When it was requested, so that the lifetime is never overrated; milliseconds since 1970. */
  obtainedAt: number
  accessToken: string
  tokenType: 'Bearer' | 'DPoP'
  /** Seconds; absent: not stated. */
  expiresIn?: number
  /** As granted; absent: as asked. */
  scope?: string
  refreshToken?: string
  /** Not yet validated. */
  idToken?: string
  /** What the token endpoint was shown, if the environment has one for it. */
  certificate?: ShownCertificate
}

/** A token answer after the repairs: what RFC 6749 section 5.1 promises, nothing else. */
export interface NormalisedAnswer {
  body: Record<string, unknown>
  /** One sentence per repair, for the tester. */
  repairs: string[]
  /** Remarks that are not worth a warning. */
  remarks: string[]
}

const firstWords = (text: string): string => (text.trim() === '' ? '' : excerpt(text, 200, 'words'))

/** Where a redirect leads, without its query, which may hold anything. */
function redirectTarget(raw: HttpResponse): string | undefined {
  const location = headerOf(raw.headers, 'location')
  if (location === undefined || !URL.canParse(location, raw.url)) return location
  const { origin, pathname } = new URL(location, raw.url)
  return origin + pathname
}

/**
 * A status of redirects alone leads nowhere: Open Liberty rejects with 302, its error as JSON and no Location, which a page
 * can't see.
 */
const leadsElsewhere = ({ opaqueRedirect, status, headers }: HttpResponse): boolean =>
  opaqueRedirect === true || (status >= 300 && status < 400 && headerOf(headers, 'location') !== undefined)

/** Throws AssayError `oauth-unusable-answer` if an endpoint redirects, which is never followed (case 16). */
export function rejectRedirect(raw: HttpResponse, label: string, url: string): void {
  if (!leadsElsewhere(raw)) return
  const text = endpointRedirects(label, url, redirectTarget(raw))
  throw new AssayError('oauth-unusable-answer', text, { hint: redirectHint(label) })
}

/**
 * Throws what the raw answer says if it is not a token (cases 12 to 17): redirects, the provider's own error whatever the
 * status, error pages, cut bodies. The wording comes from the wire, so that it is the same in every host.
 */
export function rejectErrors(raw: HttpResponse, label: string, url: string): void {
  rejectRedirect(raw, label, url)
  const error = providerErrorOf(raw)
  if (error) {
    throw new ProviderRefusal(refused(label, url, raw.status, error), raw.status, undefined, error.code)
  }
  const text = firstWords(bodyText(raw.body))
  const type = mediaTypeOf(raw.headers)
  if (raw.status >= 300) {
    throw new ProviderRefusal(refusedWithoutError(label, url, raw.status, type, text), raw.status, notAPage(label))
  }
  rejectCut(raw, label, url)
  if (text === '') {
    throw new AssayError('oauth-unusable-answer', emptyBody(label, url, raw.status), {
      hint: notAPage(label),
    })
  }
}

/** Throws AssayError `oauth-unusable-answer` if a response is not whole: a part of it can't be judged (R29, R32). */
export function rejectCut(raw: HttpResponse, label: string, url: string): void {
  const { cut, undecoded } = raw
  const why = cut ? cutText(cut, raw) : undecoded && undecodedText(undecoded)
  if (why) throw new AssayError('oauth-unusable-answer', `${label} ${url}: ${why}.`, { hint: runAgain })
}

const optional = ['token_type', 'expires_in', 'refresh_token', 'scope', 'id_token'] as const

function parseBody(raw: HttpResponse, label: string, url: string, made: string[]): Record<string, unknown> {
  const text = bodyText(raw.body)
  const type = mediaTypeOf(raw.headers)
  const object = parseJsonObject(text)
  if (object) {
    if (type !== 'application/json') made.push(repairs.mediaType(type))
    return object
  }
  if (type === 'application/x-www-form-urlencoded' || /(^|&)access_token=/.test(text)) {
    made.push(repairs.form)
    return Object.fromEntries(parseForm(text))
  }
  throw new AssayError('oauth-unusable-answer', unreadable(label, url, raw.status, type, firstWords(text)), {
    hint: notAPage(label),
  })
}

function repairExpiresIn(body: Record<string, unknown>, made: string[], remarks: string[]): void {
  const value = body.expires_in
  if (value === undefined) return
  const seconds = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) {
    if (seconds !== value) remarks.push(repairs.numberedText(String(value)))
    body.expires_in = seconds
  } else {
    made.push(repairs.expiresIn(JSON.stringify(value)))
    delete body.expires_in
  }
}

/**
 * Turns a response that RFC 6749 does not foresee into a usable one (cases 9 to 11, 17): 201, form encoding, another media
 * type, null, empty or missing members, scope as a list. Every repair is named. A response without `access_token` is rejected.
 */
export function normaliseAnswer(raw: HttpResponse, label: string, url: string): NormalisedAnswer {
  const made: string[] = []
  const remarks: string[] = []
  if (raw.status !== 200) made.push(repairs.status(raw.status))
  const stated = parseBody(raw, label, url, made)
  const body = { ...stated }
  for (const name of optional) {
    if (body[name] === null || body[name] === '') {
      made.push(repairs.empty(name, body[name]))
      delete body[name]
    }
  }
  if (Array.isArray(body.scope)) {
    made.push(repairs.scopeList)
    body.scope = body.scope.join(' ')
  }
  for (const name of ['token_type', 'refresh_token', 'scope', 'id_token']) {
    if (body[name] === undefined || typeof body[name] === 'string') continue
    made.push(repairs.notAText(name))
    delete body[name]
  }
  if (body.token_type === undefined) {
    if (!made.some((text) => text === repairs.empty('token_type', null) || text === repairs.empty('token_type', ''))) {
      made.push(repairs.noTokenType)
    }
    body.token_type = 'Bearer'
  }
  repairExpiresIn(body, made, remarks)
  if (typeof body.access_token !== 'string' || body.access_token === '') {
    throw new AssayError('oauth-unusable-answer', noAccessToken(label, url, stated), {
      hint: notAPage(label),
    })
  }
  return { body, repairs: made, remarks }
}

/** Rejects a token type that no request can use (case 10, RFC 6749 section 7.1). */
export function rejectTokenType(type: unknown): void {
  if (typeof type === 'string' && !/^(bearer|dpop)$/i.test(type)) {
    throw new AssayError('oauth-unusable-answer', unknownTokenType(type), {
      hint: bearerHint(type),
    })
  }
}
