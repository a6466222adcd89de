import { AssayError } from '#engine/base/errors.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { OAuthContext } from '../../context.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf, parseForm } from '../../encoding.ts'
import type { OAuthSettings } from '../../settings.ts'
import { intervalOf, secondsOf } from '../polling.ts'
import { deviceTexts, notAPage, notConform, strictHint } from '../../texts.ts'

/** What the provider says to a device (RFC 8628 section 3.2). Times in seconds. */
export interface DeviceAnswer {
  deviceCode: string
  userCode: string
  verificationUri: string
  verificationUriComplete?: string
  /** Absent: not stated. */
  expiresIn?: number
  /** At least 1. */
  interval: number
}

/** A string that may be shown on a terminal as well: control characters and what turns the writing direction are omitted. */
const shownText = (value: unknown): string =>
  // oxlint-disable-next-line no-control-regex -- they are what must not reach a terminal
  typeof value === 'string' ? value.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim() : ''

const webAddress = (value: unknown): string | undefined => {
  const text = shownText(value)
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
}

function bodyOf(raw: HttpResponse, label: string, url: string): Record<string, unknown> {
  const text = bodyText(raw.body)
  const form = mediaTypeOf(raw.headers) === 'application/x-www-form-urlencoded'
  const body = parseJsonObject(text) ?? (form ? Object.fromEntries(parseForm(text)) : undefined)
  if (body) return body
  const type = mediaTypeOf(raw.headers)
  throw new AssayError('oauth-unusable-answer', deviceTexts.notJson(label, url, raw.status, type), { hint: notAPage(label) })
}

/** How the response deviates from RFC 8628 section 3.2, in words. */
function deviations(raw: HttpResponse, body: Record<string, unknown>): string[] {
  const found: string[] = []
  if (raw.status !== 200) found.push(deviceTexts.status(raw.status))
  if (body.verification_uri === undefined && body.verification_url !== undefined) found.push(deviceTexts.verificationUrl)
  if (secondsOf(body.expires_in) === undefined) found.push(deviceTexts.noExpiry)
  const { interval } = body
  if (interval !== undefined && interval !== null && secondsOf(interval) === undefined) found.push(deviceTexts.interval(interval))
  return found
}

/**
 * Reads the response of the device authorization endpoint; what is not as it should be is repaired with a warning, or rejected
 * if the step is strict (cases 42 and 45). The device code is known to the redactor by then. Rejects with AssayError
 * `oauth-unusable-answer`.
 */
export function readDeviceAnswer(
  context: OAuthContext,
  { strict }: Pick<OAuthSettings, 'strict'>,
  raw: HttpResponse,
  label: string,
  url: string,
): DeviceAnswer {
  const body = bodyOf(raw, label, url)
  const deviceCode = typeof body.device_code === 'string' ? body.device_code : ''
  context.redactor.add('device_code', deviceCode)
  const userCode = shownText(body.user_code)
  const verificationUri = webAddress(body.verification_uri ?? body.verification_url)
  const missing = [
    deviceCode === '' && 'device_code',
    userCode === '' && 'user_code',
    verificationUri === undefined && 'verification_uri',
  ].filter((name) => name !== false)
  if (missing.length > 0 || verificationUri === undefined) {
    throw new AssayError('oauth-unusable-answer', deviceTexts.incomplete(label, url, missing), { hint: notAPage(label) })
  }
  const found = deviations(raw, body)
  if (strict && found[0] !== undefined) {
    throw new AssayError('oauth-unusable-answer', notConform(label, url, found[0].replace(/\.$/, '')), { hint: strictHint })
  }
  for (const text of found) context.noted('warning', text)
  const complete = webAddress(body.verification_uri_complete ?? body.verification_url_complete)
  const expiresIn = secondsOf(body.expires_in)
  return {
    deviceCode,
    userCode,
    verificationUri,
    ...(complete === undefined ? {} : { verificationUriComplete: complete }),
    ...(expiresIn === undefined ? {} : { expiresIn }),
    interval: intervalOf(body.interval),
  }
}
