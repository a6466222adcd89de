import { AssayError } from '#engine/base/errors.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf } from '../encoding.ts'
import { getDocument, isKnown } from './known-documents.ts'
import { meanings } from '../messages/meanings.ts'
import { providerErrorOf } from '../refusals/provider-error.ts'
import type { OAuthSettings } from '../settings.ts'
import { documentHint } from '../refusals/refusal-texts.ts'
import { discoveryTexts, notes, refused } from '../texts.ts'
import { rejectRedirect } from '../token/token-answer.ts'

/** Endpoints that may have an alias: not the one that a browser is sent to. */
const aliasNames = [
  'token_endpoint',
  'device_authorization_endpoint',
  'backchannel_authentication_endpoint',
  'pushed_authorization_request_endpoint',
  'userinfo_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
] as const
type AliasName = (typeof aliasNames)[number]

/** What is read of a discovery document; members of another type than they must have are omitted. */
export interface DiscoveryDocument {
  issuer?: string
  token_endpoint?: string
  authorization_endpoint?: string
  device_authorization_endpoint?: string
  backchannel_authentication_endpoint?: string
  pushed_authorization_request_endpoint?: string
  registration_endpoint?: string
  jwks_uri?: string
  userinfo_endpoint?: string
  introspection_endpoint?: string
  revocation_endpoint?: string
  end_session_endpoint?: string
  authorization_response_iss_parameter_supported?: boolean
  /** Where clients with a certificate are to ask (RFC 8705 section 5). */
  mtls_endpoint_aliases?: Partial<Record<AliasName, string>>
  /** The provider can bind tokens to certificates (RFC 8705 section 3.3). */
  tls_client_certificate_bound_access_tokens?: boolean
  scopes_supported?: string[]
  grant_types_supported?: string[]
  response_types_supported?: string[]
  token_endpoint_auth_methods_supported?: string[]
  code_challenge_methods_supported?: string[]
  id_token_signing_alg_values_supported?: string[]
  userinfo_signing_alg_values_supported?: string[]
}

const texts = [
  'issuer',
  'token_endpoint',
  'authorization_endpoint',
  'device_authorization_endpoint',
  'backchannel_authentication_endpoint',
  'pushed_authorization_request_endpoint',
  'registration_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
  'end_session_endpoint',
] as const
const lists = [
  'scopes_supported',
  'grant_types_supported',
  'response_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'userinfo_signing_alg_values_supported',
] as const

function readDocument(object: Record<string, unknown>): DiscoveryDocument {
  const document: DiscoveryDocument = {}
  for (const name of texts) {
    const value = object[name]
    if (typeof value === 'string' && value !== '') document[name] = value
  }
  for (const name of lists) {
    const value = object[name]
    if (Array.isArray(value)) document[name] = value.filter((item) => typeof item === 'string')
  }
  if (object.authorization_response_iss_parameter_supported === true) {
    document.authorization_response_iss_parameter_supported = true
  }
  if (object.tls_client_certificate_bound_access_tokens === true) document.tls_client_certificate_bound_access_tokens = true
  const aliases = object.mtls_endpoint_aliases
  if (typeof aliases === 'object' && aliases !== null) {
    const found = aliasNames.flatMap((name) => {
      const value: unknown = Object.hasOwn(aliases, name) ? Reflect.get(aliases, name) : undefined
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
    })
    if (found.length > 0) document.mtls_endpoint_aliases = Object.fromEntries(found)
  }
  return document
}

const wellKnown = '/.well-known/'

/**
 * Where the document may be, the likeliest first. A URL without a well-known path is taken for an issuer: its document is
 * behind it (OpenID Connect Discovery 4) or, for a server without OpenID, between host and path (RFC 8414 section 3.1).
 */
