import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { headerOf } from '../encoding.ts'
import { waitAsAsked } from '../refusals/refusal-texts.ts'
import { meansPassword } from '../refusals/standard-code.ts'
import { endedOnPage } from './discovery-facts.ts'
import { discovered, type Evidence } from './evidence.ts'
import { atTokenEndpoint, fix, otherTransports, provesClient, sentAndOthers, withHint, withHttps } from './fixes.ts'
import { all, any, endedWith, isError, not, ranked, matchesText, shows, type Test } from './rank.ts'
import type { Fix, StepSettings } from '../step-settings.ts'
import type { Cause } from './cause.ts'

/** A discovery endpoint that is written out and can be rewritten. */
function movedDiscovery(settings: StepSettings | undefined, rewrite: (address: string) => string, label: string): Fix[] {
  const before = settings?.discoveryEndpoint ?? ''
  const after = rewrite(before)
  return after === before ? [] : [fix(label, { discoveryEndpoint: after })]
}

/** Where a `Location` leads, which may be a path alone (RFC 9110 section 10.2.2); empty if nowhere. */
function resolved(location: string, from: string | undefined): string {
  try {
    return location === '' ? '' : new URL(location, from).href
  } catch {
    return ''
  }
}

/** A secret was sent that form-encoding changes, which not every provider decodes as often as it was encoded. */
const hasSpecialSecret = ({ failure, sentSecret }: Evidence): boolean => failure.escapes === true && sentSecret !== undefined

/** Endpoints beside the token endpoint at which a client authenticates, as texts call them. */
const endpointNames: Partial<Record<Evidence['purpose'], string>> = {
  par: 'endpoint for pushed requests',
  'device-authorization': 'device endpoint',
  'backchannel-authentication': 'backchannel authentication endpoint',
}

/** The token endpoint that discovery names, instead of one that was typed. */
function fromDiscovery(evidence: Evidence): Fix[] {
  if (endpointNames[evidence.purpose] !== undefined) return []
  const endpoint = discovered(evidence, 'token_endpoint')
  return typeof endpoint === 'string' && evidence.settings?.tokenEndpoint
    ? [fix('Take it from discovery', { tokenEndpoint: '' })]
    : []
}

/** A form that was read as JSON. */
const wantsJson =
  /\bbad_json\b|unsupported media type|\b(pars|decod)\w*\b.{0,40}\bjson\b|\b((in)?valid|malformed) json\b|unexpected token.{0,40}\bjson\b|content.?type.{0,40}application\/json/i

/** What of a request providers were seen to fall over instead of rejecting it: CAS, Doorkeeper and go-oauth2 do. */
function stumblingBlocks(evidence: Evidence): string[] {
  const asksForPerson = evidence.sent('grant_type') === 'client_credentials' && /\bopenid\b/.test(evidence.sent('scope') ?? '')
  const causes = [
    // go-oauth2 answers so where its store has no such client.
    ...(evidence.error === 'server_error' && provesClient(evidence) ? ['an unknown Client ID'] : []),
    ...(hasSpecialSecret(evidence) ? [`special characters in the Client ID or secret (${sentAndOthers(evidence)})`] : []),
    ...(asksForPerson ? ['the openid scope, which requires a user'] : []),
  ]
  return causes.length === 0 ? [] : [`If it fails every time, possible causes are: ${causes.join('; ')}.`]
}

/** How long to wait, where the response says it. */
function asksToWait({ exchange }: Evidence): string[] {
  const headers = exchange?.response?.headers ?? []
  return headerOf(headers, 'retry-after') === undefined ? [] : [waitAsAsked(headers)]
}

/** Where a redirect of an endpoint leads; empty without one. */
const target = ({ exchange }: Evidence): string =>
  resolved(headerOf(exchange?.response?.headers ?? [], 'location') ?? '', exchange?.request.url)

const redirectsToSignIn: Test = (evidence) =>
  evidence.purpose !== 'authorization' &&
  evidence.purpose !== 'request' &&
  evidence.status >= 300 &&
  evidence.status < 400 &&
  /\b(log-?in|sign-?in|sso|saml|oauth2\/start|auth)\b/i.test(target(evidence))

/** An API behind access tokens, such as a12n-server has at every path. */
const wantsBearer = matchesText(/\bonly bearer auth/i)

/** Only an authorization endpoint requires a response type. */
const missesResponseType = matchesText(/\bmissing.{0,20}\bresponse_type\b/i)

const leavesHost: Test = (evidence) => URL.canParse(target(evidence)) && new URL(target(evidence)).hostname !== evidence.host

