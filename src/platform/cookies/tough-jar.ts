import { Cookie, CookieJar as ToughCookieJar } from 'tough-cookie'
import type { CookieJar, CookieRefusal, JarCookie, TakenCookie } from '#engine/ports/cookie-jar.ts'
import { CookieStore } from './cookie-store.ts'

/** Bytes of a cookie's name and value (RFC 6265bis section 5.7, step 5); headers are read as Latin-1. */
const longestCookie = 4096

/** The library's reasons by their words: it has no codes. */
const refusals: [words: RegExp, refusal: CookieRefusal][] = [
  [/failed to parse/, 'unreadable'],
  [/public suffix/, 'public-suffix'],
  [/not in this host/, 'other-domain'],
  [/secure connection/, 'not-secure'],
  [/prefix/, 'prefix'],
]

const refusalOf = (thrown: unknown): CookieRefusal =>
  refusals.find(([words]) => thrown instanceof Error && words.test(thrown.message))?.[1] ?? 'unreadable'

/** The part before the attributes, as browsers read it: without "=" it is all value. */
function pairOf(header: string): [name: string, value: string] {
  const [pair = ''] = header.split(';', 1)
  const equals = pair.indexOf('=')
  return equals < 0 ? ['', pair.trim()] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]
}

const sameSites: Record<string, JarCookie['sameSite']> = { strict: 'Strict', lax: 'Lax', none: 'None' }

function shownCookie(cookie: Cookie): JarCookie {
  const expiry = cookie.expiryTime()
  const sameSite = sameSites[cookie.sameSite ?? '']
  return {
    name: cookie.key,
    value: cookie.value,
    domain: cookie.domain ?? '',
    hostOnly: cookie.hostOnly !== false,
    path: cookie.path ?? '/',
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(expiry === undefined || !Number.isFinite(expiry) ? {} : { expires: expiry }),
  }
}

/**
 * An empty jar by RFC 6265bis, with public suffixes. Requests of a test count as those that a user makes, so SameSite holds none
 * back. `Secure` cookies are sent to this machine by `http:` too, as browsers do.
 */
export function createToughJar(from: readonly Cookie[] = []): CookieJar {
  const store = new CookieStore()
  for (const cookie of from) {
    const own = cookie.clone()
    if (own) void store.putCookie(own)
  }
  const jar = new ToughCookieJar(store, { looseMode: true, prefixSecurity: 'strict' })

  function take(url: string, header: string): TakenCookie {
    const [name, value] = pairOf(header)
    const given = { name, value, httpOnly: /;\s*httponly\s*(;|=|$)/i.test(header) }
    if (name.length + value.length > longestCookie) return { ...given, isKept: false, refused: 'too-large' }
    // A server can't tell such a one from a cookie with that prefix in its name (RFC 6265bis section 5.7).
    if (name === '' && /^__(Secure|Host)-/i.test(value)) return { ...given, isKept: false, refused: 'prefix' }
    if (name === '' && value === '') return { ...given, isKept: false, refused: 'unreadable' }
    try {
      const cookie = jar.setCookieSync(header, url)
      return { ...given, isKept: cookie !== undefined && cookie.TTL() > 0 }
    } catch (thrown) {
      return { ...given, isKept: false, refused: refusalOf(thrown) }
    }
  }

  return {
    cookiesFor: (url) => jar.getCookiesSync(url).map((cookie): [string, string] => [cookie.key, cookie.value]),
    take: (url, headers) =>
      headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, header]) => take(url, header)),
    all: () => store.all().flatMap((cookie) => (cookie.TTL() > 0 ? [shownCookie(cookie)] : [])),
    copy: () => createToughJar(store.all()),
  }
}
