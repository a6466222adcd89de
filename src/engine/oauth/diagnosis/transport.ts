import type { Exchange } from '#engine/ports/index.ts'
import { type Evidence, discovered } from './evidence.ts'
import { redirectSuspect } from './redirect-suspect.ts'
import { fix, scopeWithout, suspectScopes, withHint, withHttps, withParameter } from './fixes.ts'
import { all, endedWith, ranked, says, shows } from './rank.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

/** Pages of providers that reject the request itself: the codes of RFC 6749 section 4.1.2.1, and the pages of frameworks. */
const errorPage =
  /\b(invalid_request|unauthorized_client|invalid_client|unsupported_response_type|redirect_uri_mismatch|invalid_redirect(_uri)?|request_not_supported)\b|whitelabel error page|\binvalid request\b|\bbad request\b|request( you made)? (is|was) invalid|request for authorization was invalid|There was an unexpected error|\bapplication\b.{0,60}\bnot (authorized|registered)\b|invalid redirect\b|(invalid|mismatching|unknown|unregistered|wrong|missing).{0,20}(redirect.?ur[il]|client.?id)|\bunknown client\b|(retrieve|find|load|look up) (the )?client\b|client name is not valid|(redirect.?ur[il]|client.?id).{0,60}(invalid|malformed|not (match|valid|registered|allowed|found)|mismatch|unknown|does not|doesn't)/i

/** Such a page that is about the scope alone, in its code or in the sentence of RFC 6749 section 4.1.2.1. */
const scopePage =
  /\binvalid_scope\b|\bvalid scopes?\b|\b(requested )?scopes?\b.{0,30}(invalid|unknown|malformed|not (allowed|found|valid|supported))/i

/** What of the request such a page is about, where it says so. */
const pageOfRedirectUri = /redirect(ion)?.?ur[il]|invalid redirect\b/i
const pageOfClient = /client.?id\b|\bunknown client\b|\bclient\b.{0,20}not (found|registered|exist)|find (the )?client\b/i

/** Pages that do not take what was typed into them, of whatever make. */
const credentialsPage =
  /\b(wrong|invalid|incorrect|bad|unknown|(unable|failed|could not) (to )?verify)\b[^.";]{0,30}\b(password|passcode|credentials|user ?name|e-?mail|user|account)\b|\b(password|credentials|user ?name|e-?mail|account)\b[^.";]{0,30}\b(wrong|invalid|incorrect|not (correct|found|recogni[sz]ed|valid)|(do|does|did)(n.t| not) (match|exist))\b|\b(login|sign.?in) (has )?failed\b|\blogin_failure\b/i

/** A scripted sign-in and the page where it ended. */
const endedOnPage = all(endedWith('oauth-script', 'oauth-login-timeout'), ({ purpose }) => purpose === 'authorization')

const cors = endedWith('http-cors')
const dead = endedWith('http-unreachable')

const waitLonger = ({ settings }: Evidence): Fix[] =>
  settings && Number(settings.loginTimeout) < 600 ? [fix('Wait 10 minutes', { loginTimeout: 600 })] : []

const isPlain = (exchange: Evidence['exchange']): boolean => exchange?.request.url.startsWith('http:') ?? false

/** Undefined where the URL is masked: a secret may hold the start of it. */
const originOf = (exchange: Exchange | undefined): string | undefined =>
  exchange && URL.canParse(exchange.request.url) ? new URL(exchange.request.url).origin : undefined

/** A response that the server gave to another message of the step. */
function hasAnswered({ exchanges, exchange }: Evidence): boolean {
  const origin = originOf(exchange)
  return origin !== undefined && exchanges.some((other) => (other.response?.status ?? 0) > 0 && originOf(other) === origin)
}

/** A client's secret that goes into the header, where it goes at all. */
const secretInHeader = (settings: Evidence['settings']): boolean =>
  Boolean(settings?.clientSecret) && settings?.secretTransport !== 'body'

/** Requests without a response, or with an unreadable one. */
export const transportCauses: Cause[] = [
  {
    id: 'cors-discovery',
    when: all(cors, ({ purpose }) => purpose === 'discovery'),
    title: "A page can't read the discovery document",
    means:
      "Open the URL in a tab: if it shows 404, fix the path (browsers hide a 404 without CORS headers from pages). If it shows the document, allow this page's origin at the provider (Spring Authorization Server and dex send no CORS headers by default), or run with the companion.",
    fixes: ({ settings }) => {
      const before = settings?.discoveryEndpoint ?? ''
      const after = before.replace('/auth/realms/', '/realms/')
      return after === before ? [] : [fix('Remove /auth', { discoveryEndpoint: after })]
    },
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'cors-keycloak',
    when: all(cors, ({ exchange }) => /\/realms\//.test(exchange?.request.url ?? '')),
    title: "Keycloak's Web Origins don't contain this page",
    means:
      'Add this page\'s origin to the client\'s Web Origins in the admin console ("+" adds the origins of the redirect URIs), and check the path: error pages have no CORS headers either. The companion needs no Web Origins: assay run FILE.aprj',
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'cors-entra',
    when: all(cors, ({ host }) => /login\.(microsoftonline|live)\.com$|\.ciamlogin\.com$/.test(host)),
    title: 'Entra ID only allows browsers for single-page applications',
    means:
      'Register the step\'s Redirect URI under "Single-page application"; Entra ID sends CORS headers only for those. For client credentials, run with the companion: assay run FILE.aprj',
    reference: 'Microsoft identity platform: redirect URIs for single-page apps',
  },
  {
    id: 'cors-okta',
    when: all(cors, ({ host }) => /\.okta(preview|-emea)?\.com$/.test(host)),
    title: "Okta doesn't trust this page's origin",
    means:
      "Add this page's origin with CORS under Security, API, Trusted Origins in the Okta admin console. For a client with a secret, use the companion: assay run FILE.aprj",
    reference: 'Okta: Enable CORS',
  },
  {
    id: 'cors-auth0',
    when: all(cors, ({ host }) => host.endsWith('.auth0.com')),
    title: "Auth0's Allowed Web Origins don't contain this page",
    means: "Add this page's origin to Allowed Web Origins and Allowed Origins (CORS) in the application's settings.",
    reference: 'Auth0: Application Settings',
  },
  {
    id: 'cors',
    when: cors,
    title: "The browser can't read the response",
    means: (evidence) =>
      [
        `${evidence.failure.hint ?? "Allow the page's origin at the provider, or run with the companion, which has no such limit."} The endpoint responds without CORS headers for this page.`,
        ...(hasAnswered(evidence)
          ? ['If it already allows this page, it closed the connection before responding: check its log.']
          : []),
      ].join(' '),
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'proxy',
    // Before the provider's own troubles: what was rejected, or could not be found, is the way there.
    when: all(dead, says(/\bThe proxy (https?|socks5?h?):\/\/|isn't an? (HTTP|SOCKS5) proxy/)),
    title: 'The proxy blocks the request',
    means: withHint("The request didn't reach the provider."),
    reference: 'RFC 9110 section 3.7',
  },
  {
    id: 'tls-expired',
    when: all(dead, says(/CERT_HAS_EXPIRED|certificate has expired|ERR_CERT_DATE_INVALID/i)),
    title: "The server's certificate has expired",
    means:
      "Renew the certificate; if it is valid, check this machine's clock. The connection was closed before anything was sent.",
    reference: 'RFC 5280 section 4.1.2.5',
  },
  {
    id: 'tls-wrong-host',
    when: all(dead, says(/ALTNAME_INVALID|does not match certificate|ERR_CERT_COMMON_NAME_INVALID/i)),
    title: "The server's certificate is for another host",
    means: 'Use a host name of the certificate in the URL, not an IP address.',
    reference: 'RFC 9525 section 6',
  },
  {
    id: 'tls-self-signed',
    when: all(
      dead,
      says(/self.signed|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|unable to (verify|get local issuer)|ERR_CERT_AUTHORITY/i),
    ),
    title: "The server's certificate isn't trusted on this machine",
    means:
      "Add the CA (Node: NODE_EXTRA_CA_CERTS=ca.pem), or add the host to the environment's insecure hosts. The certificate is self-signed, or signed by a company CA that isn't installed.",
    reference: 'RFC 5280 section 6',
  },
  {
    id: 'tls-protocol',
    when: all(dead, says(/wrong version number|EPROTO|ERR_SSL|packet length too long|handshake failure/i)),
    title: "The server doesn't support TLS on this port",
    means:
      'Check the port, and whether the server only supports http:. The URL starts with https:, but the port uses another protocol.',
    reference: 'RFC 8446 section 6.2',
  },
  {
    id: 'unknown-host',
    when: all(dead, says(/ENOTFOUND|EAI_AGAIN|getaddrinfo|ERR_NAME_NOT_RESOLVED/i)),
    title: "The host name can't be resolved",
    means: ({ host }) =>
      `Check the spelling of ${host || 'the host'} and the environment's variables. Internal names often need the company's VPN.`,
    reference: 'RFC 1035 section 7.2',
  },
  {
    id: 'connection-refused',
    when: all(dead, says(/ECONNREFUSED|ERR_CONNECTION_REFUSED/i)),
    title: 'No server is listening at this URL',
    means: withHint(
      'Check that the provider is running, and its port. The machine is reachable, but nothing listens on this port.',
    ),
    reference: 'RFC 9293 section 3.5.2',
  },
  {
    id: 'connection-closed',
    when: all(dead, says(/UND_ERR_SOCKET|ECONNRESET|EPIPE|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED)/)),
    title: 'The server closed the connection without a response',
    means: (evidence) =>
      hasAnswered(evidence)
        ? "Run again, with a new sign-in if it was one, and check the server's log. It responded earlier, so the cause is an error, a restart, or a limit of its proxy."
        : isPlain(evidence.exchange)
          ? 'Start the URL with https: if the port uses TLS. Otherwise, a proxy, a firewall or a restarting server closed the connection.'
          : "Run again; if it fails again, check the provider's log. A proxy, a firewall or a restarting server closed the connection before a response.",
    fixes: (evidence) => (isPlain(evidence.exchange) && !hasAnswered(evidence) ? withHttps(evidence, /^http:/i) : []),
    reference: 'RFC 9112 section 9.5',
  },
  {
    id: 'unreachable',
    when: dead,
    title: "The provider can't be reached",
    means: withHint(
      'Open the URL in a tab: it shows the reason, which the browser hides from pages. The server may be down, its name wrong, or its certificate untrusted.',
    ),
    reference: 'Fetch standard: network errors',
  },
  {
    id: 'http-not-allowed',
    when: all(endedWith('http-blocked'), says(/ is http:, so anyone/)),
    title: "http: isn't allowed for this host",
    means:
      "Use https:, or add the host to the environment's insecure hosts. Nothing was sent, because secrets and tokens could be read in transit.",
    fixes: withHttps,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'mixed-content',
    when: all(endedWith('http-blocked'), says(/opened over https:/)),
    title: "A page opened with https: can't call http:",
    means: 'Use https:, or open Assay from the companion (assay serve). The browser blocks mixed content.',
    fixes: withHttps,
    reference: 'Mixed Content: W3C',
  },
  {
    id: 'local-network',
    // What the companion does not let through says itself how to allow it.
    when: all(endedWith('http-blocked'), says(/browser blocked access to/)),
    title: 'The browser blocks access to the local network',
    means:
      'Allow local network access in the site settings, or open Assay from the companion. A public web page needs permission to reach this machine or its network.',
    reference: 'Local Network Access: WICG',
  },
  {
    id: 'no-answer-in-time',
    when: endedWith('http-timeout'),
    title: "The provider didn't respond in time",
    means: "Check the provider's load and log. It was connected, but sent no complete response within 30 s.",
    reference: 'RFC 9110 section 15.6.5',
  },
  {
    id: 'device-not-approved',
    when: all(endedWith('oauth-login-timeout'), ({ exchanges }) =>
      exchanges.some(({ purpose }) => purpose === 'device-authorization'),
    ),
    title: "The device wasn't approved in time",
    means: ({ settings }) =>
      "Run the step again, open the URL on the card and enter the code. If you did, check the provider's log for this code." +
      (secretInHeader(settings)
        ? ` If its last page shows invalid_client, set "Send secret in" to request body: some providers, such as dex, only accept a device's secret there.`
        : ''),
    fixes: (evidence) => [
      ...waitLonger(evidence),
      ...(secretInHeader(evidence.settings) ? [fix('Send it in the body', { secretTransport: 'body' })] : []),
    ],
    reference: 'RFC 8628 section 3.3',
  },
  {
    id: 'scope-refused-on-page',
    when: all(endedOnPage, shows(scopePage)),
    title: 'The provider stays on a page that rejects the scope',
    means: (evidence) => {
      const { list, isUnlisted } = suspectScopes(evidence)
      const suspect = isUnlisted ? ` Its discovery document doesn't list ${list}.` : ''
      return `Check the step's Scope, not the script: a value is misspelled, unknown, or not assigned to the client at the provider.${suspect} Requested: ${evidence.sent('scope') || '(none)'}.`
    },
    fixes: (evidence) => [
      ...scopeWithout(evidence, (word) => suspectScopes(evidence).words.includes(word)),
      { label: 'Edit scope', edit: 'scope' },
    ],
    reference: 'RFC 6749 section 3.3',
  },
  {
    id: 'offline-without-consent',
    when: all(
      endedOnPage,
      shows(/\bprompt\b|offline_access/i),
      ({ sent }) => /\boffline_access\b/.test(sent('scope') ?? '') && !/\bconsent\b/.test(sent('prompt') ?? ''),
    ),
    title: 'The provider requires consent for offline_access',
    means:
      'Add prompt=consent to the additional parameters. OpenID Connect Core 1.0 section 11 requires it with the scope offline_access.',
    fixes: (evidence) => withParameter(evidence, 'prompt', 'consent'),
    reference: 'OpenID Connect Core 1.0 section 11',
  },
  {
    id: 'parameters-beside-request',
    when: all(
      endedOnPage,
      shows(/missing.{0,40}\b(response_type|redirect_uri|scope)\b/i),
      ({ settings }) => settings?.useJar === true || settings?.usePar === true,
    ),
    title: 'The provider also requires parameters in the URL',
    means: (evidence) => {
      const missing =
        /missing.{0,40}\b(response_type|redirect_uri|scope)\b/i.exec(evidence.failure.message)?.[1] ?? 'response_type'
      const text = `Add ?${missing}=… to the Authorization Endpoint, or switch Use JAR and Use PAR off. This provider follows OpenID Connect Core 1.0 section 6, which also requires ${missing} in the URL; RFC 9101 section 5 and RFC 9126 section 4 don't.`
      return [...notAnnounced(evidence), text].join(' ')
    },
    fixes: ({ settings }) => [
      ...(settings?.useJar ? [fix('Without JAR', { useJar: false })] : []),
      ...(settings?.usePar ? [fix('Without PAR', { usePar: false })] : []),
    ],
    reference: 'OpenID Connect Core 1.0 section 6.1',
  },
  {
    id: 'sign-in-refused-on-page',
    when: ranked('happened', all(endedOnPage, shows(errorPage))),
    title: ({ failure: { message } }) =>
      pageOfRedirectUri.test(message) && !pageOfClient.test(message)
        ? 'The provider stays on a page that rejects the redirect URI'
        : pageOfClient.test(message) && !pageOfRedirectUri.test(message)
          ? 'The provider stays on a page that rejects the Client ID'
          : 'The provider stays on an error page',
    means: (evidence) => {
      const { message } = evidence.failure
      const [ofRedirectUri, ofClient] = [pageOfRedirectUri.test(message), pageOfClient.test(message)]
      const redirectUri = evidence.sent('redirect_uri')
      const register =
        redirectUri === undefined
          ? 'register the redirect URI for the client'
          : `register the redirect URI ${redirectUri} for the client exactly as sent (scheme, port, path, trailing slash)`
      const checkClient = 'check the Client ID and its realm, tenant or environment'
      const { useJar } = evidence.settings ?? {}
      const registerKey =
        'register the public key for the client and allow its algorithm for request objects (Keycloak: with Use PAR, Request object required must also accept a Request URI)'
      const isOpen = ofRedirectUri === ofClient
      const steps = [
        ...(useJar && isOpen ? [registerKey] : []),
        ...(isOpen ? [checkClient, register] : [ofRedirectUri ? register : checkClient]),
        ...(useJar && !isOpen ? [registerKey] : []),
      ]
      return [
        `Most likely fix first: ${steps.join('; or ')}.`,
        ...notAnnounced(evidence),
        "The script isn't the cause: see the run's screenshot.",
      ].join(' ')
    },
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'credentials-refused-on-page',
    when: all(endedOnPage, shows(credentialsPage)),
    title: 'The provider rejected the username or password',
    means:
      "Check the script's variables and secrets, also for trailing spaces, and that the account belongs to this realm or tenant. After too many attempts, the account may be locked temporarily: see the run's screenshot.",
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'no-callback',
    when: endedWith('oauth-login-timeout'),
    title: 'The sign-in returned no response',
    means: (evidence) =>
      [evidence.failure.hint ?? redirectSuspect(evidence.sent('redirect_uri') ?? ''), ...notAnnounced(evidence)].join(' '),
    fixes: waitLonger,
    reference: 'RFC 6749 section 3.1.2.4',
  },
  {
    id: 'no-browser',
    // A script that finds no browser to drive says itself how to get one.
    when: all(endedWith('oauth-no-browser'), says(/interactive sign-in|no token is cached/)),
    title: 'This grant needs an interactive sign-in',
    means:
      'Run the step in the page, or with assay run --interactive. For unattended runs, add an automation script to the step, or register a client for Client Credentials.',
    reference: 'RFC 6749 section 4.4',
  },
]

/**
 * What the authorization request contains, and discovery does not announce (OpenID Connect Discovery 1.0 section 3): providers
 * that do not offer it seldom say so on the page where they stop.
 */
function notAnnounced(evidence: Evidence): string[] {
  const types = discovered(evidence, 'response_types_supported')
  const asked = evidence.sent('response_type')
  const words = (text: string): string => text.split(/\s+/).toSorted().join(' ')
  const isOffered = (type: string): boolean =>
    !Array.isArray(types) || types.some((one) => typeof one === 'string' && words(one) === words(type))
  return [
    ...(asked === undefined || !Array.isArray(types) || isOffered(asked)
      ? []
      : [`Discovery lists the response types ${types.join(', ')}, but the request has response_type=${asked}.`]),
    ...(evidence.settings?.useJar && discovered(evidence, 'request_parameter_supported') !== true && types !== undefined
      ? ["Try switching Use JAR off: discovery doesn't announce request objects (request_parameter_supported)."]
      : []),
  ]
}
