import type { Exchange } from '#engine/ports/index.ts'
import type { Evidence } from './evidence.ts'
import { fix, withHint, withHttps } from './fixes.ts'
import { all, any, endedWith, matchesText } from './rank.ts'
import type { Cause } from './cause.ts'

const cors = endedWith('http-cors')
const dead = endedWith('http-unreachable')

/** The host that a user has to allow a connected companion to reach; undefined if that isn't the reason. */
const hostToAllow = ({ failure }: Evidence): string | undefined =>
  /\ballow the companion to reach (\S+) for this project/i.exec(failure.hint ?? '')?.[1]

const isPlain = (exchange: Evidence['exchange']): boolean => exchange?.request.url.startsWith('http:') ?? false

/** Undefined where the URL is masked: a secret may hold the start of it. */
const originOf = (exchange: Exchange | undefined): string | undefined =>
  exchange && URL.canParse(exchange.request.url) ? new URL(exchange.request.url).origin : undefined

/** A response that the server gave to another message of the step. */
function hasAnswered({ exchanges, exchange }: Evidence): boolean {
  const origin = originOf(exchange)
  return origin !== undefined && exchanges.some((other) => (other.response?.status ?? 0) > 0 && originOf(other) === origin)
}

/** A server on this machine may listen on one of its two loopback addresses only. */
const otherStack = (host: string): string =>
  host === '127.0.0.1'
    ? ' If the server listens only on IPv6, use [::1] or localhost.'
    : /^\[?::1\]?$/.test(host)
      ? ' If the server listens only on IPv4, use 127.0.0.1 or localhost.'
      : ''

