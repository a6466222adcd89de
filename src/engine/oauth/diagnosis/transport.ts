import type { Exchange } from '#engine/ports/index.ts'
import type { Evidence } from './evidence.ts'
import { notAnnounced } from './not-announced.ts'
import { redirectSuspect } from './redirect-suspect.ts'
import { all, endedWith, fix, says, scopeWithout, suspectScopes, withHint, withHttps, withParameter } from './patterns.ts'
import type { Fix } from '../step-settings.ts'
import type { Situation } from './situation.ts'

/** Pages of providers that refuse the request itself: the codes of RFC 6749 section 4.1.2.1, and the pages of frameworks. */
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

/** A sign-in that a script carried out, as far as the page where it ended. */
const endedOnPage = all(endedWith('oauth-script', 'oauth-login-timeout'), ({ purpose }) => purpose === 'authorization')

/** Says what a text of the failure itself fits, sentences of the standards included: on a page they are all that there is. */
const tells =
  (pattern: RegExp) =>
  ({ failure }: Evidence): boolean =>
    pattern.test(failure.message)

const cors = endedWith('http-cors')
const dead = endedWith('http-unreachable')

const waitLonger = ({ settings }: Evidence): Fix[] =>
  settings && Number(settings.loginTimeout) < 600 ? [fix('Wait 10 minutes', { loginTimeout: 600 })] : []

const isPlain = (exchange: Evidence['exchange']): boolean => exchange?.request.url.startsWith('http:') ?? false

/** Undefined where the address is masked: a secret may hold the beginning of it. */
const originOf = (exchange: Exchange | undefined): string | undefined =>
  exchange && URL.canParse(exchange.request.url) ? new URL(exchange.request.url).origin : undefined

/** An answer that the server gave to another message of the step. */
function hasAnswered({ exchanges, exchange }: Evidence): boolean {
  const origin = originOf(exchange)
  return origin !== undefined && exchanges.some((other) => (other.response?.status ?? 0) > 0 && originOf(other) === origin)
}

/** A client's secret that goes into the header, where it goes at all. */
const secretInHeader = (settings: Evidence['settings']): boolean =>
  Boolean(settings?.clientSecret) && settings?.secretTransport !== 'body'

