import { canonicalDomain, Store, type Cookie } from 'tough-cookie'

/** Cookies of one domain, as Chromium and Firefox limit them (RFC 6265bis section 6.1 demands at least 50). */
const mostOfDomain = 180
/** Cookies of one jar (RFC 6265bis section 6.1). */
const mostOfJar = 3000

type Callback<T> = (error: null, result: T) => void

/** In Punycode; the library keeps a Domain attribute as it is written. */
const hostOf = (domain: string | null | undefined): string => canonicalDomain(domain ?? '') ?? ''

const keyOf = (path: string | null, name: string): string => `${path ?? ''}\0${name}`

/** The longest that a cookie may last: 400 days (RFC 6265bis section 5.5). */
const longestLife = 400 * 24 * 60 * 60 * 1000

/** The library counts Max-Age from the last use, so that a cookie in use would never expire, and gives no date to a long one. */
function fixExpiry(cookie: Cookie): void {
  const now = new Date()
  const expiry = cookie.expiryTime(now)
  if (expiry === undefined || expiry === -Infinity || (expiry === Infinity && cookie.maxAge === null)) return
  cookie.expires = new Date(Math.min(expiry, now.getTime() + longestLife))
  cookie.maxAge = null
}

/**
 * Cookies by domain, the longest kept first. Beyond the limits the oldest are dropped. The library's own store has no limits, and
 * refuses hosts named `test` or `local`, as services of a Compose file are.
 */
export class CookieStore extends Store {
  override readonly synchronous = true
  readonly #domains = new Map<string, Map<string, Cookie>>()
  #count = 0

  override findCookie(
    domain: string | null,
    path: string | null,
    name: string | null | undefined,
    callback?: Callback<Cookie | undefined>,
  ): Promise<Cookie | undefined> {
    const found = this.#domains.get(hostOf(domain))?.get(keyOf(path, name ?? ''))
    callback?.(null, found)
    return Promise.resolve(found)
  }

  /** Those of the host and of the domains above it; the library compares the rest. */
  override findCookies(
    domain: string | null,
    _path: string | null,
    _allowSpecialUseDomain?: boolean | Callback<Cookie[]>,
    callback?: Callback<Cookie[]>,
  ): Promise<Cookie[]> {
    const found: Cookie[] = []
    for (let host = domain ?? ''; host !== ''; host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : '')
      found.push(...(this.#domains.get(host)?.values() ?? []))
    callback?.(null, found)
    return Promise.resolve(found)
  }

  override putCookie(cookie: Cookie, callback?: (error: null) => void): Promise<void> {
    this.#put(cookie)
    callback?.(null)
    return Promise.resolve()
  }

  override updateCookie(_old: Cookie, cookie: Cookie, callback?: (error: null) => void): Promise<void> {
    return this.putCookie(cookie, callback)
  }

  override removeCookie(
    domain: string | null | undefined,
    path: string | null | undefined,
    name: string | null | undefined,
    callback?: (error: null) => void,
  ): Promise<void> {
    this.#remove(hostOf(domain), keyOf(path ?? null, name ?? ''))
    callback?.(null)
    return Promise.resolve()
  }

  override getAllCookies(callback?: Callback<Cookie[]>): Promise<Cookie[]> {
    const all = this.all()
    callback?.(null, all)
    return Promise.resolve(all)
  }

  /** All of them, expired ones too, by domain. */
  all(): Cookie[] {
    return [...this.#domains.values()].flatMap((cookies) => [...cookies.values()])
  }

  #put(cookie: Cookie): void {
    const domain = (cookie.domain = hostOf(cookie.domain))
    const key = keyOf(cookie.path, cookie.key)
    this.#remove(domain, key)
    fixExpiry(cookie)
    // A server deletes a cookie by a date in the past.
    if (cookie.TTL() <= 0) return
    const cookies = this.#domains.get(domain) ?? new Map<string, Cookie>()
    this.#domains.set(domain, cookies)
    cookies.set(key, cookie)
    this.#count += 1
    if (cookies.size > mostOfDomain) this.#dropOldest(domain)
    const [oldest] = this.#domains.keys()
    if (this.#count > mostOfJar && oldest !== undefined) this.#dropOldest(oldest)
  }

  #dropOldest(domain: string): void {
    const [key] = this.#domains.get(domain)?.keys() ?? []
    if (key !== undefined) this.#remove(domain, key)
  }

  #remove(domain: string, key: string): void {
    const cookies = this.#domains.get(domain)
    if (!cookies?.delete(key)) return
    this.#count -= 1
    if (cookies.size === 0) this.#domains.delete(domain)
  }
}
