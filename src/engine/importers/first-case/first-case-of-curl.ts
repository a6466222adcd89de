import { ok, type Result } from '#engine/base/result.ts'
import { parseCurl } from '../curl/parse-curl.ts'
import type { FirstAccess, FirstCaseAnswers } from './first-case.ts'

/** What a cURL command says of an API: where it is, one request, and how it is protected. */
export function firstCaseOfCurl(command: string): Result<Omit<FirstCaseAnswers, 'insecureHosts'>, string> {
  const parsed = parseCurl(command)
  if (!parsed.ok) return parsed
  const { url, method, headers, body, query } = parsed.value
  const [, address = '', path = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]+)([^#]*)/is.exec(url) ?? []
  let access: FirstAccess = { kind: 'none' }
  const rest: { name: string; value: string }[] = []
  for (const { name, value } of headers) {
    const found: FirstAccess | undefined = access.kind === 'none' ? accessOf(name, value) : undefined
    if (found) access = found
    else rest.push({ name, value })
  }
  const pairs = query.map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(one.value)}`).join('&')
  const asked = pairs === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs}`
  return ok({ address, access, method, path: asked, headers: rest, body })
}

/** The credential in a header: a token or a password (RFC 6750, RFC 7617), or a key by the name of its header. */
function accessOf(name: string, value: string): FirstAccess | undefined {
  if (/^(x-)?(api[-_]?key|apikey|auth[-_]?token|access[-_]?token|subscription-key|ocp-apim-subscription-key)$/i.test(name))
    return { kind: 'api-key', name, place: 'header', value }
  if (name.toLowerCase() !== 'authorization') return undefined
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(.+)$/.exec(value.trim()) ?? []
  if (scheme.toLowerCase() === 'bearer') return { kind: 'bearer', token: credentials }
  if (scheme.toLowerCase() !== 'basic') return { kind: 'api-key', name, place: 'header', value }
  const [username = '', ...password] = decodedBase64(credentials).split(':')
  return { kind: 'basic', username, password: password.join(':') }
}

/** Credentials of HTTP Basic as a user writes them, with a colon; as they are sent they have none. */
function decodedBase64(text: string): string {
  if (text.includes(':')) return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    return text
  }
}