/** Requests that got no answer, or none that could be read. */
export const transportSituations: Situation[] = [
  {
    id: 'cors-discovery',
    when: all(cors, ({ purpose }) => purpose === 'discovery'),
    title: 'The discovery document cannot be read from a page',
    means:
      'Most providers let any page read it, so the path is the first suspect: pages that say "not found" carry no CORS headers, and the browser then hides the 404. Open the address in a tab. If the document is there, the provider sends no CORS headers, as Spring Authorization Server and dex do unless they are told to: allow the origin of this page at the provider, or run with the companion.',
    fixes: ({ settings }) => {
      const before = settings?.discoveryEndpoint ?? ''
      const after = before.replace('/auth/realms/', '/realms/')
      return after === before ? [] : [fix('Leave out /auth', { discoveryEndpoint: after })]
    },
    reference: 'OpenID Connect Discovery 1.0 section 4',
  },
  {
    id: 'cors-keycloak',
    when: all(cors, ({ exchange }) => /\/realms\//.test(exchange?.request.url ?? '')),
    title: 'Keycloak does not list this page under Web Origins',
    means:
      'Keycloak answers, but without CORS headers for the origin of this page (error pages have none either: check the path too). In the admin console open the client, and add the origin to Web Origins ("+" takes the origins of the redirect URIs). The companion needs no Web Origins: assay run FILE.aprj',
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'cors-entra',
    when: all(cors, ({ host }) => /login\.(microsoftonline|live)\.com$|\.ciamlogin\.com$/.test(host)),
    title: 'Entra ID answers browsers only for single-page applications',
    means:
      'Entra ID sends CORS headers only when the redirect URI is registered under "Single-page application", and never for client credentials. Register the Redirect URI of the step as SPA, or run with the companion: assay run FILE.aprj',
    reference: 'Microsoft identity platform: redirect URIs for single-page apps',
  },
  {
    id: 'cors-okta',
    when: all(cors, ({ host }) => /\.okta(preview|-emea)?\.com$/.test(host)),
    title: 'Okta does not trust the origin of this page',
    means:
      'In the Okta admin console under Security, API, Trusted Origins add the origin of this page with CORS. For a client with a secret use the companion: assay run FILE.aprj',
    reference: 'Okta: Enable CORS',
  },
  {
    id: 'cors-auth0',
    when: all(cors, ({ host }) => host.endsWith('.auth0.com')),
    title: 'Auth0 does not list this page under Allowed Web Origins',
    means: "In the application's settings add the origin of this page to Allowed Web Origins and Allowed Origins (CORS).",
    reference: 'Auth0: Application Settings',
  },
  {
    id: 'cors',
    when: cors,
    title: 'The browser may not read the answer',
    means: (evidence) =>
      [
        `The endpoint answers, but does not send CORS headers for this page. ${evidence.failure.hint ?? "Allow the page's origin at the provider, or run with the companion, which has no such limit."}`,
        ...(hasAnswered(evidence)
          ? ['If it allows this page already, it broke off before an answer, which looks the same from here: its log says so.']
          : []),
      ].join(' '),
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'proxy',
    // Before the provider's own troubles: what was refused, or could not be found, is the way there.
    when: all(dead, says(/\bThe proxy (https?|socks5?h?):\/\/|isn't an? (HTTP|SOCKS5) proxy/)),
    title: 'The proxy is what stands in the way',
    means: withHint('The provider was not reached, so nothing is known of it.'),
    reference: 'RFC 9110 section 3.7',
  },
  {
    id: 'tls-expired',
    when: all(dead, says(/CERT_HAS_EXPIRED|certificate has expired|ERR_CERT_DATE_INVALID/i)),
    title: "The server's certificate has expired",
    means:
      'The connection was ended before anything was sent. Renew the certificate; if it is valid, check the clock of this machine.',
    reference: 'RFC 5280 section 4.1.2.5',
  },
  {
    id: 'tls-wrong-host',
    when: all(dead, says(/ALTNAME_INVALID|does not match certificate|ERR_CERT_COMMON_NAME_INVALID/i)),
    title: "The server's certificate is for another host",
    means: 'The name in the address is not among the names of the certificate. Use a name that it holds, not the IP address.',
    reference: 'RFC 9525 section 6',
  },
  {
    id: 'tls-self-signed',
    when: all(
      dead,
      says(/self.signed|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|unable to (verify|get local issuer)|ERR_CERT_AUTHORITY/i),
    ),
    title: "The server's certificate is not trusted on this machine",
    means:
      'It is self-signed, or signed by a company CA that is not installed. Add the CA (Node: NODE_EXTRA_CA_CERTS=ca.pem), or list the host under the insecure hosts of the environment.',
    reference: 'RFC 5280 section 6',
  },
  {
    id: 'tls-protocol',
    when: all(dead, says(/wrong version number|EPROTO|ERR_SSL|packet length too long|handshake failure/i)),
    title: 'The server does not speak TLS on this port',
    means:
      'The address says https:, and the port answers with something else. Check the port, or whether the server is http: only.',
    reference: 'RFC 8446 section 6.2',
  },
  {
    id: 'unknown-host',
    when: all(dead, says(/ENOTFOUND|EAI_AGAIN|getaddrinfo|ERR_NAME_NOT_RESOLVED/i)),
    title: 'The host name is not known',
    means: ({ host }) =>
      `No address was found for ${host || 'the host'}. Check the spelling and the variables of the environment; names inside a company often need its VPN.`,
    reference: 'RFC 1035 section 7.2',
  },
  {
    id: 'connection-refused',
    when: all(dead, says(/ECONNREFUSED|ERR_CONNECTION_REFUSED/i)),
    title: 'Nobody listens at this address',
    means: withHint(
      'The machine is there, but no program listens on that port: the provider does not run, or the port is another.',
    ),
    reference: 'RFC 9293 section 3.5.2',
  },
  {
    id: 'connection-closed',
    when: all(dead, says(/UND_ERR_SOCKET|ECONNRESET|EPIPE|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED)/)),
    title: 'The server closed the connection without an answer',
    means: (evidence) =>
      hasAnswered(evidence)
        ? 'This server has answered before, so the way to it is open: it broke off this time, by an error of its own, a restart, or a limit of the proxy before it. Look at its log at this time. Run again, with a new sign-in if it was one: what was sent may be spent.'
        : isPlain(evidence.exchange)
          ? 'Something listens on that port and has no answer to http:. If it speaks TLS, the address has to begin with https:; else a proxy, a firewall or a server that restarts closed it.'
          : 'The connection came about and was ended before an answer: by a proxy, a firewall, or a server that restarts. Run again; if it happens again, look at the log of the provider.',
    fixes: (evidence) => (isPlain(evidence.exchange) && !hasAnswered(evidence) ? withHttps(evidence, /^http:/i) : []),
    reference: 'RFC 9112 section 9.5',
  },
  {
    id: 'unreachable',
    when: dead,
    title: 'The provider cannot be reached',
    means: withHint(
      'No connection came about. A browser does not say why: the server may be down, the name wrong, or its certificate not trusted. Open the address in a tab: the browser shows there what it hides from pages.',
    ),
    reference: 'Fetch standard: network errors',
  },
  {
    id: 'http-not-allowed',
    when: all(endedWith('http-blocked'), says(/ is http:, so anyone/)),
    title: 'http: is not allowed to this host',
    means:
      'Secrets and tokens could be read on the way, so nothing was sent. Use https:, or add the host to the insecure hosts of the environment.',
    fixes: withHttps,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'mixed-content',
    when: all(endedWith('http-blocked'), says(/opened over https:/)),
    title: 'A page opened by https: may not call http:',
    means: 'The browser blocks mixed content. Use https:, or open Assay from the companion (assay serve).',
    fixes: withHttps,
    reference: 'Mixed Content: W3C',
  },
  {
    id: 'local-network',
    // What the companion does not let through says itself how to allow it.
    when: all(endedWith('http-blocked'), says(/browser blocked access to/)),
    title: 'The browser keeps this page from the local network',
    means:
      'A page of the public web needs permission to reach this machine or its network. Allow local network access in the site settings, or open Assay from the companion.',
    reference: 'Local Network Access: WICG',
  },
  {
    id: 'no-answer-in-time',
    when: endedWith('http-timeout'),
    title: 'The provider did not answer in time',
    means: 'The connection stood, and no complete answer came within 30 s. Look at the load and the log of the provider.',
    reference: 'RFC 9110 section 15.6.5',
  },
  {
    id: 'device-not-approved',
    when: all(endedWith('oauth-login-timeout'), ({ exchanges }) =>
      exchanges.some(({ purpose }) => purpose === 'device-authorization'),
    ),
    title: 'Nobody approved the device in time',
    means: ({ settings }) =>
      'The provider waited to the end for somebody to open the address of the card and enter the code. Run the step again and do both; if that was done, look at the log of the provider for this code.' +
      (secretInHeader(settings)
        ? ' If its last page said invalid_client, it takes the secret of a device in the body alone, as dex does.'
        : ''),
    fixes: (evidence) => [
      ...waitLonger(evidence),
      ...(secretInHeader(evidence.settings) ? [fix('Send it in the body', { secretTransport: 'body' })] : []),
    ],
    reference: 'RFC 8628 section 3.3',
  },
  {
    id: 'scope-refused-on-page',
    when: all(endedOnPage, tells(scopePage)),
    title: 'The provider stays on a page that refuses the scope',
    means: (evidence) => {
      const { list, isUnlisted } = suspectScopes(evidence)
      const suspect = isUnlisted ? ` Its discovery document does not list ${list}.` : ''
      return `Check the Scope of the step: a word is misspelt, unknown, or not assigned to the client at the provider.${suspect} Asked for: ${evidence.sent('scope') || '(none)'}. The provider shows it instead of sending the browser back; the script is not the suspect.`
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
      tells(/\bprompt\b|offline_access/i),
      ({ sent }) => /\boffline_access\b/.test(sent('scope') ?? '') && !/\bconsent\b/.test(sent('prompt') ?? ''),
    ),
    title: 'The provider wants consent for offline_access',
    means:
      'OpenID Connect Core 1.0 section 11 asks for prompt=consent with the scope offline_access, and this provider insists. Add it to the additional parameters.',
    fixes: (evidence) => withParameter(evidence, 'prompt', 'consent'),
    reference: 'OpenID Connect Core 1.0 section 11',
  },
  {
    id: 'parameters-beside-request',
    when: all(
      endedOnPage,
      tells(/missing.{0,40}\b(response_type|redirect_uri|scope)\b/i),
      ({ settings }) => settings?.useJar === true || settings?.usePar === true,
    ),
    title: 'The provider wants parameters beside the request too',
    means: (evidence) => {
      const missing =
        /missing.{0,40}\b(response_type|redirect_uri|scope)\b/i.exec(evidence.failure.message)?.[1] ?? 'response_type'
      const text = `What was signed or pushed stands for all of it (RFC 9101 section 5, RFC 9126 section 4). This provider follows OpenID Connect Core 1.0 section 6 and looks for ${missing} in the address as well: write it there, behind the Authorization Endpoint (${missing}=…, behind a question mark), or sign in without Use JAR and Use PAR.`
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
    when: all(endedOnPage, tells(errorPage)),
    title: ({ failure: { message } }) =>
      pageOfRedirectUri.test(message) && !pageOfClient.test(message)
        ? 'The provider stays on a page that refuses the redirect URI'
        : pageOfClient.test(message) && !pageOfRedirectUri.test(message)
          ? 'The provider stays on a page that does not take the Client ID'
          : 'The provider stays on a page with an error instead of coming back',
    means: (evidence) => {
      const { message } = evidence.failure
      const [ofRedirectUri, ofClient] = [pageOfRedirectUri.test(message), pageOfClient.test(message)]
      const redirectUri = evidence.sent('redirect_uri')
      const registered =
        redirectUri === undefined
          ? 'a redirect URI that is not registered'
          : `the redirect URI ${redirectUri}, which must be registered for the client to the letter (scheme, port, path, slash at the end)`
      const { useJar } = evidence.settings ?? {}
      const ofObject =
        'it does not accept the request object: the public half of the key must be registered for the client, and its algorithm (Keycloak: with Use PAR, Request object required must take a Request URI too).'
      const isOpen = ofRedirectUri === ofClient
      return [
        ...(useJar && isOpen ? [`What it can not send back it shows there: ${ofObject}`] : []),
        ofRedirectUri && !ofClient
          ? `What it can not send back it shows there: it does not take ${registered}.`
          : ofClient && !ofRedirectUri
            ? 'What it can not send back it shows there: the Client ID is misspelt, or the client lives in another realm, tenant or environment.'
            : `${useJar ? 'Or' : 'What it can not send back it shows there:'} it does not know the Client ID, or it does not take ${registered}.`,
        ...(useJar && !isOpen ? [`Or ${ofObject}`] : []),
        ...notAnnounced(evidence),
        'The picture of the page is kept with the run; the script is not the suspect.',
      ].join(' ')
    },
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'credentials-refused-on-page',
    when: all(endedOnPage, tells(credentialsPage)),
    title: 'The provider does not take the user name or the password',
    means:
      'Check what the script types: the values of its variables and secrets, a space at their end too, and whether the account lives in this realm or tenant. Tried too often, an account may be locked for a while. The picture of the page is kept with the run.',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'no-callback',
    when: endedWith('oauth-login-timeout'),
    title: 'No answer came back from the sign-in',
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