/** Requests without a response, or with an unreadable one. */
export const transportCauses: Cause[] = [
  {
    id: 'cors-companion',
    when: all(any(cors, dead), (evidence) => hostToAllow(evidence) !== undefined),
    title: (evidence) => `The companion isn't allowed to reach ${hostToAllow(evidence)}`,
    means: (evidence) =>
      `Allow ${hostToAllow(evidence)} for this project (Companion in the top bar), then run again. The browser can't read the response. The companion is connected, but reaches this host only if you allow it.`,
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'http-on-tls-port',
    title: 'The server requires https: on this port',
    means: 'Start the URL with https:. The request was sent with http:, but the port uses TLS.',
    fixes: (evidence) => withHttps(evidence, /^http:/i),
    reference: 'RFC 9110 section 4.2.2',
  },
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
    means: `Add this page's origin to the client's Web Origins in the admin console ("+" adds the origins of the redirect URIs), and check the path: error pages have no CORS headers either. The companion doesn't need Web Origins: assay run FILE.aprj`,
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
          ? ['If the provider already allows this page, it closed the connection before responding: check its log.']
          : []),
      ].join(' '),
    reference: 'Fetch standard: HTTP CORS protocol',
  },
  {
    id: 'proxy',
    // Before the provider's own troubles: what was rejected, or could not be found, is the way there.
    when: all(dead, matchesText(/\bThe proxy (https?|socks5?h?):\/\/|isn't an? (HTTP|SOCKS5) proxy/)),
    title: 'The proxy blocks the request',
    means: withHint("The request didn't reach the provider."),
    reference: 'RFC 9110 section 3.7',
  },
  {
    id: 'tls-expired',
    when: all(dead, matchesText(/CERT_HAS_EXPIRED|certificate has expired|ERR_CERT_DATE_INVALID/i)),
    title: "The server's certificate has expired",
    means:
      "Renew the certificate. If it is still valid, check this machine's clock. The connection was closed before anything was sent.",
    reference: 'RFC 5280 section 4.1.2.5',
  },
  {
    id: 'tls-wrong-host',
    when: all(dead, matchesText(/ALTNAME_INVALID|does not match certificate|ERR_CERT_COMMON_NAME_INVALID/i)),
    title: "The server's certificate is for another host",
    means: 'In the URL, use a host name that the certificate contains, not an IP address.',
    reference: 'RFC 9525 section 6',
  },
  {
    id: 'tls-self-signed',
    when: all(
      dead,
      matchesText(/self.signed|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET_ISSUER)|unable to (verify|get local issuer)|ERR_CERT_AUTHORITY/i),
    ),
    title: "The server's certificate isn't trusted on this machine",
    means:
      "Add the CA (Node: NODE_EXTRA_CA_CERTS=ca.pem), or add the host to the environment's insecure hosts. The certificate is self-signed, or signed by a company CA that isn't installed.",
    reference: 'RFC 5280 section 6',
  },
  {
    id: 'tls-protocol',
    when: all(dead, matchesText(/wrong version number|EPROTO|ERR_SSL|packet length too long|handshake failure/i)),
    title: "The server doesn't support TLS on this port",
    means:
      'Check the port, and whether the server only supports http:. The URL starts with https:, but the port uses another protocol.',
    reference: 'RFC 8446 section 6.2',
  },
  {
    id: 'unknown-host',
    when: all(dead, matchesText(/ENOTFOUND|EAI_AGAIN|getaddrinfo|ERR_NAME_NOT_RESOLVED/i)),
    title: "The host name can't be resolved",
    means: ({ host }) =>
      `Check the spelling of ${host || 'the host'} and the environment's variables. Internal names often resolve only on the company's VPN.`,
    reference: 'RFC 1035 section 7.2',
  },
  {
    id: 'connection-refused',
    when: all(dead, matchesText(/ECONNREFUSED|ERR_CONNECTION_REFUSED/i)),
    title: 'No server is listening at this URL',
    means: (evidence) =>
      withHint(
        `Check that the provider is running, and its port. The machine is reachable, but nothing listens on this port.${otherStack(evidence.host)}`,
      )(evidence),
    reference: 'RFC 9293 section 3.5.2',
  },
  {
    id: 'connection-closed',
    when: all(dead, matchesText(/UND_ERR_SOCKET|ECONNRESET|EPIPE|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED)/)),
    title: 'The server closed the connection without a response',
    means: (evidence) =>
      hasAnswered(evidence)
        ? "Run again (start a new sign-in if it failed), and check the server's log. The server responded earlier, so the cause is an error, a restart or a limit in its proxy."
        : isPlain(evidence.exchange)
          ? "Start the URL with https: if the port uses TLS. If it doesn't, a proxy, a firewall or a restarting server closed the connection."
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
    when: all(endedWith('http-blocked'), matchesText(/ is http:, so anyone/)),
    title: "http: isn't allowed for this host",
    means:
      "Use https:, or add the host to the environment's insecure hosts. Nothing was sent, because secrets and tokens could be read in transit.",
    fixes: withHttps,
    reference: 'RFC 6749 section 3.2',
  },
  {
    id: 'mixed-content',
    when: all(endedWith('http-blocked'), matchesText(/opened over https:/)),
    title: "A page opened with https: can't call http:",
    means: 'Use https:, or open Assay from the companion (assay serve). The browser blocks mixed content.',
    fixes: withHttps,
    reference: 'Mixed Content: W3C',
  },
  {
    id: 'local-network',
    // What the companion does not let through says itself how to allow it.
    when: all(endedWith('http-blocked'), matchesText(/browser blocked access to/)),
    title: 'The browser blocks access to the local network',
    means:
      'Allow local network access in the site settings, or open Assay from the companion. A public web page needs permission to reach this machine or its network.',
    reference: 'Local Network Access: WICG',
  },
  {
    id: 'no-answer-in-time',
    when: endedWith('http-timeout'),
    title: "The provider didn't respond in time",
    means: "Check the provider's load and log. The connection was opened, but no complete response arrived within 30 s.",
    reference: 'RFC 9110 section 15.6.5',
  },
  {
    id: 'no-browser',
    // A script that finds no browser to drive says itself how to get one.
    when: all(endedWith('oauth-no-browser'), matchesText(/interactive sign-in|no token is cached/)),
    title: 'This grant needs an interactive sign-in',
    means:
      'Run the step in the page, or with assay run --interactive. For unattended runs, add an automation script to the step, or register a client for Client Credentials.',
    reference: 'RFC 6749 section 4.4',
  },
]
