import { grantFacts } from '../grants/facts.ts'
import { requestsToken } from '../grants/grant-facts.ts'
import { asksForConsent, denies, headerMember, listed, lists, omits, parameter, refusedSignIn } from './discovery-facts.ts'
import type { Evidence } from './evidence.ts'
import { deniesRedirectUri, fix, namesRedirectUri, scopeWithout, withoutParameter } from './fixes.ts'
import { all, any, endedWith, isError, matchesText, rankOf, ranked } from './rank.ts'
import type { Cause } from './cause.ts'

const omitsType = omits('response_types_supported', parameter('response_type'))
const isListedType = lists('response_types_supported', parameter('response_type'))

/** What to do about the key of request objects, by what discovery lists. */
function clientKey(evidence: Evidence): string {
  const alg = headerMember('request', 'alg')(evidence) ?? ''
  const algorithms = listed(evidence, 'request_object_signing_alg_values_supported')
  return algorithms !== undefined && alg !== '' && !algorithms.includes(alg)
    ? `Choose one of the algorithms ${algorithms.join(', ')} for the key: discovery doesn't list ${alg} for request objects.`
    : "Register the client's public key at the provider, with the same key ID and an algorithm that it allows."
}

/** Answers to the authorization request, and to a pushed one. */
export const authorizationCauses: Cause[] = [
  {
    id: 'wrong-redirect-uri',
    when: any(
      isError('redirect_uri_mismatch'),
      all(isError('invalid_request', 'invalid_grant'), deniesRedirectUri),
      all(
        ({ purpose }) => purpose === 'authorization' || purpose === 'par',
        isError('invalid_request', 'invalid_client', 'invalid_request_uri', 'unauthorized_client'),
        namesRedirectUri,
      ),
    ),
    title: "The redirect URI isn't registered",
    means: ({ sent, description }) => {
      const redirectUri = sent('redirect_uri') ?? 'the redirect URI of the request'
      return /\blocalhost\b.{0,60}not allowed/i.test(description)
        ? `Open the page at http://127.0.0.1 (same port), or set the script's Redirect URI. The provider accepts 127.0.0.1 but not localhost, as in ${redirectUri} (RFC 8252 section 8.3).`
        : `Register ${redirectUri} for the client exactly as sent: scheme, port, path, trailing slash.` +
            // python-oauth2 says "Invalid redirect URI" to an unknown client.
            (/\binvalid redirect.?ur[il]\W*$/im.test(description)
              ? ' If it is registered, check the Client ID: some providers return the same error for an unknown client.'
              : '')
    },
    fixes: (evidence) => withoutParameter(evidence, 'redirect_uri'),
    reference: 'RFC 6749 section 3.1.2',
  },
  {
    id: 'consent-required',
    when: any(isError('consent_required'), ranked('happened', asksForConsent)),
    title: 'The provider requires consent',
    means: ({ page, sent }) =>
      page !== ''
        ? "Add an action that clicks the consent button, or grant consent once by hand. If the page requires an admin's approval, an admin must grant it."
        : sent('prompt') === 'none'
          ? "Grant consent once by hand, or remove prompt=none from the additional parameters: with it, the provider can't show its consent page."
          : 'Sign in to the provider in this browser once and grant consent.',
    fixes: (evidence) => withoutParameter(evidence, 'prompt'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.4',
  },
  {
    id: 'prompt-none',
    when: isError('login_required', 'interaction_required', 'account_selection_required'),
    title: 'The provider requires user interaction',
    means: ({ sent, error }) =>
      sent('prompt') === 'none'
        ? `Remove prompt=none from the additional parameters: with it, the provider must not show any page. The provider responded with ${error}.`
        : `Sign in to the provider in this browser first. The provider responded with ${error}.`,
    fixes: (evidence) => withoutParameter(evidence, 'prompt'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.6',
  },
  {
    id: 'response-type',
    when: any(
      isError('unsupported_response_type'),
      all(refusedSignIn, omitsType),
      ranked('happened', all(endedWith('oauth-script', 'oauth-login-timeout'), omitsType)),
    ),
    title: (evidence) =>
      rankOf(isListedType, evidence) > 0
        ? "The client isn't allowed to use this response type"
        : "The provider doesn't offer this response type",
    means: (evidence) => {
      const type = evidence.sent('response_type') ?? ''
      const fix =
        type === 'code'
          ? "Allow response_type=code in the client's registration."
          : 'Use Auth Code with PKCE: most providers have disabled Implicit.'
      const types = listed(evidence, 'response_types_supported')
      if (types === undefined)
        return `${fix} The provider doesn't offer response_type=${type}, or doesn't offer it to this client.`
      return rankOf(isListedType, evidence) > 0
        ? `${fix} Discovery lists response_type=${type}, so it isn't allowed for this client.`
        : `${fix} Discovery lists the response types ${types.join(', ')}, but the request has response_type=${type}.`
    },
    fixes: ({ settings }) =>
      settings && !requestsToken(grantFacts[settings.grantType])
        ? [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })]
        : [],
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'openid-not-offered',
    // atproto: `Unsupported "nonce" parameter.`
    when: all(isError('invalid_request'), matchesText(/\b(unsupported|unknown|unexpected)\W+nonce\b/i), ({ sent }) =>
      /\bopenid\b/.test(sent('scope') ?? ''),
    ),
    title: "The provider doesn't support OpenID Connect",
    means: "Remove openid from the Scope. With it, the step sends a nonce for the ID token, which this provider doesn't issue.",
    fixes: (evidence) => scopeWithout(evidence, (word) => word === 'openid'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'response-mode',
    when: isError('unsupported_response_mode'),
    title: "The provider doesn't support this response mode",
    means: 'Remove the additional parameter response_mode: the step already sets the response mode.',
    fixes: (evidence) => withoutParameter(evidence, 'response_mode'),
    reference: 'OAuth 2.0 Multiple Response Type Encoding Practices section 2.1',
  },
  {
    id: 'request-object-time',
    when: all(
      ({ settings }) => settings?.useJar === true,
      isError('invalid_request_object', 'invalid_request'),
      matchesText(/\bin (the )?future\b|not yet valid|\b(exp|iat|nbf)\b|expired|clock/i),
    ),
    title: "The provider rejected the request object's time: the clocks differ",
    means:
      "Synchronize this machine's clock (NTP) and run again. By the provider's clock, the request object has expired or isn't valid yet.",
    reference: 'RFC 9101 section 4',
  },
  {
    id: 'jar-not-supported',
    when: any(
      isError('request_not_supported', 'invalid_request_object'),
      all(
        refusedSignIn,
        ({ settings }) => settings?.useJar === true,
        any(
          denies('request_parameter_supported'),
          omits('request_object_signing_alg_values_supported', headerMember('request', 'alg')),
        ),
      ),
    ),
    title: 'The provider rejected the request object',
    means: (evidence) =>
      rankOf(denies('request_parameter_supported'), evidence) > 0
        ? "Turn off Use JAR: discovery doesn't announce request objects (request_parameter_supported)."
        : `${clientKey(evidence)} The provider rejected the request object's signature, algorithm or times. If the key is registered, turn off Use JAR.`,
    fixes: ({ settings }) => (settings?.useJar ? [fix('Without JAR', { useJar: false })] : []),
    reference: 'RFC 9101 section 7',
  },
  {
    id: 'par-request-uri',
    when: isError('request_uri_not_supported', 'invalid_request_uri'),
    title: 'The provider rejected the pushed request',
    means:
      "Run the step again: the request expired or was already used. If it fails again, turn off Use PAR: some providers don't offer it.",
    fixes: ({ settings }) => (settings?.usePar ? [fix('Without PAR', { usePar: false })] : []),
    reference: 'RFC 9126 section 4',
  },
  {
    id: 'par-not-offered',
    when: all(endedWith('oauth-settings'), matchesText(/has no pushed_authorization_request_endpoint/)),
    title: "The provider doesn't announce pushed authorization requests",
    means:
      "Turn off Use PAR, unless the client requires it. The discovery document has no pushed_authorization_request_endpoint, so the provider doesn't offer PAR, or doesn't offer it under this issuer.",
    fixes: () => [fix('Without PAR', { usePar: false })],
    reference: 'RFC 9126 section 5',
  },
  {
    id: 'user-not-assigned',
    // There is no user whom a policy could be about.
    against: ranked('stated', ({ sent }) => sent('grant_type') === 'client_credentials'),
    title: "The user isn't assigned to this client",
    means:
      'Assign the user or one of their groups to the client at the provider, and check its access policy (Okta: client, grant and scopes).',
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'google-testing',
    when: all(({ host }) => /(^|\.)google\.com$/.test(host), matchesText(/access blocked/i)),
    title: 'Google blocks this application for the account',
    means:
      'Add the account under Audience on the OAuth consent screen. An app in testing accepts only its test users, and an internal app only accounts of its organization.',
    reference: 'Google: OAuth consent screen',
  },
  {
    id: 'access-denied',
    when: isError('access_denied'),
    title: ({ settings }) =>
      settings && grantFacts[settings.grantType].person === undefined
        ? 'A provider rule denied access'
        : 'The user or a provider rule denied access',
    means: ({ settings }) =>
      settings && grantFacts[settings.grantType].person === undefined
        ? "Allow the requested API (audience) and scope for the client. The provider's log shows the rule."
        : "Sign in with an account that has access, and check the provider's log for the rule. The user declined, or the account can't use this client.",
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'state-mismatch',
    // An error that comes without the state explains itself: the request could not be read so far (the SDK of MCP).
    when: all(
      ({ failure }) => failure.code === 'oauth-callback',
      ({ words, error }) => /wrong state/.test(words) || (/without the state/.test(words) && error === ''),
    ),
    title: 'The response belongs to another sign-in',
    means:
      "Close old sign-in windows and run again. The response wasn't used: it came from an old tab, or from an attack that injects another user's code.",
    reference: 'RFC 9700 section 4.7',
  },
  {
    id: 'callback-no-issuer',
    when: all(({ failure }) => failure.code === 'oauth-callback', matchesText(/has no iss, although/)),
    title: "The response doesn't name its provider",
    means:
      "Fix the provider: its discovery document promises iss in every response (authorization_response_iss_parameter_supported). Without iss, a client can't tell providers apart. A proxy may also have dropped iss, or an application page may have responded instead of the provider.",
    reference: 'RFC 9207 section 2.3',
  },
  {
    id: 'callback-issuer',
    when: all(({ failure }) => failure.code === 'oauth-callback', matchesText(/RFC 9207|is from the issuer|has no iss/)),
    title: 'The response comes from another issuer',
    means:
      "Compare Issuer with the provider's own value, including a trailing slash. If they match, the step mixes the endpoints of two providers.",
    fixes: ({ settings }) =>
      settings?.issuer && settings.discoveryEndpoint ? [fix('Take the issuer from discovery', { issuer: '' })] : [],
    reference: 'RFC 9207 section 2.4',
  },
  {
    id: 'no-code',
    when: all(({ failure }) => failure.code === 'oauth-callback', matchesText(/neither code nor error/)),
    title: 'The provider redirected without a code',
    means:
      'Check the flow the client is set up for at the provider. An additional parameter may also request another response type.',
    fixes: (evidence) => withoutParameter(evidence, 'response_type'),
    reference: 'RFC 6749 section 4.1.2',
  },
]
