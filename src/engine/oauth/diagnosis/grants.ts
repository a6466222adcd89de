import { grantFacts } from '../grants/facts.ts'
import { codeHint } from '../refusals/refusal-texts.ts'
import { meansGrant, meansPassword, meansScope, meansVerifier } from '../refusals/standard-code.ts'
import { discovered } from './evidence.ts'
import { listed, lists, omits, parameter } from './discovery-facts.ts'
import type { Evidence } from './evidence.ts'
import {
  atTokenEndpoint,
  deniesRedirectUri,
  fix,
  namesRedirectUri,
  scopeWithout,
  suspectScopes,
  withParameter,
  withoutParameter,
} from './fixes.ts'
import { all, any, isError, not, ranked, matchesText } from './rank.ts'
import type { Cause } from './cause.ts'

const refusedGrant = isError('invalid_grant')
const spends =
  (...grants: string[]) =>
  (evidence: Evidence): boolean =>
    grants.includes(evidence.sent('grant_type') ?? '')
const code = spends('authorization_code')
const refresh = any(spends('refresh_token'), ({ purpose }) => purpose === 'refresh')

const listsGrant = lists('grant_types_supported', parameter('grant_type'))
const omitsGrant = omits('grant_types_supported', parameter('grant_type'))

/** Rejected requests: grant, code, password, refresh token, scope, audience. */
export const grantCauses: Cause[] = [
  {
    id: 'pkce-verifier',
    when: ranked(
      'stated',
      all(any(refusedGrant, isError('invalid_request', 'unauthorized_client')), ({ words }) => meansVerifier(words)),
    ),
    title: "The code verifier doesn't match the challenge",
    means: 'Run the step again. Two sign-ins were mixed up, or a proxy changed the request.',
    reference: 'RFC 7636 section 4.6',
  },
  {
    id: 'code-redirect-mismatch',
    when: all(
      any(refusedGrant, isError('invalid_request', 'redirect_uri_mismatch')),
      code,
      matchesText(/redirect.?ur[il]/i),
      not(deniesRedirectUri),
    ),
    title: 'The code was issued for another redirect URI',
    means:
      'Check for an additional parameter redirect_uri or a proxy that rewrites URLs. Token request and authorization request must have exactly the same redirect URI.',
    fixes: (evidence) => withoutParameter(evidence, 'redirect_uri'),
    reference: 'RFC 6749 section 4.1.3',
  },
  {
    id: 'code-used',
    when: all(
      refusedGrant,
      code,
      matchesText(/already (been )?(used|redeemed|consumed)|redeemed|used (twice|before)|code reuse|AADSTS54005/i),
    ),
    title: 'The code was already used',
    means:
      'Run the step again. A code is valid for one token request. A reloaded page, a retrying proxy or another client redeemed this one first.',
    reference: 'RFC 6749 section 4.1.2',
  },
  {
    id: 'code-expired',
    when: all(refusedGrant, code, matchesText(/expired|AADSTS70008/i)),
    title: 'The code expired before it was used',
    means:
      "Run again, and check for breakpoints, a slow network, and clock differences between servers. Some providers' codes are valid for a minute or less.",
    reference: 'RFC 6749 section 4.1.2',
  },
  {
    id: 'code-other-client',
    title: 'The code was issued for another client',
    means:
      'Check for an additional parameter client_id or a proxy that changes it. Authorization request and token request must have the same client_id.',
    fixes: (evidence) => withoutParameter(evidence, 'client_id'),
    reference: 'RFC 6749 section 4.1.3',
  },
  {
    id: 'code-refused',
    // Gitea says "client is not authorized" to a code that is spent, though it signed in for this client.
    // @jmondi/oauth2-server and dex say `invalid_request`.
    when: all(
      code,
      any(
        refusedGrant,
        all(isError('unauthorized_client'), matchesText(/client is not authorized\b/i)),
        all(
          isError('invalid_request'),
          matchesText(
            /authori[sz]ation code (is|was|has been|has) \w*( or)? ?(expired|revoked|used|invalid)|\b(invalid|expired|unknown)( or (expired|invalid))? (authori[sz]ation )?code\b/i,
          ),
        ),
      ),
    ),
    title: 'The provider rejected the code',
    means:
      'Run the step again; if it fails each time, compare client_id and redirect_uri of both requests. The code was already used, has expired, or was issued for another client, redirect URI or verifier.',
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'refresh-expired',
    when: all(refusedGrant, refresh),
    title: 'The refresh token is no longer valid',
    means:
      'The grant runs again automatically. To get refresh tokens that outlive the session, request offline_access. The token expired, was revoked or rotated by another run, or its session ended.',
    fixes: ({ settings }) => {
      const words = settings?.scope.split(/\s+/).filter(Boolean) ?? []
      return words.includes('openid') && !words.includes('offline_access')
        ? [fix('Request offline_access', { scope: [...words, 'offline_access'].join(' ') })]
        : []
    },
    reference: 'RFC 6749 section 6',
  },
  {
    id: 'password-refused',
    when: all(
      any(
        refusedGrant,
        isError('access_denied', 'invalid_user_credentials', 'invalid_credentials'),
        ranked(
          'stated',
          all(isError('invalid_client', 'invalid_request', 'server_error'), ({ words }) => meansPassword(words)),
        ),
      ),
      spends('password'),
    ),
    possible: { when: all(isError('invalid_client'), spends('password')), check: 'check Username and Password' },
    title: 'Wrong username or password',
    means: ({ description }) =>
      "Check both for spaces. Also check that the account belongs to this realm or tenant, can sign in without a second factor, and isn't locked after too many attempts." +
      // A bare code, or the standard's own sentence, doesn't tell whether the client was accepted.
      (description === '' ? '' : ' The provider accepted the client but rejected the account.'),
    fixes: () => [{ label: 'Edit password', edit: 'password' }],
    reference: 'RFC 6749 section 4.3.2',
  },
  {
    id: 'device-code-expired',
    when: isError('expired_token'),
    title: "The device code wasn't entered in time",
    means: "Run the step again and approve it in time. The code's lifetime is set at the provider.",
    reference: 'RFC 8628 section 3.5',
  },
  {
    id: 'service-account-off',
    title: 'The client has no service account in Keycloak',
    means:
      'Turn on Client authentication and Service accounts roles under Capability config of the client. Client Credentials need both.',
    reference: 'RFC 6749 section 4.4',
  },
  {
    id: 'direct-access-off',
    title: "The client doesn't accept passwords in Keycloak",
    means:
      'Sign in with Auth Code, or turn on Direct access grants under Capability config of the client. OAuth 2.1 removes the password grant.',
    fixes: () => [fix('Use Auth Code', { grantType: 'AuthorizationCode' })],
    reference: 'RFC 6749 section 4.3',
  },
  {
    id: 'call-not-allowed',
    when: all(isError('unauthorized_client'), ({ purpose }) => purpose === 'introspection' || purpose === 'revocation'),
    title: "The client isn't allowed to use this endpoint",
    means: ({ purpose, settings }) => {
      const isPublic = settings?.clientSecret === undefined && settings?.clientAuthMethod === 'SharedSecret'
      const what = purpose === 'introspection' ? 'introspect tokens' : 'revoke tokens'
      return `Allow it in the client's registration${isPublic ? ', or use a client with a secret' : ''}. The provider doesn't allow ${isPublic ? 'clients without a secret' : 'this client'} to ${what}; the token itself isn't affected.`
    },
    reference: 'RFC 7662 section 2.1, RFC 7009 section 2.1',
  },
  {
    id: 'grant-not-allowed',
    when: any(
      all(isError('unauthorized_client'), not(namesRedirectUri)),
      ranked(
        'stated',
        all(isError('access_denied', 'invalid_request', 'invalid_grant', 'invalid_client', 'unauthorized_client'), ({ words }) =>
          meansGrant(words),
        ),
      ),
      // a12n-server says so, of a grant that it doesn't offer too.
      ranked(
        'stated',
        all(isError('unsupported_grant_type'), not(omitsGrant), ({ words }) => meansGrant(words)),
      ),
      // What discovery lists the provider does offer, so that it is the client that may not use it.
      all(isError('unsupported_grant_type'), listsGrant),
    ),
    against: omitsGrant,
    possible: {
      when: all(
        atTokenEndpoint,
        any(
          all(isError('invalid_grant', 'invalid_request'), spends('password', 'client_credentials')),
          isError('unsupported_grant_type'),
        ),
      ),
      check: "allow this grant in the client's registration",
    },
    title: "The client isn't allowed to use this grant",
    means: ({ settings }) =>
      `Allow ${settings ? grantFacts[settings.grantType].title : 'the grant'} in the client's registration, or choose another Grant Type.`,
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-not-supported',
    // As idpyoidc says it, and atproto by `invalid_grant`.
    when: any(
      isError('unsupported_grant_type'),
      matchesText(
        /do not know how to handle this type of request|grant.?type.{0,40}is not supported|\b(bad|invalid|unknown|unrecogni[sz]ed) grant[ _]?type\b/i,
      ),
    ),
    against: listsGrant,
    title: "The provider doesn't offer this grant",
    means: (evidence) => {
      const supported = discovered(evidence, 'grant_types_supported')
      const list = Array.isArray(supported) ? ` Discovery lists ${supported.join(', ')}.` : ''
      return `Choose another Grant Type, or check the endpoint: the grant is turned off, or the endpoint belongs to another service.${list}`
    },
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-not-announced',
    // Ory Hydra says it to a grant that it does not know: "Make sure that the various parameters are correct".
    when: all(
      any(
        isError('invalid_request', 'unauthorized_client', 'invalid_grant', 'server_error'),
        // What a server falls over isn't a code: "Cannot destructure property 'client_id' of …".
        ({ status, error }) => status === 500 && !/^[a-z]+(_[a-z]+)*$/.test(error),
      ),
      atTokenEndpoint,
      omitsGrant,
      ({ description }) => !/parameter: /i.test(description),
    ),
    title: "The provider doesn't announce this grant",
    means: (evidence) =>
      `Choose one of these as Grant Type: ${(listed(evidence, 'grant_types_supported') ?? []).join(', ')}. The discovery document doesn't list ${evidence.sent('grant_type')}.`,
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
    title: 'Client Credentials has no user for these scopes',
    means: 'Remove openid, profile, email and offline_access from the Scope. They need a user who signs in.',
    fixes: (evidence) => scopeWithout(evidence, (word) => ['openid', 'offline_access', 'profile', 'email'].includes(word)),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'openid-missing',
    when: all(
      isError('invalid_request', 'invalid_scope'),
      any(
        matchesText(
          /missing required scope.{0,12}openid|openid.{0,24}scope.{0,24}(required|missing)|(requires?|must (have|include|contain)|missing).{0,24}openid/i,
        ),
        // A backchannel authentication always is OpenID Connect (CIBA Core 7.1).
        ranked('happened', ({ purpose }) => purpose === 'backchannel-authentication'),
      ),
      ({ sent }) => !/\bopenid\b/.test(sent('scope') ?? ''),
    ),
    title: 'The provider requires the openid scope',
    means: 'Add openid to the Scope. The provider only supports OpenID Connect here, which requires openid in every request.',
    fixes: ({ settings }) =>
      settings === undefined ? [] : [fix('Request openid', { scope: ['openid', settings.scope].join(' ').trim() })],
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'scope-missing',
    // UAA names the scope that the client has beside the reason: "[uaa.none] is invalid. This user is not allowed any of the
    // requested scopes".
    when: all(isError('invalid_scope'), ({ settings }) => settings?.scope.trim() === '', not(matchesText(/is not allowed\b/i))),
    title: 'The request has no scope, and the provider has no default',
    means:
      "Enter a Scope that is assigned to the client, or give the client a default scope at the provider. The step's Scope is empty, so the parameter was omitted (LemonLDAP::NG requires it for client credentials).",
    fixes: () => [{ label: 'Edit scope', edit: 'scope' }],
    reference: 'RFC 6749 section 3.3',
  },
  {
    id: 'scope-not-allowed',
    when: any(
      isError('invalid_scope'),
      ranked(
        'stated',
        all(isError('invalid_request', 'invalid_grant'), ({ description }) => meansScope(description)),
      ),
    ),
    title: (evidence) => {
      const { words, list } = suspectScopes(evidence)
      return words.length === 0 ? "The client isn't allowed to request this scope" : `The client isn't allowed to request ${list}`
    },
    means: (evidence) => {
      const suspects = suspectScopes(evidence)
      const asked = `Requested: ${evidence.sent('scope') || '(none)'}.`
      if (suspects.words.length === 0)
        return `Check the step's Scope: a value is misspelled, unknown, or not assigned to the client at the provider. ${asked}`
      const { list, isUnlisted } = suspects
      const why = isUnlisted
        ? "Check the step's Scope for misspelled or unknown values: the discovery document doesn't list"
        : "Check the step's Scope for values that are misspelled, unknown at the provider, or not assigned to the client:"
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
    title: 'The provider requires an audience',
    means: 'Add audience under Additional Parameters (Auth0: the Identifier of the API).',
    fixes: (evidence) => {
      const api = evidence.settings?.resource[0]
      return api ? withParameter(evidence, 'audience', api) : []
    },
    reference: 'Auth0: Client Credentials Flow',
  },
  {
    id: 'audience-unknown',
    when: isError('invalid_target'),
    title: "The API isn't registered at the provider",
    means:
      "Use the API's registered identifier, not the URL that you call. The audience or resource is misspelled, not registered in this tenant, or not allowed for this client.",
    reference: 'RFC 8707 section 2',
  },
  {
    id: 'api-not-granted',
    // As Okta says it.
    when: all(spends('client_credentials'), matchesText(/policy evaluation failed/i)),
    title: 'The client has no access to this API',
    means:
      'At the provider, allow the client to use this API and its scopes: in Auth0 under Machine to Machine Applications of the API, in Okta with an access policy of the authorization server.',
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'client-credentials-refused',
    when: all(refusedGrant, spends('client_credentials')),
    title: 'The provider rejected this grant for the client',
    means:
      "Check the provider's log: the grant may not be allowed for the client, or it requires DPoP, another scope or another resource. Client Credentials involve neither a code nor an account.",
    fixes: ({ settings }) => (settings?.enableDpop ? [] : [fix('Turn on DPoP', { enableDpop: true })]),
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'refused-without-reason',
    when: all(
      atTokenEndpoint,
      ({ status, error, exchange }) => status === 400 && error === '' && (exchange?.response?.text ?? '').trim() === '',
    ),
    title: 'The provider rejected the request without a reason',
    means: ({ settings }) =>
      `Compare the request in the exchange with the client's registration, or check the provider's log. ${settings ? `${grantFacts[settings.grantType].title} may not be` : 'The grant may not be'} allowed for this client, a scope may be unknown, or a parameter may be missing.`,
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'grant-refused',
    when: all(refusedGrant, atTokenEndpoint),
    title: 'The provider rejected the grant',
    means: ({ settings }) => codeHint('invalid_grant', settings?.grantType ?? 'AuthorizationCode') ?? '',
    reference: 'RFC 6749 section 5.2',
  },
]
