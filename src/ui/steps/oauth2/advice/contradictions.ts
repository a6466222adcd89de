import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { scopesOf } from '../discovery.ts'
import { oauthTexts as texts } from '../texts.ts'

/** A field whose setting the discovery document does not list as supported, with a sentence for beside it. */
export type Contradictions = Partial<Record<'grant' | 'authMethod' | 'pkce' | 'responseType' | 'scope', string>>

type Settings = Pick<
  OAuth2Step,
  'grantType' | 'clientAuthMethod' | 'clientSecret' | 'secretTransport' | 'privateKeyJwt' | 'requirePkce' | 'scope'
>

const lacks = (list: readonly string[] | undefined, one: string): list is readonly string[] =>
  list !== undefined && list.length > 0 && !list.includes(one)

/** The method's name in discovery documents (OpenID Connect Core 9); a variable counts as a secret. */
function authMethodOf(step: Settings): string {
  if (step.clientAuthMethod === 'ClientAssertion') {
    return step.privateKeyJwt?.algorithm.startsWith('HS') ? 'client_secret_jwt' : 'private_key_jwt'
  }
  if (step.clientAuthMethod === 'ClientCertificate') return 'tls_client_auth'
  if (!step.clientSecret) return 'none'
  return step.secretTransport === 'body' ? 'client_secret_post' : 'client_secret_basic'
}

/** True if one of the listed types is of these words, in any order (OAuth 2.0 Multiple Response Types 3). */
const offersType = (types: readonly string[], words: string): boolean =>
  types.some((type) => type.split(' ').toSorted().join(' ') === words)

/**
 * Where a step's settings contradict what its provider says of itself (RFC 8414 section 2). A list that the document omits
 * contradicts nothing. Scopes with a `${variable}` are not judged.
 */
export function contradictionsOf(step: Settings, discovery: Discovery): Contradictions {
  const found: Contradictions = {}
  const grant = grantOf(step)
  if (lacks(discovery.grantTypes, grant.name)) found.grant = texts.notOffered(grant.title)
  const method = authMethodOf(step)
  const isSelfSigned = method === 'tls_client_auth' && discovery.authMethods?.includes('self_signed_tls_client_auth')
  if (grant.client !== 'unproven' && !isSelfSigned && lacks(discovery.authMethods, method)) {
    found.authMethod = texts.methodNotListed(method, discovery.authMethods)
  }
  if (grant.pkce && step.requirePkce && lacks(discovery.codeChallengeMethods, 'S256')) {
    found.pkce = texts.pkceNotListed(discovery.codeChallengeMethods)
  }
  const scopes = scopesOf(step.scope)
  const responseType = grant.responseType?.(scopes.includes('openid'))
  const types = discovery.responseTypes ?? []
  if (responseType !== undefined && types.length > 0 && !offersType(types, responseType)) {
    found.responseType = texts.typeNotListed(responseType, types)
  }
  const unknown = scopes.filter((scope) => !scope.includes('${') && lacks(discovery.scopes, scope))
  if (unknown.length > 0) found.scope = texts.scopeNotListed(unknown)
  return found
}
