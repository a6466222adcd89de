import type { Diagnosis, Exchange, HttpResponse } from '#engine/ports/index.ts'
import { headerOf } from '../encoding.ts'
import { diagnose, describeDiagnosis } from './diagnose.ts'

/** Beyond it a response says nothing new. */
const read = 8_192

/**
 * What the refusal of an API most probably means and what to do, as a diagnosis and in one text for users (RFC 6750 section 3,
 * RFC 9449, RFC 9470, RFC 6585 section 4), as far as its status, its challenge and the scheme of the header Authorization that
 * was sent tell; undefined for every other response, and for a refusal that says nothing. Not masked.
 */
export function explainRefusal(response: HttpResponse, sentScheme = ''): { hint: string; diagnosis: Diagnosis } | undefined {
  const { status, statusText, headers, url, body } = response
  if (status !== 401 && status !== 403 && status !== 429 && headerOf(headers, 'www-authenticate') === undefined) return undefined
  const text = new TextDecoder().decode(body.subarray(0, read))
  const exchange: Exchange = {
    id: '',
    purpose: 'request',
    at: 0,
    duration: 0,
    request: { method: '', url, headers: sentScheme === '' ? [] : [['authorization', sentScheme]] },
    response: { status, statusText, headers, text },
  }
  const diagnosis = diagnose([exchange], { code: '', message: '' })
  return diagnosis && { hint: describeDiagnosis(diagnosis, true), diagnosis }
}
