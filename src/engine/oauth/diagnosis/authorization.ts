import { grantFacts } from '../grants/facts.ts'
import { requestsToken } from '../grants/grant-facts.ts'
import { discovered } from './evidence.ts'
import { all, any, endedWith, fix, isError, namesRedirectUri, says, scopeWithout, withoutParameter } from './patterns.ts'
import type { Situation } from './situation.ts'

/** Answers to the authorization request, and to a pushed one. */
export const authorizationSituations: Situation[] = [
  {
    id: 'wrong-redirect-uri',
    when: any(
      isError('redirect_uri_mismatch'),
      all(
        ({ purpose }) => purpose === 'authorization' || purpose === 'par',
        isError('invalid_request', 'invalid_client', 'invalid_request_uri', 'unauthorized_client'),
        namesRedirectUri,
      ),
    ),
    title: 'The redirect URI is not registered',
    means: ({ sent, description }) => {
      const redirectUri = sent('redirect_uri') ?? '(see the request)'
      return /\blocalhost\b.{0,60}not allowed/i.test(description)
        ? `Sent: ${redirectUri} The provider takes 127.0.0.1 and not localhost: open the page at http://127.0.0.1 (the port stays), or set the Redirect URI of the script (RFC 8252 section 8.3).`
        : `Sent: ${redirectUri} It must be registered for the client to the letter: scheme, port, path, slash at the end.`
    },
    fixes: (evidence) => withoutParameter(evidence, 'redirect_uri'),
    reference: 'RFC 6749 section 3.1.2',
  },
  {
    id: 'prompt-none',
    when: isError('login_required', 'consent_required', 'interaction_required', 'account_selection_required'),
    title: 'The provider needs the person at the screen',
    means: ({ sent, error }) =>
      sent('prompt') === 'none'
        ? `prompt=none forbids any page, and ${error.replace(/_/g, ' ')}. Without it the provider asks the person.`
        : `It answers ${error}: sign in in this browser first, or give consent once.`,
    fixes: (evidence) => withoutParameter(evidence, 'prompt'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.6',
  },
  {
    id: 'response-type',
    when: isError('unsupported_response_type'),
    title: 'The provider does not issue what the step asks for',
    means: ({ sent }) =>
      `response_type=${sent('response_type') ?? ''} is not offered, or not allowed for this client. ` +
      (sent('response_type') === 'code'
        ? 'Allow it in the registration of the client.'
        : 'Implicit is mostly switched off today; Auth Code with PKCE takes its place.'),
    fixes: ({ settings }) =>
      settings && !requestsToken(grantFacts[settings.grantType])
        ? [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })]
        : [],
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'form-post-required',
    when: says(/response_mode.{0,40}(must be|requires?|only).{0,10}form_post/i),
    title: 'The provider wants to be asked to post its answer',
    means:
      'Apple does so for the scopes name and email. The callback page takes answers that are posted; the provider is asked for one by response_mode=form_post in the Authorization Endpoint.',
    fixes: (evidence) => {
      const endpoint = evidence.settings?.authorizationEndpoint || discovered(evidence, 'authorization_endpoint')
      if (typeof endpoint !== 'string' || endpoint === '') return []
      const asking = `${endpoint}${endpoint.includes('?') ? '&' : '?'}response_mode=form_post`
      return [fix('Ask for form_post', { authorizationEndpoint: asking })]
    },
    reference: 'OAuth 2.0 Form Post Response Mode 1.0 section 2',
  },
  {
    id: 'openid-not-offered',
    // atproto: `Unsupported "nonce" parameter.`
    when: all(isError('invalid_request'), says(/\b(unsupported|unknown|unexpected)\W+nonce\b/i), ({ sent }) =>
      /\bopenid\b/.test(sent('scope') ?? ''),
    ),
    title: 'The provider does not speak OpenID Connect',
    means:
      'With the scope openid the step sends a nonce for the ID token, which this provider does not issue. Take openid out of the Scope.',
    fixes: (evidence) => scopeWithout(evidence, (word) => word === 'openid'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'response-mode',
    when: any(isError('unsupported_response_mode'), says(/response_mode.{0,40}(not supported|unsupported|invalid|not allowed)/i)),
    title: 'The provider does not answer in this response mode',
    means: 'The response mode belongs to the step; an additional parameter response_mode that says otherwise is not needed.',
    fixes: (evidence) => withoutParameter(evidence, 'response_mode'),
    reference: 'OAuth 2.0 Multiple Response Type Encoding Practices section 2.1',
  },
  {
    id: 'jar-required',
    when: says(/request object.{0,30}(required|must be)|signed request object|require_signed_request_object/i),
    title: 'The provider demands a signed authorization request',
    means: 'The client is registered for JAR: parameters in a request object that the client signs.',
    fixes: () => [fix('Use JAR', { useJar: true })],
    reference: 'RFC 9101 section 10.5',
  },
  {
    id: 'jar-not-supported',
    when: isError('request_not_supported', 'invalid_request_object'),
    title: 'The provider does not take the request object',
    means: 'It does not offer JAR, or does not accept the signature: the public key of the client may not be registered.',
    fixes: ({ settings }) => (settings?.useJar ? [fix('Without JAR', { useJar: false })] : []),
    reference: 'RFC 9101 section 7',
  },
  {
    id: 'par-required',
    when: says(
      /pushed authorization request.{0,40}(required|must|only)|(must|required to) (use|be).{0,30}pushed|PAR (is )?required/i,
    ),
    title: 'The provider demands pushed authorization requests',
    means: 'The client may only sign in with a request that was pushed to the provider first.',
    fixes: () => [fix('Use PAR', { usePar: true })],
    reference: 'RFC 9126 section 5',
  },
  {
    id: 'par-request-uri',
    when: isError('request_uri_not_supported', 'invalid_request_uri'),
    title: 'The pushed request is not accepted',
    means: 'It expired or was used before; each sign-in pushes anew. Some providers do not offer PAR at all.',
    fixes: ({ settings }) => (settings?.usePar ? [fix('Without PAR', { usePar: false })] : []),
    reference: 'RFC 9126 section 4',
  },
  {
    id: 'par-not-offered',
    when: all(endedWith('oauth-settings'), says(/has no pushed_authorization_request_endpoint/)),
    title: 'The provider does not announce pushed authorization requests',
    means:
      'Its discovery document has no pushed_authorization_request_endpoint: it does not offer PAR, or not under this issuer. Sign in without it, unless the client must use it.',
    fixes: () => [fix('Without PAR', { usePar: false })],
    reference: 'RFC 9126 section 5',
  },
  {
    id: 'okta-not-assigned',
    when: says(/not assigned to the client application|policy evaluation failed/i),
    title: 'Okta has no rule that lets this sign-in pass',
    means: 'Assign the user to the application, and check the access policy of the authorization server: client, grant, scopes.',
    reference: 'Okta: OAuth 2.0 error codes',
  },
  {
    id: 'google-testing',
    when: any(
      says(/org_internal|has not completed the Google verification|disallowed_useragent|admin_policy_enforced/i),
      all(({ host }) => /(^|\.)google\.com$/.test(host), says(/access blocked/i)),
    ),
    title: 'Google blocks this application for the account',
    means:
      'An app in testing serves only its test users, an internal one only its organisation. Add the account under Audience of the consent screen.',
    reference: 'Google: OAuth consent screen',
  },
  {
    id: 'access-denied',
    when: isError('access_denied'),
    title: ({ settings }) =>
      settings && grantFacts[settings.grantType].person === undefined
        ? 'A rule of the provider said no'
        : 'The person or a rule of the provider said no',
    means: ({ settings }) =>
      settings && grantFacts[settings.grantType].person === undefined
        ? 'Allow the client the API (audience) and the scope that it asks for; the log of the provider says which rule it was.'
        : "Somebody declined: pressed Cancel, refused consent, or the account may not use this client. Sign in with an account that may; look at the provider's log for the rule.",
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'state-mismatch',
    // An error that comes without the state explains itself: the request could not be read so far (the SDK of MCP).
    when: all(
      ({ failure }) => failure.code === 'oauth-callback',
      ({ words, error }) => /wrong state/.test(words) || (/without the state/.test(words) && error === ''),
    ),
    title: 'The answer belongs to another sign-in',
    means:
      'An old tab answered, or somebody tried to slip in a foreign code: it was not used. Close old sign-in windows and run again.',
    reference: 'RFC 9700 section 4.7',
  },
  {
    id: 'callback-no-issuer',
    when: all(({ failure }) => failure.code === 'oauth-callback', says(/has no iss, although/)),
    title: 'The answer does not say which provider it comes from',
    means:
      'The discovery document promises iss in every answer (authorization_response_iss_parameter_supported). A page of the application that answers in place of the provider, or a proxy, may leave it out; or the provider announces what it does not do. Mend it there: a client can not tell such an answer from one of another provider.',
    reference: 'RFC 9207 section 2.3',
  },
  {
    id: 'callback-issuer',
    when: all(({ failure }) => failure.code === 'oauth-callback', says(/RFC 9207|is from the issuer|has no iss/)),
    title: 'The answer comes from another issuer',
    means: 'Endpoints of two providers are mixed, or Issuer differs from what the provider calls itself, if only by a slash.',
    fixes: ({ settings }) =>
      settings?.issuer && settings.discoveryEndpoint ? [fix('Take the issuer from discovery', { issuer: '' })] : [],
    reference: 'RFC 9207 section 2.4',
  },
  {
    id: 'no-code',
    when: all(({ failure }) => failure.code === 'oauth-callback', says(/neither code nor error/)),
    title: 'The provider came back without a code',
    means: 'The client may be set up for another flow, or an additional parameter asks for another response type.',
    fixes: (evidence) => withoutParameter(evidence, 'response_type'),
    reference: 'RFC 6749 section 4.1.2',
  },
]
