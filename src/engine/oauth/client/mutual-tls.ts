import { AssayError } from '#engine/base/errors.ts'
import { ofHost, parseAddress } from '#engine/ports/http/http-rules.ts'
import type { OAuthContext } from '../context.ts'
import type { DiscoveryDocument } from '../provider/discovery.ts'
import { jwtClaims } from '../signed/jwt-claims.ts'
import type { OAuthSettings } from '../settings.ts'
import type { TokenAnswer } from '../token/token-answer.ts'

/** Texts about clients that authenticate by a certificate (RFC 8705). */
const texts = {
  none: (label: string, host: string) => `${label}: the environment has no client certificate for ${host}.`,
  noneHint: (host: string) =>
    `Add one for ${host} under Client certificates in the environment, or choose another Client Auth Method.`,
  notTls: (label: string, url: string) => `${label}: client certificates need https:, but the URL is ${url}.`,
  notTlsHint: "Use the endpoint's https: URL.",
  bound: (subject: string, thumbprint: string) =>
    `The access token is bound to the client certificate ${subject}: its cnf.x5t#S256 is the thumbprint of the certificate sent to the token endpoint, ${thumbprint} (RFC 8705 section 3.1).`,
  notBound: (subject: string) =>
    `The access token isn't bound to the client certificate ${subject}, so anyone with the token can use it. The provider supports bound tokens: turn them on for this client there.`,
  boundToUnshown: (thumbprint: string) =>
    `The access token is bound to the certificate with the thumbprint ${thumbprint} (cnf.x5t#S256), but the environment has no certificate for the token endpoint. Add it under Client certificates in the environment.`,
  boundToOther: (bound: string, shown: string, subject: string) =>
    `The access token is bound to another certificate: its cnf.x5t#S256 is ${bound}, but ${shown} (${subject}) was sent to the token endpoint.`,
  boundToOtherHint:
    "Check the proxy that ends TLS in front of the provider: it must forward the client's certificate, not its own (RFC 8705 section 6.5).",
} as const

type Endpoint = keyof NonNullable<DiscoveryDocument['mtls_endpoint_aliases']>

/** Whether the environment has a client certificate for the host. */
const hasCertificate = ({ certificateHosts = [] }: OAuthContext, url: string): boolean =>
  ofHost(
    parseAddress(url),
    certificateHosts.map((host) => ({ host })),
  ) !== undefined

/**
 * The document with the endpoints for clients with a certificate (RFC 8705 section 5), if the client authenticates with one, or
 * the environment has one for their host.
 */
export function withMutualTlsEndpoints(
  document: DiscoveryDocument,
  context: OAuthContext,
  { clientCertificate }: Pick<OAuthSettings, 'clientCertificate'>,
): DiscoveryDocument {
  const aliases = document.mtls_endpoint_aliases
  if (aliases === undefined) return document
  const used = (Object.entries(aliases) as [Endpoint, string][]).filter(
    ([, url]) => URL.canParse(url) && (clientCertificate !== undefined || hasCertificate(context, url)),
  )
  return used.length === 0 ? document : { ...document, ...Object.fromEntries(used) }
}

/**
 * Checks that a client that authenticates with a certificate has one for this endpoint. AssayError `oauth-settings` before
 * anything is sent.
 */
export function checkCertificateFor(
  context: OAuthContext,
  { clientCertificate }: Pick<OAuthSettings, 'clientCertificate'>,
  label: string,
  url: string,
): void {
  if (clientCertificate === undefined || hasCertificate(context, url)) return
  const { host, protocol } = new URL(url)
  if (protocol !== 'https:') throw new AssayError('oauth-settings', texts.notTls(label, url), { hint: texts.notTlsHint })
  throw new AssayError('oauth-settings', texts.none(label, host), { hint: texts.noneHint(host) })
}

/** The thumbprint that an access token is bound to; undefined: to none, or it is no JWT (RFC 8705 section 3.1). */
export function boundThumbprint(accessToken: string): string | undefined {
  const cnf = jwtClaims(accessToken)?.cnf
  const thumbprint: unknown = typeof cnf === 'object' && cnf !== null ? Reflect.get(cnf, 'x5t#S256') : undefined
  return typeof thumbprint === 'string' ? thumbprint : undefined
}

/**
 * Compares the certificate sent to the token endpoint with the one that the token is bound to, and reports the result.
 * AssayError `oauth-unusable-answer` if they differ: APIs would reject the token. `canBind`: the provider supports it.
 */
export function checkCertificateBinding(
  context: OAuthContext,
  canBind: boolean,
  { accessToken, certificate }: TokenAnswer,
): void {
  const bound = boundThumbprint(accessToken)
  if (bound === undefined) {
    const isJwt = jwtClaims(accessToken) !== undefined
    if (isJwt && certificate && canBind) context.noted('info', texts.notBound(certificate.subject))
  } else if (certificate === undefined) context.noted('warning', texts.boundToUnshown(bound))
  else if (certificate.thumbprint === bound) context.noted('info', texts.bound(certificate.subject, bound))
  else
    throw new AssayError('oauth-unusable-answer', texts.boundToOther(bound, certificate.thumbprint, certificate.subject), {
      hint: texts.boundToOtherHint,
    })
}
