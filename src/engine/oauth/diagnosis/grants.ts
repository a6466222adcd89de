import { codeHint } from '../refusals/refusal-texts.ts'
import { meansGrant, meansPassword, meansScope, meansVerifier } from '../refusals/standard-code.ts'
import { discovered } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import {
  all,
  any,
  atTokenEndpoint,
  fix,
  isError,
  namesRedirectUri,
  not,
  says,
  scopeWithout,
  suspectScopes,
  withParameter,
  withoutParameter,
} from './patterns.ts'
import type { Fix } from '../step-settings.ts'
import type { Situation } from './situation.ts'

const refusedGrant = isError('invalid_grant')
const spends =
  (...grants: string[]) =>
  (evidence: Evidence): boolean =>
    grants.includes(evidence.sent('grant_type') ?? '')
const code = spends('authorization_code')
const refresh = any(spends('refresh_token'), ({ purpose }) => purpose === 'refresh')

const withPkce = (evidence: Evidence): Fix[] =>
  evidence.settings?.requirePkce === false ? [fix('Switch PKCE on', { requirePkce: true })] : []

/** The grants that the provider's description lists (RFC 8414 section 2); none without a list. */
const announcedGrants = (evidence: Evidence): unknown[] => {
  const listed = discovered(evidence, 'grant_types_supported')
  return Array.isArray(listed) ? listed : []
}
const notAnnouncedGrant = (evidence: Evidence): boolean => {
  const [grant, listed] = [evidence.sent('grant_type'), announcedGrants(evidence)]
  return grant !== undefined && listed.length > 0 && !listed.includes(grant)
}