/** Problems of endpoints: discovery, JWKS, redirects, pages, overload. */
export const endpointCauses: Cause[] = [
  {
    id: 'rate-limit',
    when: any(
      ({ status }) => status === 429,
      isError('slow_down'),
      matchesText(/too_many_requests|rate.?limit|throttl|AADSTS90055/i),
    ),
    title: "The provider's rate limit was reached",
    means: ({ exchange }) =>
      `${waitAsAsked(exchange?.response?.headers)} Turn off Force Re-Authentication so that steps reuse tokens.`,
    fixes: ({ settings }) =>
      settings?.forceReauthentication ? [fix('Reuse cached tokens', { forceReauthentication: false })] : [],
    reference: 'RFC 6585 section 4',
  },
  {
    id: 'keycloak-realm',
    title: "The realm or tenant in the URL doesn't exist",
    means: 'Correct the realm or tenant in the URL. It is misspelled (case matters) or exists only in another environment.',
    reference: 'RFC 8414 section 3',
  },
  {
    id: 'keycloak-old-path',
    when: all(
      ({ purpose, status }) => purpose === 'discovery' && status === 404,
      ({ exchange }) => /\/auth\/realms\//.test(exchange?.request.url ?? ''),
    ),
    title: 'Keycloak has no realm at this URL',
    means:
      'Remove /auth from the URL: since version 17, Keycloak serves realms without it by default. The realm may also be misspelled.',
    fixes: ({ settings }) => movedDiscovery(settings, (text) => text.replace('/auth/realms/', '/realms/'), 'Remove /auth'),
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'discovery-not-found',
    when: ({ purpose, status }) => purpose === 'discovery' && (status === 404 || status === 405 || status === 410),
    title: 'There is no discovery document at this URL',
    means:
      'Check the URL for a missing realm, tenant or authorization server, or enter only the issuer to add the path automatically. It usually ends in /.well-known/openid-configuration or /.well-known/oauth-authorization-server.',
    fixes: ({ settings }) =>
      movedDiscovery(
        settings,
        (text) => {
          if (text.includes('/.well-known/openid-configuration')) {
            return text.replace('/.well-known/openid-configuration', '/.well-known/oauth-authorization-server')
          }
          return text.replace('/.well-known/oauth-authorization-server', '/.well-known/openid-configuration')
        },
        settings?.discoveryEndpoint.includes('/.well-known/oauth-authorization-server')
          ? 'Try openid-configuration'
          : 'Try oauth-authorization-server',
      ),
    reference: 'RFC 8414 section 3.1',
  },
  {
    id: 'discovery-guarded',
    when: ({ purpose, status }) => purpose === 'discovery' && (status === 401 || status === 403),
    title: 'The Discovery Endpoint requires a sign-in',
    means:
      'Check the URL for a wrong or missing realm, tenant or path: discovery documents are public, and some providers respond like this to unknown paths. If a gateway protects the document, enter the endpoints instead.',
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'discovery-page',
    when: all(
      ({ purpose }) => purpose === 'discovery',
      ({ isPage }) => isPage,
    ),
    title: 'The Discovery Endpoint is a web page',
    means:
      "Enter the issuer, or the complete URL of the document. The response is HTML, often the provider's start page or a proxy's login page.",
    reference: 'OpenID Connect Discovery 1.0 section 4.2',
  },
  {
    id: 'discovery-issuer',
    when: all(
      ({ failure }) => failure.code === 'oauth-unusable-answer',
      matchesText(/discovery document at .+ has (the issuer|no issuer)/),
    ),
    title: 'The discovery document belongs to another issuer',
    means: (evidence) =>
      `Compare its issuer, ${String(discovered(evidence, 'issuer') ?? '(missing)')}, with the document's URL: a proxy, another host name or a trailing slash is the usual cause.${evidence.settings?.strict ? ' To accept the document with a warning, turn off Strict.' : ''}`,
    fixes: ({ settings }) => (settings?.strict ? [fix('Accept it with a warning', { strict: false })] : []),
    reference: 'RFC 8414 section 3.3',
  },
  {
    id: 'discovery-incomplete',
    when: all(endedWith('oauth-settings'), matchesText(/discovery document at .+ doesn't list one/)),
    title: "The discovery document doesn't contain this endpoint",
    means:
      "Enter the endpoint, or choose another grant. The provider doesn't offer this grant, or its discovery document omits the endpoint.",
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'jwks-unusable',
    when: all(
      ({ purpose }) => purpose === 'jwks',
      ({ failure }) => failure.code !== 'oauth-id-token',
    ),
    title: "The provider's keys can't be read",
    means:
      "Check that the discovery document's jwks_uri is reachable from here and isn't a URL inside a cluster. ID tokens can't be verified without the JWKS.",
    reference: 'RFC 7517 section 5',
  },
  {
    id: 'endpoint-signs-in',
    when: ranked('happened', all(redirectsToSignIn, not(leavesHost))),
    title: 'This URL redirects to a sign-in page',
    means: (evidence) =>
      withHint(
        "Compare the URL with the provider's documentation: many servers redirect unknown paths to their sign-in page, but an endpoint never redirects." +
          // Spring Boot with a protected error page: a wrong secret ends there too.
          (atTokenEndpoint(evidence) === true
            ? ' If the URL is correct, check the Client ID, the Client Secret and how it is sent: some servers also redirect requests that they reject.'
            : ''),
      )(evidence),
    reference: 'RFC 9700 section 4.12',
  },
  {
    id: 'endpoint-redirects',
    when: all(
      ({ purpose, exchange }) => purpose !== 'authorization' && purpose !== 'request' && exchange?.response !== undefined,
      ({ status, error }) => (status >= 300 && status < 400 && error === '') || status === 0,
    ),
    title: 'The endpoint redirects',
    means: withHint("Enter the redirect's target as the endpoint: requests with secrets never follow redirects."),
    fixes: ({ exchange, settings }) => {
      const location = headerOf(exchange?.response?.headers ?? [], 'location') ?? ''
      const to = resolved(location, exchange?.request.url)
      if (!/^https?:\/\//.test(to) || !settings?.tokenEndpoint || exchange?.request.url !== settings.tokenEndpoint) return []
      return to === settings.tokenEndpoint.replace(/^http:/, 'https:') ||
        to.replace(/\/$/, '') === settings.tokenEndpoint.replace(/\/$/, '')
        ? [fix('Use that URL', { tokenEndpoint: to })]
        : []
    },
    reference: 'RFC 9700 section 4.12',
  },
  {
    id: 'token-endpoint-not-found',
    // What frameworks write isn't a code: "HTTP 404 Not Found".
    when: any(
      all(atTokenEndpoint, ({ status, error }) => (status === 404 || status === 405) && !/^[a-z]+(_[a-z]+)*$/.test(error)),
      all(
        ({ purpose }) => purpose === 'token' || purpose === 'refresh',
        ({ status }) => status >= 400,
        any(missesResponseType, wantsBearer),
      ),
    ),
    title: ({ purpose }) => `There is no ${endpointNames[purpose] ?? 'token endpoint'} at this URL`,
    means: ({ purpose }) =>
      endpointNames[purpose] === undefined || purpose !== 'par'
        ? "Clear the field to use discovery, or compare it with the discovery document. The path is wrong, or the URL doesn't accept POST."
        : "Check the provider: its discovery document lists this endpoint, but the endpoint doesn't accept POST.",
    fixes: fromDiscovery,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'token-endpoint-slash',
    when: all(atTokenEndpoint, ({ status }) => status >= 400, matchesText(/doesn't end in a slash|APPEND_SLASH/)),
    title: "The endpoint's URL lacks a trailing slash",
    means: "Add the slash, or clear the field to use discovery. Django requires the slash and can't redirect POST requests.",
    fixes: ({ exchange, settings }) => {
      const before = settings?.tokenEndpoint ?? ''
      return before !== '' && exchange?.request.url === before ? [fix('Add the slash', { tokenEndpoint: `${before}/` })] : []
    },
    reference: 'Django: APPEND_SLASH',
  },
  {
    id: 'form-endpoint',
    when: all(
      atTokenEndpoint,
      ({ status }) => status >= 400,
      matchesText(/\b[cx]srf|cross.site request forgery|authenticity.?token|anti-?forgery/i),
    ),
    title: 'This URL is a sign-in form',
    means:
      "Clear the field to use discovery, or compare it with the discovery document: the response requires a form's CSRF token, as a sign-in page does. If the URL is correct, exempt it from CSRF protection at the provider.",
    fixes: fromDiscovery,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'endpoint-wants-json',
    when: all(
      atTokenEndpoint,
      ({ status }) => status >= 400,
      any(
        ({ status }) => status === 415,
        ({ said }) => wantsJson.test(said),
      ),
    ),
    title: 'The endpoint requires JSON, but a token request is a form',
    means:
      "Clear the field to use discovery, or send the JSON with a Send Request step and save the token from its response in a variable. This is an application's sign-in or another API, not a token endpoint (Supabase Auth has both: /token is its own, /oauth/token is OAuth's).",
    fixes: fromDiscovery,
    reference: 'RFC 6749 section 4',
  },
  {
    id: 'server-error',
    when: any(
      ({ status, error }) => status >= 500 && error !== 'temporarily_unavailable',
      ranked('happened', all(endedOnPage, shows(/\binternal server error\b/i))),
    ),
    title: 'The provider failed',
    means: (evidence) =>
      evidence.status === 502 || evidence.status === 503 || evidence.status === 504
        ? [
            'A gateway responded instead: the provider is down, starting or overloaded.',
            ...asksToWait(evidence),
            'Run the step again. If it fails again, check the provider.',
          ].join(' ')
        : ["Run the step again, and check the provider's log: typical causes are a missing database or key."]
            .concat(stumblingBlocks(evidence))
            .join(' '),
    fixes: (evidence) => (hasSpecialSecret(evidence) ? otherTransports(evidence) : []),
    reference: 'RFC 9110 section 15.6',
  },
  {
    id: 'temporarily-unavailable',
    when: ({ error, words }) => error === 'temporarily_unavailable' || (error === 'server_error' && !meansPassword(words)),
    title: "The provider couldn't process the request",
    means: (evidence) =>
      [
        `It reported this with an error code${evidence.purpose === 'authorization' ? ", because a redirect can't have a status" : ''}.`,
        ...asksToWait(evidence),
        "Run the step again, and check the provider's log.",
      ].join(' '),
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'https-required',
    title: 'The provider requires https:',
    means: 'Start the URL with https:, or let the provider accept http: from this machine (Keycloak: Require SSL of the realm).',
    fixes: (evidence) => withHttps(evidence, /^http:/i),
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'gateway-blocked',
    title: 'A firewall in front of the provider blocked the request',
    means:
      "Allow this machine's address or the request in the firewall's rules. The block page shows an ID to look up. The request didn't reach the provider.",
    reference: 'RFC 9110 section 15.5.4',
  },
  {
    id: 'gateway-login',
    when: ranked('happened', all(redirectsToSignIn, leavesHost)),
    title: 'A proxy or gateway requires its own sign-in',
    means: "Sign in to the network or gateway first, or exempt this URL from its sign-in. The request didn't reach the provider.",
    reference: 'RFC 6585 section 6',
  },
  {
    id: 'page-instead-of-json',
    when: all(
      ({ purpose }) => purpose !== 'authorization' && purpose !== 'request',
      ({ isPage }) => isPage,
      // Servers have pages for their statuses: ejabberd's "401 Unauthorized" is for a client that didn't authenticate.
      ({ purpose, status }) => status !== 401 || purpose !== 'token',
    ),
    title: 'A web page responded instead of the provider',
    means:
      'Check the URL: it may be the authorization endpoint or a start page. If it is correct, a proxy, firewall or captive portal responded with HTML instead of JSON.',
    reference: 'RFC 6749 section 5.1',
  },
  {
    id: 'token-type-unknown',
    when: all(({ failure }) => failure.code === 'oauth-unusable-answer', matchesText(/issued a token of type/)),
    title: 'The provider issued an unsupported token type',
    means: ({ failure }) =>
      `Only Bearer and DPoP tokens can be sent. ${failure.hint ?? 'Configure the client for Bearer tokens.'}`,
    reference: 'RFC 6749 section 7.1',
  },
  {
    id: 'strict-refused',
    when: all(({ failure }) => failure.code === 'oauth-unusable-answer', matchesText(/the step is strict/)),
    title: 'The response violates the standard, and the step is strict',
    means: 'Turn off Strict to repair such responses with a warning. Keep it on if you test the provider.',
    fixes: () => [fix('Accept it with a warning', { strict: false })],
    reference: 'RFC 6749 section 5.1',
  },
  {
    id: 'no-access-token',
    when: all(
      ({ failure }) => failure.code === 'oauth-unusable-answer',
      atTokenEndpoint,
      matchesText(/no access_token|empty body/),
    ),
    title: 'The response has no access token',
    means: ({ exchange }) =>
      parseJsonObject(exchange?.response?.text ?? '') === undefined
        ? "Check the endpoint and any proxies: the body is empty or isn't JSON. A proxy may have truncated it, or the endpoint may only confirm requests."
        : "Use a Send Request step for this URL. It returns JSON without an access_token, so it isn't an OAuth token endpoint. Applications' login services often use their own formats.",
    reference: 'RFC 6749 section 5.1',
  },
]
