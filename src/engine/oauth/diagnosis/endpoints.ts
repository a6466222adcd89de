import { parseJsonObject } from '#engine/base/json-value.ts'
import { headerOf } from '../encoding.ts'
import { waitAsAsked } from '../refusals/refusal-texts.ts'
import { meansPassword } from '../refusals/standard-code.ts'
import { discovered, type Evidence } from './evidence.ts'
import {
  all,
  any,
  atTokenEndpoint,
  endedWith,
  fix,
  isError,
  otherTransports,
  provesClient,
  says,
  sentAndOthers,
  withHint,
} from './patterns.ts'
import type { Fix, StepSettings } from '../step-settings.ts'
import type { Situation } from './situation.ts'

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

/** Endpoints beside the token endpoint at which a client proves itself, as texts call them. */
const endpointNames: Partial<Record<Evidence['purpose'], string>> = {
  par: 'endpoint for pushed requests',
  'device-authorization': 'device endpoint',
}

/** The token endpoint that discovery names, in place of one that was typed. */
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

/** What of a request providers were seen to fall over instead of refusing it: CAS, Doorkeeper and go-oauth2 do. */
function stumblingBlocks(evidence: Evidence): string[] {
  const asksForPerson = evidence.sent('grant_type') === 'client_credentials' && /\bopenid\b/.test(evidence.sent('scope') ?? '')
  const causes = [
    // go-oauth2 answers so where its store has no such client.
    ...(evidence.error === 'server_error' && provesClient(evidence) ? ['a Client ID that it does not know'] : []),
    ...(hasSpecialSecret(evidence) ? [`special characters of Client ID or secret (${sentAndOthers(evidence)})`] : []),
    ...(asksForPerson ? ['the scope openid, which is about a person, and nobody signs in'] : []),
  ]
  return causes.length === 0 ? [] : [`If it fails each time, it may fall over ${causes.join(', or over ')}.`]
}

/** How long to wait, where the answer says it. */
function asksToWait({ exchange }: Evidence): string[] {
  const headers = exchange?.response?.headers ?? []
  return headerOf(headers, 'retry-after') === undefined ? [] : [waitAsAsked(headers)]
}

