import { isCredentialName } from '#engine/base/secrets/secret-name.ts'
import { checkScheme, isRedirect, locationOf, nextRequest, parseAddress } from '#engine/ports/http/http-rules.ts'
import { addedTimes } from '#engine/ports/http/phases.ts'
import { redirectLoop, tooManyRedirects } from '#engine/ports/http/http-texts.ts'
import type { ConnectTimes, CookieJar, HttpRequest, HttpResponse, Redirect, TakenCookie } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import { sendRequestTexts as texts } from './texts.ts'

const maxRedirects = 10
/** Refused cookies of one response that are named. */
const mostNamed = 3
/** Shorter values are rather settings, and masking them would mask half a report. */
const shortestSession = 8

type Surroundings = Pick<RunContext, 'ports' | 'signal' | 'redactor' | 'emit' | 'wantsDetails'>

/**
 * Sends a request with the cookies of a jar and puts in what the response sets. Redirects are followed here by the rules of every
 * host (R34), because each of them may set cookies that the next request needs. `onFirst` gets the request as it is sent first.
 */
export async function sendWithJar(
  request: HttpRequest,
  context: Surroundings,
  open: () => Promise<CookieJar>,
  onFirst: (request: HttpRequest) => void,
): Promise<HttpResponse> {
  const { ports, signal } = context
  const jar = await open()
  const start = ports.clock.monotonic()
  const taken: TakenCookie[] = []
  const redirects: Redirect[] = []
  const seen = new Set<string>()
  let connecting: ConnectTimes | undefined
  let current: HttpRequest = { ...request, redirect: 'manual' }
  if (current.via === 'auto') current.via = 'companion'
  for (;;) {
    const sent = withCookies(current, jar)
    if (redirects.length === 0) onFirst({ ...sent, redirect: request.redirect })
    // A sign-in often leads back to the same URL, with another cookie.
    const key = JSON.stringify([sent.method, sent.url, sent.headers])
    if (seen.has(key)) throw redirectLoop(request.url, sent.url)
    seen.add(key)
    const began = ports.clock.monotonic() - start
    const response = await ports.http.send({ ...sent, timeout: Math.max(1, request.timeout - began) }, signal)
    const found = jar.take(current.url, response.headers)
    taken.push(...found)
    tellTaken(found, current.url, response, context)
    if (response.timing.connecting) connecting = addedTimes(connecting, response.timing.connecting)
    const from = parseAddress(current.url)
    const location = request.redirect === 'follow' && isRedirect(response.status) ? locationOf(response.headers, from) : undefined
    if (location === undefined) {
      const timing = {
        firstByte: began + response.timing.firstByte,
        total: began + response.timing.total,
        ...(connecting === undefined ? {} : { connecting }),
      }
      return {
        ...response,
        redirects: [...redirects, ...response.redirects],
        timing,
        cookies: cookiesAfter(jar, response.url, taken),
      }
    }
    current = nextRequest(current, from, response.status, location)
    checkScheme(parseAddress(current.url), current.insecure)
    redirects.push({ status: response.status, url: from.href, location: current.url })
    if (redirects.length > maxRedirects) throw tooManyRedirects(request.url, maxRedirects)
  }
}

/** The request with the jar's cookies in one Cookie header, behind its own, which win. */
function withCookies(request: HttpRequest, jar: CookieJar): HttpRequest {
  const isCookie = ([name]: [string, string]): boolean => name.toLowerCase() === 'cookie'
  const own = request.headers.filter(isCookie).map(([, value]) => value)
  const named = new Set(own.flatMap((value) => value.split(';')).map((pair) => pair.split('=', 1)[0]?.trim()))
  const held = jar.cookiesFor(request.url).filter(([name]) => !named.has(name))
  if (held.length === 0) return request
  const pairs = held.map(([name, value]) => (name === '' ? value : `${name}=${value}`))
  const others = request.headers.filter((header) => !isCookie(header))
  return { ...request, headers: [...others, ['Cookie', [...own, ...pairs].join('; ')]] }
}

/** See `HttpResponse.cookies`. */
function cookiesAfter(jar: CookieJar, url: string, taken: readonly TakenCookie[]): Map<string, string | undefined> {
  const cookies = new Map<string, string | undefined>()
  for (const { name, value, isKept, refused } of taken) if (refused === undefined) cookies.set(name, isKept ? value : undefined)
  // The first has the longest path.
  for (const [name, value] of jar.cookiesFor(url).toReversed()) cookies.set(name, value)
  return cookies
}

function tellTaken(
  taken: readonly TakenCookie[],
  url: string,
  { by }: HttpResponse,
  { redactor, emit, wantsDetails }: Surroundings,
): void {
  if (wantsDetails !== false)
    for (const cookie of taken) if (isSession(cookie)) redactor.add(`cookie ${cookie.name}`, cookie.value)
  const warn = (text: string): void => emit({ type: 'noted', level: 'warning', text: redactor.mask(text) })
  if (by === 'browser') warn(texts.cookiesOfBrowser)
  const refused = taken.flatMap(({ name, refused: why }) => (why === undefined ? [] : [{ name: name.slice(0, 100), why }]))
  for (const { name, why } of refused.slice(0, mostNamed)) warn(texts.cookieRefused(name, new URL(url).host, why))
  if (refused.length > mostNamed) warn(texts.moreCookiesRefused(refused.length - mostNamed))
}

/** Whether who has the cookie's value may be taken for its owner, as far as it shows. */
const isSession = ({ name, value, httpOnly }: TakenCookie): boolean =>
  value.length >= shortestSession &&
  (httpOnly || isCredentialName(name) || /sess|sid$|auth|jwt|[cx]srf|login|remember/i.test(name) || isRandom(value))

/** Letters and digits, mixed and long, as tokens are. */
const isRandom = (value: string): boolean => value.length >= 20 && /^\S+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
