import type { Headers } from './http.ts'

/** Why a jar refuses a cookie (RFC 6265bis section 5.7). */
export type CookieRefusal = 'unreadable' | 'too-large' | 'public-suffix' | 'other-domain' | 'not-secure' | 'prefix'

/** What became of a `Set-Cookie` header. */
export interface TakenCookie {
  name: string
  /** As it was sent. */
  value: string
  httpOnly: boolean
  /** False for a cookie that the response deletes, or that was refused. */
  isKept: boolean
  refused?: CookieRefusal
}

/** A cookie as a jar holds it. */
export interface JarCookie {
  name: string
  value: string
  /** The host that set it, or its Domain attribute. */
  domain: string
  /** It has no Domain attribute: other hosts of the domain don't get it. */
  hostOnly: boolean
  path: string
  secure: boolean
  httpOnly: boolean
  sameSite?: 'Strict' | 'Lax' | 'None'
  /** Milliseconds since 1970; absent: until the jar is dropped. */
  expires?: number
}

/** Keeps the cookies that responses set, and gives those that a request has to send. */
export interface CookieJar {
  /** The cookies for a request to this URL, longest path first (RFC 6265bis section 5.8.3). */
  cookiesFor(url: string): [name: string, value: string][]
  /** Takes the `Set-Cookie` headers of a response from this URL, in order. */
  take(url: string, headers: Headers): TakenCookie[]
  /** All cookies that haven't expired, by domain. */
  all(): JarCookie[]
  /** A jar with the same cookies. */
  copy(): CookieJar
}

/** Opens jars, each empty. What they are made of is loaded by the first. */
export interface CookieJars {
  open(): Promise<CookieJar>
}
