import type { AssayError } from '#engine/base/errors.ts'
import { isLoopback } from '#engine/ports/http/http-rules.ts'
import {
  corsRefused,
  insecureInBrowser,
  localNetworkDenied,
  offline,
  redirectFailed,
  unreachable,
  unreachableOrHidden,
} from '#engine/ports/http/http-texts.ts'
import type { HttpRequest } from '#engine/ports/http.ts'

/**
 * Milliseconds that a probe may take after a fetch that failed so late: a server that was slow to answer what no one may read
 * is slow again. Bounded, since no one waits twice for a network that drops everything.
 */
const patienceAfter = (took: number): number => Math.min(Math.max(3_000, 2 * took), 10_000)

const quiet: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

/** The result of a GET whose response no one may read. */
async function probe(address: string, patience: number): Promise<'answer' | 'silence' | 'failure'> {
  try {
    await fetch(address, { ...quiet, mode: 'no-cors', signal: AbortSignal.timeout(patience) })
    return 'answer'
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silence' : 'failure'
  }
}

/** Whether a GET of the URL is answered by a redirect, which fetch then could not follow. Only GET is sent again. */
async function redirects(url: URL, patience: number): Promise<boolean> {
  try {
    const response = await fetch(url, { ...quiet, redirect: 'manual', signal: AbortSignal.timeout(patience) })
    return response.type === 'opaqueredirect'
  } catch {
    return false
  }
}

/** Chrome's Local Network Access: a page of the public web asks before it reaches this machine. */
async function loopbackIsDenied(url: URL): Promise<boolean> {
  if (!isLoopback(url.hostname) || isLoopback(self.location.hostname)) return false
  try {
    const permission = await navigator.permissions.query({ name: 'loopback-network' as PermissionName })
    return permission.state !== 'granted'
  } catch {
    return false
  }
}

/**
 * Whether the server responds. A read is requested again at its own URL: the start page may be slow, or lead elsewhere; where that
 * URL is silent, and for all other requests, the start page decides, since a second one may spend a code.
 */
async function isThere(url: URL, readOnly: boolean, patience: number): Promise<boolean> {
  const own = readOnly ? await probe(url.href, patience) : 'silence'
  return own === 'silence' ? (await probe(`${url.origin}/`, patience)) === 'answer' : own === 'answer'
}

/**
 * Why a fetch failed before a response could be read. A refusal by CORS and a dead host look the same to fetch; a `no-cors` GET
 * tells them apart, unless the server hides its responses from those as well (`Cross-Origin-Resource-Policy`). `took` are the
 * milliseconds until it failed.
 */
export async function explainFailure(request: HttpRequest, url: URL, thrown: unknown, took: number): Promise<AssayError> {
  const patience = patienceAfter(took)
  if (await loopbackIsDenied(url)) return localNetworkDenied(request.url)
  const readOnly = /^(get|head)$/i.test(request.method)
  if (request.redirect === 'follow' && readOnly && (await redirects(url, patience))) return redirectFailed(request.url, thrown)
  if (!(await isThere(url, readOnly, patience))) {
    // Without a network every other explanation misleads.
    if (!navigator.onLine && !isLoopback(url.hostname)) return offline(request.url, thrown)
    if (request.insecure && url.protocol === 'https:') return insecureInBrowser(request.url, thrown)
    return unreachableOrHidden(request.url, thrown)
  }
  if (url.origin === self.location.origin) return unreachable(request.url, thrown)
  return corsRefused(request.url, self.location.origin, thrown)
}
