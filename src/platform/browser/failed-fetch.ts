import type { AssayError } from '#engine/base/errors.ts'
import { isLoopback } from '#engine/ports/http-rules.ts'
import {
  corsRefused,
  insecureInBrowser,
  localNetworkDenied,
  offline,
  redirectFailed,
  unreachable,
} from '#engine/ports/http-texts.ts'
import type { HttpRequest } from '#engine/ports/http.ts'

/** Milliseconds that a probe may take. */
const patience = 3_000

const quiet: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

/** What comes of a GET whose answer nobody may read. */
async function probe(address: string): Promise<'answer' | 'silence' | 'failure'> {
  try {
    await fetch(address, { ...quiet, mode: 'no-cors', signal: AbortSignal.timeout(patience) })
    return 'answer'
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silence' : 'failure'
  }
}

/** Whether a GET of the address is answered by a redirect, which fetch then could not follow. Only GET is sent again. */
async function redirects(url: URL): Promise<boolean> {
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
 * Why a fetch failed before an answer could be read. A refusal by CORS and a dead host look the same to fetch; a
 * `no-cors` GET of the same origin tells them apart, and one of the same address if the request was a read. No other request
 * is sent again: it may have spent a code.
 */
export async function explainFailure(request: HttpRequest, url: URL, thrown: unknown): Promise<AssayError> {
  if (await loopbackIsDenied(url)) return localNetworkDenied(request.url)
  if ((await probe(`${url.origin}/`)) !== 'answer') {
    if (request.insecure && url.protocol === 'https:') return insecureInBrowser(request.url, thrown)
    return navigator.onLine || isLoopback(url.hostname) ? unreachable(request.url, thrown) : offline(request.url, thrown)
  }
  const readOnly = /^(get|head)$/i.test(request.method)
  if (request.redirect === 'follow' && readOnly && (await redirects(url))) return redirectFailed(request.url, thrown)
  // A server that is there may still have dropped this request. A read can be asked for again; one that takes long is not dropped.
  if (readOnly && (await probe(url.href)) === 'failure') return unreachable(request.url, thrown)
  if (url.origin === self.location.origin) return unreachable(request.url, thrown)
  return corsRefused(request.url, self.location.origin, thrown)
}
