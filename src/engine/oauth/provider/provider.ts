import type { AuthorizationServer } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { checkScheme, isLoopback, parseAddress, isInsecureHost } from '#engine/ports/http/http-rules.ts'
import type { OAuthContext } from '../context.ts'
import { otherHost } from './discovery-hosts.ts'
import { fetchDiscovery } from './discovery.ts'
import { placeholderIssuer } from './placeholder-issuer.ts'
import { grantFacts } from '../grants/facts.ts'
import { endpointFields, endpointNames, type EndpointName } from '../grants/grant-facts.ts'
import { withMutualTlsEndpoints } from '../client/mutual-tls.ts'
import type { OAuthSettings } from '../settings.ts'
import { notes, settingsTexts } from '../texts.ts'

/** The provider, from the settings and its discovery document. */
export interface Provider {
  /** For oauth4webapi. Its `issuer` is a placeholder if {@link Provider.issuer} is absent. */
  as: AuthorizationServer
  /** Absent: neither typed nor discovered, so nothing can be compared with it (case 7). */
  issuer?: string
}

/** Endpoints that a grant needs, by their names in discovery documents. No field has the one for pushed requests. */
export type NeededEndpoint = EndpointName | 'pushed_authorization_request_endpoint'

/** Their labels in the editor. */
const labels = Object.fromEntries([
  ...Object.values(endpointFields).map(({ name, title }) => [name, title]),
  ['pushed_authorization_request_endpoint', 'Pushed Authorization Request Endpoint'],
]) as Readonly<Record<NeededEndpoint, string>>

/** The endpoints that a token by these settings takes. */
export const neededEndpoints = ({ grantType, usePar }: OAuthSettings): NeededEndpoint[] => [
  ...grantFacts[grantType].endpoints.map((field) => endpointFields[field].name),
  ...(usePar ? (['pushed_authorization_request_endpoint'] as const) : []),
]

/**
 * Checks one address before anything is sent: complete, and `https:` unless it is loopback or the environment allows its host,
 * which is noted (case 8). `discovery` is where it was read, if no one typed it. Rejects with AssayError `http-invalid-request`
 * or `http-blocked`.
 */
export function checkEndpoint(context: OAuthContext, label: string, text: string, discovery?: string): void {
  try {
    const url = parseAddress(text)
    const allowed = isInsecureHost(url, context.insecureHosts)
    checkScheme(url, allowed)
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) context.noted('warning', notes.insecureHost(label, text))
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const isFound = discovery !== undefined && thrown.code === 'http-invalid-request'
    const what = isFound ? settingsTexts.inDiscovery(label, discovery) : label
    const hint = isFound ? settingsTexts.inDiscoveryHint : thrown.hint
    throw new AssayError(thrown.code, `${what}: ${thrown.message}`, { hint, cause: thrown.cause })
  }
}

/** Checks every URL that the settings name; nothing has been sent yet. */
export function checkTypedEndpoints(context: OAuthContext, settings: OAuthSettings): void {
  const typed: [label: string, url: string][] = [
    ['Discovery Endpoint', settings.discoveryEndpoint],
    ['Refresh Endpoint', settings.refreshEndpoint],
    ...endpointNames.map((field): [string, string] => [endpointFields[field].title, settings[field]]),
  ]
  for (const [label, url] of typed) if (url !== '') checkEndpoint(context, label, url)
}

/**
 * The provider's endpoints: typed ones first, the rest by discovery at run time. Rejects with AssayError `oauth-settings` if
 * one of `needed` is in neither.
 */
export async function resolveProvider(
  context: OAuthContext,
  settings: OAuthSettings,
  needed: readonly NeededEndpoint[],
): Promise<Provider> {
  const plain = settings.discoveryEndpoint === '' ? undefined : await fetchDiscovery(context, settings)
  const document = plain && withMutualTlsEndpoints(plain, context, settings)
  const typed: Partial<Record<NeededEndpoint, string>> = Object.fromEntries(
    endpointNames.map((field) => [endpointFields[field].name, settings[field]]),
  )
  const issuer = settings.issuer || document?.issuer
  const found: Partial<Record<NeededEndpoint, string>> = {}
  if (settings.issuer !== '' && document?.issuer !== undefined && document.issuer !== settings.issuer) {
    context.noted('warning', notes.issuerOverridden(settings.issuer, document.issuer))
  }
  for (const name of needed) {
    const entered = typed[name] ?? ''
    const endpoint = entered || document?.[name]
    if (endpoint === undefined) {
      throw unknownEndpoint(name, document && settings.discoveryEndpoint)
    }
    if (entered === '') {
      checkEndpoint(context, labels[name], endpoint, settings.discoveryEndpoint)
      const host = otherHost(endpoint, settings.discoveryEndpoint)
      if (host !== undefined) context.noted('info', notes.otherHost(labels[name], host))
    }
    found[name] = endpoint
  }
  const as: AuthorizationServer = { ...document, ...found, issuer: issuer ?? placeholderIssuer }
  return { as, ...(issuer === undefined ? {} : { issuer }) }
}

function unknownEndpoint(name: NeededEndpoint, discovery: string | undefined): AssayError {
  const label = labels[name]
  if (name === 'pushed_authorization_request_endpoint') {
    return new AssayError('oauth-settings', settingsTexts.noPar(discovery), { hint: settingsTexts.noParHint })
  }
  const message = discovery === undefined ? settingsTexts.noEndpoint(label) : settingsTexts.notInDiscovery(label, discovery)
  return new AssayError('oauth-settings', message, { hint: settingsTexts.fillEndpoint(label) })
}

const endpointOf =
  (name: NeededEndpoint) =>
  ({ as }: Provider): string => {
    const endpoint = as[name]
    if (endpoint === undefined) throw new AssayError('internal', `${labels[name]} was used before it was resolved.`)
    return endpoint
  }

/** The token endpoint of a provider that was resolved with it. */
export const tokenEndpointOf = endpointOf('token_endpoint')

/** The authorization endpoint of a provider that was resolved with it. */
export const authorizationEndpointOf = endpointOf('authorization_endpoint')

/** The device authorization endpoint of a provider that was resolved with it. */
export const deviceAuthorizationEndpointOf = endpointOf('device_authorization_endpoint')

/** The backchannel authentication endpoint of a provider that was resolved with it. */
export const backchannelEndpointOf = endpointOf('backchannel_authentication_endpoint')

/** The endpoint of a provider for pushed authorization requests (RFC 9126) that was resolved with it. */
export const pushEndpointOf = endpointOf('pushed_authorization_request_endpoint')
