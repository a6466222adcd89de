import type { Exchange } from '#engine/ports/http/exchange.ts'

/** A cookie as an answer sets it, with what it says of it (RFC 6265 section 4.1). */
export interface SetCookie {
  name: string
  value: string
  /** `Path=/; HttpOnly`, as it was written. */
  attributes: string
}

/** The cookies that an answer sets, in order; one that is no cookie is shown with what it is. */
export function cookiesSet(response: Exchange['response']): SetCookie[] {
  return (response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .flatMap(([, value]) => value.split('\n'))
    .map((line) => {
      const [pair = '', ...attributes] = line.split(';')
      const equals = pair.indexOf('=')
      const name = (equals < 0 ? '' : pair.slice(0, equals)).trim()
      return { name, value: pair.slice(equals + 1).trim(), attributes: attributes.map((one) => one.trim()).join('; ') }
    })
}

/** The cookies that a request sent, in order. */
export function cookiesSent(request: Exchange['request']): [string, string][] {
  return request.headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals < 0 ? ['', pair.trim()] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
    })
}

/**
 * Whether a browser kept headers of this answer from the page: it came from another origin, and the header that every server with a clock
 * sends (Date, RFC 9110 section 6.6.1) is not there, because it is none of those that pages may read unasked (Fetch, CORS-safelisted).
 */
export function hidesHeaders({ request, response }: Exchange, ownOrigin: string): boolean {
  if (!response || response.status === 0) return false
  const origin = URL.canParse(request.url) ? new URL(request.url).origin : undefined
  return origin !== ownOrigin && !response.headers.some(([name]) => name.toLowerCase() === 'date')
}
