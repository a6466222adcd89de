import type { Exchange, HttpResponse } from '#engine/ports/index.ts'
import { headerOf } from '../encoding.ts'
import { diagnose } from './diagnose.ts'

/** Beyond it an answer says nothing new. */
const read = 8_192

/**
 * What the refusal of an API most probably means and what to do, in one text for people (RFC 6750 section 3, RFC 9449, RFC
 * 9470); undefined for every other answer, and for a refusal that says nothing. Not masked.
 */
export function explainRefusal({ status, statusText, headers, url, body }: HttpResponse): string | undefined {
  if (status !== 401 && status !== 403 && headerOf(headers, 'www-authenticate') === undefined) return undefined
  const text = new TextDecoder().decode(body.subarray(0, read))
  const exchange: Exchange = {
    id: '',
    purpose: 'request',
    at: 0,
    duration: 0,
    request: { method: '', url, headers: [] },
    response: { status, statusText, headers, text },
  }
  const found = diagnose([exchange], { code: '', message: '' })
  if (!found) return undefined
  const said = found.what === '' ? '' : ` (${found.what})`
  return `${found.title}${said}. ${found.means} (${found.reference})`
}