/** What the client asked for was refused: grant, code, password, refresh token, scope, audience. */
export const grantSituations: Situation[] = [
  {
    id: 'pkce-verifier',
    when: all(any(refusedGrant, isError('invalid_request', 'unauthorized_client')), ({ words }) => meansVerifier(words)),
    title: 'The code verifier does not fit the challenge',
    means:
      'Another verifier was sent than the one that the sign-in began with: two sign-ins were mixed up, or a proxy changed the request. Run the step again.',
    reference: 'RFC 7636 section 4.6',
  },
  {
    id: 'pkce-required',
    when: any(
      says(
        /proof key for code exchange is required|pkce (is )?(required|must)|(requires?|missing|must (use|include|supply)|without).{0,40}(pkce|code_challenge|code challenge|code_verifier)|code[_ ]challenge([_ ]method)?.{0,30}(required|missing)|AADSTS9002325/i,
      ),
      // Spring Authorization Server names the parameter and nothing else, as do those that print what their schema found (the SDK of MCP).
      all(isError('invalid_request'), says(/\bcode_challenge\b/i), ({ settings }) => settings?.requirePkce === false),
    ),
    title: 'The provider demands PKCE',
    means: ({ settings }) =>
      settings?.requirePkce
        ? 'It did not see a code challenge with method S256. Compare the authorization request in the exchange with what it demands.'
        : 'The step signs in without it. OAuth 2.1 demands it of every client.',
    fixes: withPkce,
    reference: 'RFC 9700 section 2.1.1',
  },
  {
    id: 'pkce-not-supported',
    when: says(
      /(code_challenge|code_verifier|pkce).{0,60}(not supported|unsupported|not allowed|unknown|unrecognized|unexpected|not permitted)|(unknown|unrecognized|unexpected|unsupported|invalid) (request )?parameter.{0,10}(code_challenge|code_verifier)|transform algorithm not supported/i,
    ),
    title: 'The provider does not know PKCE',
    means:
      'It rejects the parameters instead of ignoring them, as RFC 6749 section 3.1 says. Without PKCE a stolen code can be used by others.',
    fixes: ({ settings }) => (settings?.requirePkce ? [fix('Switch PKCE off', { requirePkce: false })] : []),
    reference: 'RFC 7636 section 5',
  },
  {
    id: 'code-redirect-mismatch',
    when: all(any(refusedGrant, isError('invalid_request', 'redirect_uri_mismatch')), code, says(/redirect.?ur[il]/i)),
    title: 'The code was issued for another redirect URI',
    means:
      'Token request and authorization request must name the same redirect URI, to the letter. An additional parameter redirect_uri, or a proxy that rewrites addresses, changes one of them.',
    fixes: (evidence) => withoutParameter(evidence, 'redirect_uri'),
    reference: 'RFC 6749 section 4.1.3',
  },
  {
    id: 'code-used',
    when: all(
      refusedGrant,
      code,
      says(/already (been )?(used|redeemed|consumed)|redeemed|used (twice|before)|code reuse|AADSTS54005/i),
    ),
    title: 'The code was used before',
    means:
      'A code is good for one token request. Something redeemed it twice: a reloaded page, a retrying proxy, another client. Run the step again.',
    reference: 'RFC 6749 section 4.1.2',
  },
  {
    id: 'code-expired',
    when: all(refusedGrant, code, says(/expired|AADSTS70008/i)),
    title: 'The code expired before it was used',
    means:
      'Codes live for a minute or less at some providers. A breakpoint, a slow network or clocks that differ between servers take it up. Run again.',
    reference: 'RFC 6749 section 4.1.2',
  },
  {
    id: 'code-refused',
    // Gitea says "client is not authorized" to a code that is spent, though it signed in for this client.
    // @jmondi/oauth2-server says `invalid_request`.
    when: all(
      code,
      any(
        refusedGrant,
        all(isError('unauthorized_client'), says(/client is not authorized\b/i)),
        all(
          isError('invalid_request'),
          says(/authori[sz]ation code (is|was|has been|has) \w*( or)? ?(expired|revoked|used|invalid)/i),
        ),
      ),
    ),
    title: 'The provider does not accept the code',
    means:
      'It is spent, expired, or was issued to another client, redirect URI or verifier; the provider does not say which. If it happens each time, compare client_id and redirect_uri of both requests.',
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'refresh-expired',
    when: all(refusedGrant, refresh),
    title: 'The refresh token is no longer good',
    means:
      'It expired, was revoked, was rotated by another run, or its session ended. The grant runs again by itself. For refresh tokens that outlive the session ask for offline_access.',
    fixes: ({ settings }) => {
      const words = settings?.scope.split(/\s+/).filter(Boolean) ?? []
      return words.includes('openid') && !words.includes('offline_access')
        ? [fix('Ask for offline_access', { scope: [...words, 'offline_access'].join(' ') })]
        : []
    },
    reference: 'RFC 6749 section 6',
  },
  {
    id: 'account-not-ready',
    when: all(
      spends('password'),
      says(
        /not fully set up|required action|update.?password|password.{0,12}expired|temporarily (disabled|locked)|account.{0,12}(disabled|locked)|AADSTS50(053|055|057|076|079)/i,
      ),
    ),
    title: 'The account has something to do first',
    means:
      'It must change its password, accept terms, use a second factor, or is locked. Sign in once by hand, or use an account made for tests.',
    reference: 'RFC 6749 section 4.3',
  },
  {
    id: 'password-refused',
    when: all(
      any(
        refusedGrant,
        isError('access_denied', 'invalid_user_credentials', 'invalid_credentials'),
        all(isError('invalid_request', 'server_error'), ({ words }) => meansPassword(words)),
      ),
      spends('password'),
    ),
    title: 'Username or password are wrong',
    means:
      'The provider knows the client and refuses the account. Check both for spaces, and whether the account lives in this realm or tenant and may sign in without a second factor.',
    fixes: () => [{ label: 'Edit password', edit: 'password' }],
    reference: 'RFC 6749 section 4.3.2',
  },
  {
    id: 'device-code-expired',
    when: isError('expired_token'),
    title: 'The code of the device was not entered in time',
    means:
      'The person did not finish within the lifetime that the provider gave. Run the step again and approve in time; how long the code lives is set at the provider.',
    reference: 'RFC 8628 section 3.5',
  },
  {
    id: 'service-account-off',
    when: says(/not enabled to retrieve service account|service account.{0,20}(disabled|not enabled)/i),
    title: 'The client has no service account in Keycloak',
    means:
      'Client Credentials need it: in the client under Capability config switch Client authentication and Service accounts roles on.',
    reference: 'RFC 6749 section 4.4',
  },
  {
    id: 'direct-access-off',
    when: says(/not allowed for direct access grants/i),
    title: 'The client may not take passwords in Keycloak',
    means:
      'In the client under Capability config switch Direct access grants on; or sign in with Auth Code, which OAuth 2.1 keeps.',
    fixes: () => [fix('Use Auth Code', { grantType: 'AuthorizationCode' })],
    reference: 'RFC 6749 section 4.3',
  },
  {
    id: 'call-not-allowed',
    when: all(isError('unauthorized_client'), ({ purpose }) => purpose === 'introspection' || purpose === 'revocation'),
    title: 'The client may not ask this of the provider',
    means: ({ purpose, settings }) => {
      const isPublic = settings?.clientSecret === undefined && settings?.clientAuthMethod === 'SharedSecret'
      const what = purpose === 'introspection' ? 'look into tokens' : 'revoke tokens'
      return `The provider knows the client, but does not let ${isPublic ? 'one without a secret' : 'it'} ${what}. Allow it in the client's registration${isPublic ? ', or use a client with a secret' : ''}; the token itself is not concerned.`
    },
    reference: 'RFC 7662 section 2.1, RFC 7009 section 2.1',
  },
  {
    id: 'grant-not-allowed',
    when: any(
      all(isError('unauthorized_client'), not(namesRedirectUri)),
      all(isError('access_denied', 'invalid_request', 'invalid_grant', 'invalid_client'), ({ words }) => meansGrant(words)),
    ),
    title: 'The client may not use this grant',
    means: ({ settings }) =>
      `The provider knows the client, but ${settings ? `${settings.grantType} is` : 'the grant is'} not among the grants allowed for it. Allow it in the client's registration, or choose another Grant Type.`,
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-not-supported',
    // As idpyoidc says it, and atproto by `invalid_grant`.
    when: any(
      isError('unsupported_grant_type'),
      says(/do not know how to handle this type of request|grant.?type.{0,40}is not supported/i),
    ),
    title: 'The provider does not offer this grant',
    means: (evidence) => {
      const supported = discovered(evidence, 'grant_types_supported')
      const list = Array.isArray(supported) ? ` Discovery lists ${supported.join(', ')}.` : ''
      return `It is switched off there, or the endpoint is that of another service.${list}`
    },
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-not-announced',
    // Ory Hydra says it to a grant that it does not know: "Make sure that the various parameters are correct".
    when: all(
      isError('invalid_request'),
      atTokenEndpoint,
      notAnnouncedGrant,
      ({ description }) => !/parameter: /i.test(description),
    ),
    title: 'The provider does not announce this grant',
    means: (evidence) =>
      `It can not read the request, and its discovery document lists ${announcedGrants(evidence).join(', ')}, but not ${evidence.sent('grant_type')}. Choose one of those as Grant Type.`,
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'scope-openid-client-credentials',
    when: all(
      isError('invalid_scope'),
      spends('client_credentials'),
      ({ sent }) => /\b(openid|offline_access|profile|email)\b/.test(sent('scope') ?? ''),
      (evidence) => !suspectScopes(evidence).isUnlisted,
    ),
    title: 'Scopes about a person make no sense for a client alone',
    means: 'openid, profile, email and offline_access need somebody who signs in; with Client Credentials there is nobody.',
    fixes: (evidence) => scopeWithout(evidence, (word) => ['openid', 'offline_access', 'profile', 'email'].includes(word)),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'openid-missing',
    when: all(
      isError('invalid_request', 'invalid_scope'),
      says(
        /missing required scope.{0,12}openid|openid.{0,24}scope.{0,24}(required|missing)|(requires?|must (have|include|contain)|missing).{0,24}openid/i,
      ),
      ({ sent }) => !/\bopenid\b/.test(sent('scope') ?? ''),
    ),
    title: 'The provider wants the scope openid',
    means: 'It speaks OpenID Connect alone here: every request has to ask for openid, and brings an ID token.',
    fixes: ({ settings }) =>
      settings === undefined ? [] : [fix('Ask for openid', { scope: ['openid', settings.scope].join(' ').trim() })],
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'scope-missing',
    // UAA names the scope that the client has beside the reason: "[uaa.none] is invalid. This user is not allowed any of the requested scopes".
    when: all(isError('invalid_scope'), ({ settings }) => settings?.scope.trim() === '', not(says(/is not allowed\b/i))),
    title: 'The provider has no default scope, and none was asked for',
    means:
      'Scope of the step is empty, so the parameter was left out. Such a provider (LemonLDAP::NG for client credentials) wants at least one word: ask for one that is assigned to the client, or give the client a default scope there.',
    fixes: () => [{ label: 'Edit scope', edit: 'scope' }],
    reference: 'RFC 6749 section 3.3',
  },
  {
    id: 'scope-not-allowed',
    when: any(
      isError('invalid_scope'),
      all(isError('invalid_request'), ({ description }) => meansScope(description)),
    ),
    title: (evidence) => {
      const { words, list } = suspectScopes(evidence)
      return words.length === 0 ? 'The client may not have this scope' : `The client may not have the scope ${list}`
    },
    means: (evidence) => {
      const suspects = suspectScopes(evidence)
      const asked = `Asked for: ${evidence.sent('scope') || '(none)'}.`
      if (suspects.words.length === 0)
        return `Check the Scope of the step: a word is misspelt, unknown, or not assigned to the client at the provider. ${asked}`
      const { list, isUnlisted } = suspects
      const why = isUnlisted
        ? 'Check the Scope of the step: it is misspelt or unknown at the provider, whose discovery document does not list'
        : 'Check the Scope of the step for what is misspelt, unknown at the provider, or not assigned to the client:'
      return `${why} ${list}. ${asked}`
    },
    fixes: (evidence) => [
      ...scopeWithout(evidence, (word) => suspectScopes(evidence).words.includes(word)),
      { label: 'Edit scope', edit: 'scope' },
    ],
    reference: 'RFC 6749 section 3.3',
  },
  {
    id: 'audience-missing',
    when: says(/no audience parameter was provided|audience.{0,30}(required|missing)|missing.{0,20}audience/i),
    title: 'The provider wants to know for which API',
    means: 'It asks for an audience parameter (Auth0: the Identifier of the API). Add it under Additional Parameters.',
    fixes: (evidence) => {
      const api = evidence.settings?.resource[0]
      return api ? withParameter(evidence, 'audience', api) : []
    },
    reference: 'Auth0: Client Credentials Flow',
  },
  {
    id: 'audience-unknown',
    when: any(
      isError('invalid_target'),
      says(
        /service not found|resource server.{0,20}not found|requested audience.{0,300}not (been )?(whitelisted|allowed|permitted)|AADSTS500011/i,
      ),
    ),
    title: 'The provider does not know this API',
    means:
      'The audience or resource is misspelt, not registered in this tenant, or not allowed for this client. It must be the registered identifier, not the address that is called.',
    reference: 'RFC 8707 section 2',
  },
  {
    id: 'api-not-granted',
    when: says(/client.{0,20}(is )?not authorized to access (the )?(resource|"|api|audience)|client-grant/i),
    title: 'The client was not granted access to this API',
    means: 'In Auth0 open the API, Machine to Machine Applications, and authorize the client with its scopes.',
    reference: 'Auth0: Client Grants',
  },
  {
    id: 'client-credentials-refused',
    when: all(refusedGrant, spends('client_credentials')),
    title: 'The provider refuses this grant to the client',
    means:
      'Client Credentials present no code and no account, so it is about the client: this grant may not be allowed for it, or it has to use DPoP, another scope or resource. The log of the provider says which.',
    fixes: ({ settings }) => (settings?.enableDpop ? [] : [fix('Switch DPoP on', { enableDpop: true })]),
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'refused-without-reason',
    when: all(
      atTokenEndpoint,
      ({ status, error, exchange }) => status === 400 && error === '' && (exchange?.response?.text ?? '').trim() === '',
    ),
    title: 'The provider refused the request and does not say why',
    means: ({ settings }) =>
      `Its answer should hold an error code. ${settings ? `${settings.grantType} may not be` : 'The grant may not be'} allowed for this client, a scope unknown, or a parameter missing: compare the request in the exchange with the client's registration, or look at the provider's log.`,
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-refused',
    when: all(refusedGrant, atTokenEndpoint),
    title: 'The provider does not accept what was presented',
    means: ({ settings }) => codeHint('invalid_grant', settings?.grantType ?? 'AuthorizationCode') ?? '',
    reference: 'RFC 6749 section 5.2',
  },
]
