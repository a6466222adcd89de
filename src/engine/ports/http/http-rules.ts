import type { Headers, HttpRequest } from '../http.ts'
import {
  insecureHttp,
  redirectRefused,
  severalRedirects,
  unusableHeader,
  unusableMethod,
  unusableUrl,
  userInAddress,
  userInRedirect,
} from './http-texts.ts'

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** True for a URL of this machine, which `http:` may always reach (RFC 8252 7.3, RFC 6761 6.3). */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** A host as in a URL: lower case, other scripts in Punycode. Unchanged if it isn't a valid host. */
function hostnameOf(listed: string): string {
  try {
    return new URL(`http://${listed}`).hostname
  } catch {
    return listed
  }
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** True if a host that is listed with or without a port is that of the URL. */
const isListed = (url: URL, listed: string): boolean => {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(listed.trim()) ?? []
  if (port !== undefined && port !== portOf(url)) return false
  return name.startsWith('*.') ? url.hostname.endsWith(`.${hostnameOf(name.slice(2))}`) : hostnameOf(name) === url.hostname
}

/** True if the environment allows `http:` and bad certificates for this URL: its host is listed, with or without port. */
export const isInsecureHost = (url: URL, insecureHosts: readonly string[]): boolean =>
  insecureHosts.some((listed) => !listed.trim().startsWith('*') && isListed(url, listed))

/** The entry for the host of an https URL. Entries with its port or its full name come first. */
export function ofHost<T extends { host: string }>(url: URL, all: readonly T[]): T | undefined {
  if (url.protocol !== 'https:') return undefined
  const fitting = all.filter(({ host }) => host.trim() !== '' && isListed(url, host))
  const rank = ({ host }: T): number => (host.trim().startsWith('*.') ? 1 : 0) * 2 + (/:\d+$/.test(host.trim()) ? 0 : 1)
  return fitting.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** True if a header's value can be sent: no control characters but tab, nothing beyond Latin-1 (RFC 9110 5.5). */
function isHeaderValue(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) return false
  }
  return true
}

/** Headers that a page can't set: fetch drops them silently (Fetch 2.2.2, forbidden request-headers). */
const forbidden = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method connection content-length ' +
    'cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via'
  ).split(' '),
)

/** True for a header that a browser omits or sets itself, `Proxy-…` and `Sec-…` among them. */
export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return forbidden.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')
}

/** The URL parsed, without its fragment, or AssayError `http-invalid-request`. */
export function parseAddress(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw unusableUrl(text)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw unusableUrl(text)
  if (text.includes('#')) url.hash = ''
  return url
}

/**
 * Path and query as they are in the request line, and as browsers send them. A path can't hold "|" and "^" (RFC 3986 3.3), but
 * Node's URL leaves them in it. `search` would lack the "?" of an empty query.
 */
export function targetOf({ href, origin, pathname }: URL): string {
  return pathname.replace(/[|^]/g, encodeURIComponent) + href.slice(origin.length + pathname.length)
}

/** `http:` beyond this machine needs the environment's consent; AssayError `http-blocked` without it. */
export function checkScheme(url: URL, insecure: boolean | undefined): void {
  if (url.protocol === 'http:' && !insecure && !isLoopback(url.hostname)) throw insecureHttp(url.href)
}

/**
 * Checks of every host before anything is sent, with the same messages: addresses that are not http or hold a user (fetch rejects
 * them, undici leaves the user out), methods and headers that HTTP does not allow (R36), `http:` off loopback without consent.
 * Returns the parsed URL.
 */
export function checkRequest(request: HttpRequest): URL {
  const url = parseAddress(request.url)
  if (url.username !== '' || url.password !== '') throw userInAddress()
  if (!token.test(request.method) || /^(connect|trace|track)$/i.test(request.method)) throw unusableMethod(request.method)
  for (const [name, value] of request.headers) {
    if (!token.test(name)) throw unusableHeader(name, 'name')
    if (!isHeaderValue(value)) throw unusableHeader(name, 'value')
  }
  checkScheme(url, request.insecure)
  return url
}

const credentials = /^(authorization|cookie|proxy-authorization|dpop)$|(api[-_]?key|token|secret|password)/i

/** True for a header that is not carried to another origin by a redirect (R34, Fetch 4.4). */
export const isCredential = (name: string): boolean => credentials.test(name)

const redirects = new Set([301, 302, 303, 307, 308])

/** True for the statuses that lead elsewhere by their Location (RFC 9110 15.4). */
export const isRedirect = (status: number): boolean => redirects.has(status)

/** A string that was read as Latin-1, as the UTF-8 that it is; what is no UTF-8 stays unchanged. */
function fromUtf8(text: string): string {
  if (![...text].some((character) => character > '\x7f')) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}

/**
 * The redirect target of the response at `from`. An empty Location is ignored, as in browsers. AssayError
 * `http-redirects` for several that differ (Fetch 2.2.2: such a header isn't a value).
 */
export function locationOf(headers: Headers, from: URL): string | undefined {
  const found = new Set(headers.filter(([name]) => name.toLowerCase() === 'location').map(([, value]) => value))
  if (found.size > 1) throw severalRedirects(from.href)
  const [location = ''] = found
  return location === '' ? undefined : fromUtf8(location)
}

/** Headers that speak of the body that a redirect leaves behind (Fetch: request-body-header name), and its length. */
const ofBody = /^content-(encoding|language|length|location|type)$/i

/**
 * The request that follows a redirect (RFC 9110 15.4, Fetch 4.4 HTTP-redirect fetch); AssayError `http-redirects` for addresses
 * that are never followed.
 */
export function nextRequest(request: HttpRequest, from: URL, status: number, location: string): HttpRequest {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (to === undefined || (to.protocol !== 'http:' && to.protocol !== 'https:')) throw redirectRefused(from.href, location)
  if (to.username !== '' || to.password !== '') throw userInRedirect(from.href, to.href)
  const method = request.method.toUpperCase()
  const dropsBody =
    (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')
  const leavesOrigin = to.origin !== from.origin
  const kept = request.headers.filter(
    ([name]) => !(dropsBody && ofBody.test(name)) && !(leavesOrigin && (isCredential(name) || /^host$/i.test(name))),
  )
  const { insecure, ...rest } = request
  return {
    ...rest,
    url: to.href,
    headers: kept,
    // The consent was given for one host; another one has to be named itself.
    ...(insecure && to.hostname === from.hostname ? { insecure } : {}),
    ...(dropsBody ? { method: 'GET', body: undefined } : {}),
  }
}