/** Endpoints that are not what they should be: discovery, JWKS, redirects, pages, overload. */
export const endpointSituations: Situation[] = [
  {
    id: 'rate-limit',
    when: any(({ status }) => status === 429, isError('slow_down'), says(/too_many_requests|rate.?limit|throttl|AADSTS90055/i)),
    title: 'The provider limits how often it is asked',
    means: ({ exchange }) =>
      `Too many requests came in a short time. ${waitAsAsked(exchange?.response?.headers)} Let the steps reuse tokens: switch Force Re-Authentication off.`,
    fixes: ({ settings }) =>
      settings?.forceReauthentication ? [fix('Reuse cached tokens', { forceReauthentication: false })] : [],
    reference: 'RFC 6585 section 4',
  },
  {
    id: 'keycloak-realm',
    when: says(/realm does not exist/i),
    title: 'Keycloak has no realm of this name',
    means:
      'The realm in the address is misspelt, capitals included, or lives in another environment. The admin console lists the realms of this server.',
    reference: 'Keycloak: Configuring realms',
  },
  {
    id: 'keycloak-old-path',
    when: all(
      ({ purpose, status }) => purpose === 'discovery' && status === 404,
      ({ exchange }) => /\/auth\/realms\//.test(exchange?.request.url ?? ''),
    ),
    title: 'Keycloak has no realm at this address',
    means:
      'Since version 17 Keycloak serves realms without /auth in front, unless it is configured. The realm may also be misspelt.',
    fixes: ({ settings }) => movedDiscovery(settings, (text) => text.replace('/auth/realms/', '/realms/'), 'Leave out /auth'),
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'discovery-not-found',
    when: ({ purpose, status }) => purpose === 'discovery' && (status === 404 || status === 405 || status === 410),
    title: 'There is no discovery document at this address',
    means:
      'Check the address: it usually ends in /.well-known/openid-configuration or /.well-known/oauth-authorization-server, and a realm, tenant or authorization server may be missing in it. Enter the issuer alone to have the path added.',
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
    title: 'The Discovery Endpoint wants a sign-in',
    means:
      'Discovery documents are public. A provider that protects every path it does not know answers like this to a wrong address: a realm, tenant or path may be too much or missing in it. A gateway in front may guard the right one: type the endpoints then.',
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'discovery-page',
    when: all(
      ({ purpose }) => purpose === 'discovery',
      ({ isPage }) => isPage,
    ),
    title: 'The Discovery Endpoint is a page for people',
    means:
      'It answers with HTML: often the start page of the provider, or a login page of a proxy in front. Enter the issuer, or the complete address of the document.',
    reference: 'OpenID Connect Discovery 1.0 section 4.2',
  },
  {
    id: 'discovery-issuer',
    when: all(
      ({ failure }) => failure.code === 'oauth-unusable-answer',
      says(/discovery document of .+ has (the issuer|no issuer)/),
    ),
    title: 'The discovery document belongs to another issuer',
    means: (evidence) =>
      `Its issuer is ${String(discovered(evidence, 'issuer') ?? 'not stated')}, and that does not fit the address it was read from. A proxy, another host name or a slash at the end are the usual reasons.${evidence.settings?.strict ? ' Or switch "strict" off to accept the document with a warning.' : ''}`,
    fixes: ({ settings }) => (settings?.strict ? [fix('Accept it with a warning', { strict: false })] : []),
    reference: 'RFC 8414 section 3.3',
  },
  {
    id: 'discovery-incomplete',
    when: all(endedWith('oauth-settings'), says(/discovery document of .+ has none/)),
    title: 'The discovery document does not name this endpoint',
    means:
      'The provider does not offer the grant here, or keeps the endpoint out of the document. Type it, or choose another grant.',
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'jwks-unusable',
    when: all(
      ({ purpose }) => purpose === 'jwks',
      ({ failure }) => failure.code !== 'oauth-id-token',
    ),
    title: "The provider's keys cannot be read",
    means:
      'Without the JWKS no ID token can be verified. Its address comes from jwks_uri of the discovery document: look whether it can be reached from here, and whether it is the address inside a cluster.',
    reference: 'RFC 7517 section 5',
  },
  {
    id: 'endpoint-redirects',
    when: all(
      ({ purpose, exchange }) => purpose !== 'authorization' && purpose !== 'request' && exchange?.response !== undefined,
      ({ status, error }) => (status >= 300 && status < 400 && error === '') || status === 0,
    ),
    title: 'The endpoint redirects instead of answering',
    means: withHint('Requests with secrets are never sent on.'),
    fixes: ({ exchange, settings }) => {
      const location = headerOf(exchange?.response?.headers ?? [], 'location') ?? ''
      const to = resolved(location, exchange?.request.url)
      if (!/^https?:\/\//.test(to) || !settings?.tokenEndpoint || exchange?.request.url !== settings.tokenEndpoint) return []
      return to === settings.tokenEndpoint.replace(/^http:/, 'https:') ||
        to.replace(/\/$/, '') === settings.tokenEndpoint.replace(/\/$/, '')
        ? [fix('Use that address', { tokenEndpoint: to })]
        : []
    },
    reference: 'RFC 9700 section 4.12',
  },
  {
    id: 'token-endpoint-not-found',
    when: all(atTokenEndpoint, ({ status, error }) => (status === 404 || status === 405) && error === ''),
    title: ({ purpose }) => `There is no ${endpointNames[purpose] ?? 'token endpoint'} at this address`,
    means: ({ purpose }) =>
      endpointNames[purpose] === undefined || purpose === 'device-authorization'
        ? 'The path is wrong, or it takes no POST. Empty the field and let discovery fill it, or compare it with the discovery document.'
        : 'The discovery document names it, and the provider takes no POST there: it may not offer what it announces.',
    fixes: fromDiscovery,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'token-endpoint-slash',
    when: all(atTokenEndpoint, ({ status }) => status >= 400, says(/doesn't end in a slash|APPEND_SLASH/)),
    title: 'The address of the endpoint lacks a slash at its end',
    means:
      'Django serves it with a slash only, and can not redirect what is posted. Add the slash, or let discovery fill the field.',
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
      says(/\b[cx]srf|cross.site request forgery|authenticity.?token|anti-?forgery/i),
    ),
    title: 'A form for people answers at this address',
    means:
      'It wants the token of a form (CSRF), which only its own page has: the address is that of a page for signing in, not of the endpoint. Empty the field and let discovery fill it, or compare it with the discovery document; if it is right, the provider has to leave it out of its protection of forms.',
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
    title: 'The endpoint takes JSON, and a token request is a form',
    means:
      'This is the sign-in of an application, or another API, and not a token endpoint (Supabase Auth has both: /token is its own, /oauth/token the one of OAuth). Empty the field and let discovery fill it; or post the JSON by a Send Request step, and keep the token of its answer in a variable.',
    fixes: fromDiscovery,
    reference: 'RFC 6749 section 4',
  },
  {
    id: 'server-error',
    when: ({ status, error }) => status >= 500 && error !== 'temporarily_unavailable',
    title: 'The provider failed',
    means: (evidence) =>
      evidence.status === 502 || evidence.status === 503 || evidence.status === 504
        ? [
            'A gateway answered in its place: the provider is down, starting or overloaded.',
            ...asksToWait(evidence),
            'Run the step again; if it happens again, look at the provider.',
          ].join(' ')
        : [
            'This is an error inside the provider. Its log at this time says which; a database or key that is missing is typical. Run the step again.',
          ]
            .concat(stumblingBlocks(evidence))
            .join(' '),
    fixes: (evidence) => (hasSpecialSecret(evidence) ? otherTransports(evidence) : []),
    reference: 'RFC 9110 section 15.6',
  },
  {
    id: 'temporarily-unavailable',
    when: ({ error, words }) => error === 'temporarily_unavailable' || (error === 'server_error' && !meansPassword(words)),
    title: 'The provider could not carry out the request',
    means: (evidence) =>
      [
        `It says so by error code${evidence.purpose === 'authorization' ? ', because a redirect can carry no status' : ''}.`,
        ...asksToWait(evidence),
        'Run again; its log says what happened.',
      ].join(' '),
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'page-instead-of-json',
    when: all(
      ({ purpose }) => purpose !== 'authorization' && purpose !== 'request',
      ({ isPage }) => isPage,
    ),
    title: 'A page for people answered instead of the provider',
    means:
      'HTML where JSON should be: the address is the authorization endpoint or a start page, or a proxy, firewall or captive portal answered in between.',
    reference: 'RFC 6749 section 5.1',
  },
  {
    id: 'token-type-unknown',
    when: all(({ failure }) => failure.code === 'oauth-unusable-answer', says(/issued a token of type/)),
    title: 'The provider issued a token of a type that cannot be sent',
    means: ({ failure }) =>
      `Only Bearer and DPoP tokens can be sent. ${failure.hint ?? 'Configure the client for Bearer tokens.'}`,
    reference: 'RFC 6749 section 7.1',
  },
  {
    id: 'strict-refused',
    when: all(({ failure }) => failure.code === 'oauth-unusable-answer', says(/the step is strict/)),
    title: 'The answer breaks the standard, and the step is strict',
    means:
      'Strict is right when the provider is what you test. Switch "strict" off to have such answers repaired with a warning.',
    fixes: () => [fix('Accept it with a warning', { strict: false })],
    reference: 'RFC 6749 section 5.1',
  },
  {
    id: 'no-access-token',
    when: all(({ failure }) => failure.code === 'oauth-unusable-answer', atTokenEndpoint, says(/no access_token|empty body/)),
    title: 'The answer holds no access token',
    means: ({ exchange }) =>
      parseJsonObject(exchange?.response?.text ?? '') === undefined
        ? 'The body is empty. A proxy may have cut it, or the endpoint only confirms requests.'
        : 'The JSON has other members. Login services of applications often answer in their own format: this is not an OAuth token endpoint, use a Send Request step for it.',
    reference: 'RFC 6749 section 5.1',
  },
]
