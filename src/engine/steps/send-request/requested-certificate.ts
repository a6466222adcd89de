import { boundThumbprint } from '#engine/oauth/client/mutual-tls.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** How far into a body the sentence stands. */
const looked = 1_000

/**
 * What a server says by HTTP that others say by an alert of TLS: nginx finishes the handshake whatever the client shows, and
 * responds with 400 (ngx_http_request.c); its own statuses 495 and 496 show where someone lets them through.
 */
export function certificateWish({ status, body, url, certificate }: HttpResponse): string | undefined {
  if (status !== 400 && status !== 495 && status !== 496) return undefined
  const text = new TextDecoder().decode(body.subarray(0, looked))
  const { host } = new URL(url)
  if (status === 496 || text.includes('No required SSL certificate was sent')) return texts.certificateMissing(host)
  if (status !== 495 && !text.includes('The SSL certificate error')) return undefined
  return texts.certificateRefused(host, certificate?.subject)
}

/** A token that is bound to a certificate is good with that one only (RFC 8705 section 3): said where the host was shown none, or another. */
export function tokenWithoutCertificate(
  { headers }: HttpRequest,
  { url, certificate }: Pick<HttpResponse, 'url' | 'certificate'>,
): string | undefined {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const token = authorization === undefined ? undefined : /^Bearer +(eyJ\S+) *$/i.exec(authorization)?.[1]
  const bound = token === undefined ? undefined : boundThumbprint(token)
  if (bound === undefined || bound === certificate?.thumbprint) return undefined
  return texts.boundElsewhere(new URL(url).host, bound, certificate?.subject)
}