function documentAddresses(typed: string): [string, ...string[]] {
  const url = new URL(typed)
  if (url.pathname.includes(wellKnown)) return [url.href]
  const path = url.pathname.replace(/\/$/, '')
  const at = (pathname: string): string => Object.assign(new URL(url.href), { pathname }).href
  return [at(`${path}${wellKnown}openid-configuration`), at(`${wellKnown}oauth-authorization-server${path}`)]
}

/** True if a document of this issuer belongs at this URL (OpenID Connect Discovery 4.3, RFC 8414 section 3.3). */
function belongs(issuer: string, address: string): boolean {
  const url = new URL(address)
  const at = url.pathname.indexOf(wellKnown)
  const before = url.pathname.slice(0, at)
  const after = url.pathname.slice(at + wellKnown.length).replace(/^[^/]+/, '')
  const trimmed = issuer.replace(/\/$/, '')
  return [before, after, before + after].some((path) => trimmed === (url.origin + path).replace(/\/$/, ''))
}

/** Statuses of servers for missing documents: not always 404. */
const nothingThere = new Set([400, 403, 404, 405, 410])

/** The error of a page that may not read a response: "not found" mostly comes without CORS headers, so it may be one. */
function unreadable(thrown: unknown): AssayError {
  if (thrown instanceof AssayError && thrown.code === 'http-cors') return thrown
  throw thrown
}

/**
 * The response of the first URL, or of the second if only that has the document: if neither has it, the message names the
 * first.
 */
async function findDocument(
  context: OAuthContext,
  [first, second]: readonly [string, ...string[]],
  request: (address: string) => Promise<HttpResponse>,
): Promise<[string, HttpResponse]> {
  if (second === undefined) return [first, await request(first)]
  if (isKnown(context, second)) return [second, await request(second)]
  const answer = await request(first).catch(unreadable)
  if (answer instanceof AssayError || nothingThere.has(answer.status)) {
    const other = await request(second).catch(unreadable)
    if (!(other instanceof AssayError) && other.status === 200) return [second, other]
  }
  if (answer instanceof AssayError) throw answer
  return [first, answer]
}

const unusable = (message: string, hint: string = discoveryTexts.hint): AssayError =>
  new AssayError('oauth-unusable-answer', message, { hint })

/**
 * Gets the discovery document of the settings (OpenID Connect Discovery or RFC 8414), once in a run; the issuer is the
 * document's. A document of another issuer is noted, and rejected if the step is strict. Rejects with AssayError
 * `oauth-unusable-answer`, `oauth-refused` or the transport's.
 */
export async function fetchDiscovery(
  context: OAuthContext,
  settings: Pick<OAuthSettings, 'discoveryEndpoint' | 'strict' | 'tokenName'>,
): Promise<DiscoveryDocument> {
  const label = 'Discovery Endpoint'
  const message = { purpose: 'discovery', label, meaning: meanings.discovery, tokenName: settings.tokenName } as const
  const request = async (address: string): Promise<HttpResponse> =>
    (await getDocument(context, message, address, { accept: 'application/json' })).raw
  const [url, raw] = await findDocument(context, documentAddresses(settings.discoveryEndpoint), request)
  rejectRedirect(raw, label, url)
  const error = raw.status >= 400 ? providerErrorOf(raw) : undefined
  const hint = documentHint(raw.status, discoveryTexts.hint)
  if (error) throw new AssayError('oauth-refused', refused(label, url, raw.status, error), { hint })
  if (raw.status !== 200) throw unusable(discoveryTexts.status(url, raw.status), hint)
  const object = parseJsonObject(bodyText(raw.body))
  if (!object) throw unusable(discoveryTexts.notJson(url, raw.status, mediaTypeOf(raw.headers)))
  const document = readDocument(object)
  const doubt =
    document.issuer === undefined
      ? notes.discoveryNoIssuer(url)
      : belongs(document.issuer, url)
        ? undefined
        : notes.discoveryIssuer(document.issuer, url)
  if (doubt !== undefined && settings.strict) throw unusable(doubt, discoveryTexts.strictHint)
  if (doubt !== undefined) context.noted('warning', doubt)
  return document
}
