import type { EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { otherHost } from '#engine/oauth/provider/discovery-hosts.ts'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { endpointsOf } from './fields-of-grant.ts'

/** What discovery would do to a step. */
export interface DiscoveryMerge {
  /** Empty endpoints that it fills. */
  filled: { key: EndpointField; value: string }[]
  /** Endpoints that hold something else: left alone unless asked. */
  differs: { key: EndpointField; current: string; offered: string }[]
  /** Empty endpoints that the document puts on another host: filled only if asked. */
  elsewhere: { key: EndpointField; value: string; host: string }[]
  /** Endpoints that the grant needs and the document does not name. */
  missing: EndpointField[]
}

type Settings = Pick<OAuth2Step, 'grantType' | 'discoveryEndpoint' | EndpointField>

/**
 * An endpoint as it is filled in. Where the Discovery Endpoint starts with a reference, as in `${idp}/.well-known/…`, so does
 * an endpoint below that reference: it is right in the next environment too.
 */
function offeredEndpoint(
  { discoveryEndpoint }: Pick<Settings, 'discoveryEndpoint'>,
  { address = '', endpoints }: Discovery,
  key: EndpointField,
): string | undefined {
  const endpoint = endpoints[key]
  const [, reference, rest = ''] = /^(\$\{[^{}]+\})([^$]*)$/.exec(discoveryEndpoint.trim()) ?? []
  if (endpoint === undefined || reference === undefined || !address.endsWith(rest)) return endpoint
  const base = address.slice(0, address.length - rest.length).replace(/\/$/, '')
  return base !== '' && endpoint.startsWith(`${base}/`) ? reference + endpoint.slice(base.length) : endpoint
}

/** Whether a field holds what discovery says, in words or by reference. */
export const isFromDiscovery = (step: Settings, discovery: Discovery, key: EndpointField): boolean =>
  step[key] !== '' && [discovery.endpoints[key], offeredEndpoint(step, discovery, key)].includes(step[key])

/** Compares a discovery document with a step; only the endpoints of the step's grant count. */
export function mergeDiscovery(step: Settings, discovery: Discovery): DiscoveryMerge {
  const merge: DiscoveryMerge = { filled: [], differs: [], elsewhere: [], missing: [] }
  for (const key of endpointsOf(step.grantType)) {
    const offered = offeredEndpoint(step, discovery, key)
    const current = step[key]
    if (offered === undefined) {
      if (current === '') merge.missing.push(key)
      continue
    }
    const host = otherHost(discovery.endpoints[key] ?? '', discovery.address ?? '')
    if (current === '' && host !== undefined) merge.elsewhere.push({ key, value: offered, host })
    else if (current === '') merge.filled.push({ key, value: offered })
    else if (!isFromDiscovery(step, discovery, key)) merge.differs.push({ key, current, offered })
  }
  return merge
}

/**
 * How the secret is to be sent, if the provider supports only the other way (RFC 8414 section 2) and no secret is entered yet:
 * the way that goes with a secret is left as chosen.
 */
export function transportFor(
  { clientAuthMethod, clientSecret, secretTransport }: Pick<OAuth2Step, 'clientAuthMethod' | 'clientSecret' | 'secretTransport'>,
  { authMethods = [] }: Discovery,
): OAuth2Step['secretTransport'] | undefined {
  if (clientAuthMethod !== 'SharedSecret' || clientSecret) return undefined
  const basic = authMethods.includes('client_secret_basic')
  const body = authMethods.includes('client_secret_post')
  if (basic === body) return undefined
  const wanted = basic ? 'basic' : 'body'
  return (secretTransport === 'body') === (wanted === 'body') ? undefined : wanted
}

/** The scopes of a text, in order, each once. */
export const scopesOf = (scope: string): string[] => [...new Set(scope.split(/\s+/).filter((one) => one !== ''))]

/** Takes a scope out of the text, or puts it at the end. */
export function toggleScope(scope: string, one: string): string {
  const all = scopesOf(scope)
  return (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]).join(' ')
}
