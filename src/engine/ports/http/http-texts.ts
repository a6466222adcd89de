import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { codingsOf } from './http-codings.ts'
import type { Cut, HttpResponse } from '../http.ts'

/**
 * Messages about failed requests, for all hosts: the same event has the same code, message and hint in the browser and in Node
 * (P6). `cause` is the host's own error.
 */

/** A URL for messages: without user, query and fragment, which can contain secrets. */
export function shownAddress(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url)
    return host === '' ? `${protocol}…` : `${protocol}//${host}${pathname}`
  } catch {
    return excerpt(url, 200)
  }
}

const originOf = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/** The hint if the reason is unknown. */
export const checkServer = 'Check the URL, that the server is running, and that its certificate is trusted.'

/** No connection, or one that ended before a response: DNS, rejected, reset, TLS (R28). The cause says which. */
export const unreachable = (url: string, cause?: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} can't be reached.`, {
    hint: checkServer,
    cause,
  })

/**
 * Whether the server ended the connection before a response: the cause has the host's code in brackets, also where it crossed
 * the link to the companion as text.
 */
export const isReset = ({ code, cause }: AssayError): boolean =>
  code === 'http-unreachable' && /\((ECONNRESET|EPIPE|UND_ERR_SOCKET)\)$/.test(textOf(cause))

/**
 * What a page sees of a server that is not there, and of one that hides its responses from pages
 * (Cross-Origin-Resource-Policy).
 */
export const unreachableOrHidden = (url: string, cause: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} can't be reached.`, {
    hint: `${checkServer} If it opens in a browser tab, the server blocks pages from reading it (CORS, Cross-Origin-Resource-Policy): connect the companion (Companion in the top bar), or use assay run FILE.aprj.`,
    cause,
  })

/** No connection, since the server's certificate is not trusted (R28). Only hosts that see why can say so. */
export const untrusted = (url: string, cause: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} can't be reached.`, {
    hint: `Use a trusted certificate (for your own authority, set NODE_EXTRA_CA_CERTS=FILE.pem), or add ${new URL(url).host} to the environment's insecure hosts (assay run: --insecure-hosts).`,
    cause,
  })

const atCertificates = (url: string): string => `for the host ${new URL(url).host} under Client certificates in the environment`

/**
 * The server requires a client certificate, but there is none for it. Only hosts that see the reason use it. `sure`: the server
 * reported it.
 */
export const certificateWanted = (url: string, cause: unknown, sure: boolean): AssayError =>
  new AssayError(
    'http-unreachable',
    sure ? `${originOf(url)} requires a client certificate, but none was sent.` : `${originOf(url)} can't be reached.`,
    {
      hint: sure
        ? `Add one ${atCertificates(url)}.`
        : `${checkServer} If it requires a client certificate, add one ${atCertificates(url)}.`,
      cause,
    },
  )

/** The server rejected the client certificate. `sure`: it reported this instead of only closing the connection. */
export const certificateRefused = (url: string, cause: unknown, sure: boolean): AssayError =>
  new AssayError(
    'http-unreachable',
    sure ? `${originOf(url)} rejected the client certificate.` : `${originOf(url)} closed the connection without a response.`,
    {
      hint: `${sure ? '' : 'It may have rejected the client certificate. '}Check that the certificate is valid, allows client authentication (extended key usage clientAuth), and has the complete chain to an authority that the server trusts. The certificate is set ${atCertificates(url)}.`,
      cause,
    },
  )

/** The TLS library can't use the client's certificate. */
export const certificateUnusable = (url: string, cause: unknown): AssayError =>
  new AssayError('key-unusable', `The client certificate for ${new URL(url).host} can't be used.`, {
    hint: 'Check that key and certificate match: openssl x509 -in certificate.pem -noout -pubkey and openssl pkey -in key.pem -pubout must print the same.',
    cause,
  })

/** A response that breaks the rules of HTTP/1.1. Only hosts that see why can say so; browsers take some of them. */
export const notHttp = (url: string, cause: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} can't be reached.`, {
    hint: "Check the scheme and port. The response isn't valid HTTP/1.1, for example in its line endings. A browser may still accept it.",
    cause,
  })

/** A response whose head says in several ways where its body ends: who reads on may take one response for two (RFC 9112 6.3). */
export const severalLengths = (url: string, cause: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} sent conflicting headers for the body length.`, {
    hint: 'Make the server send either one Content-Length or Transfer-Encoding.',
    cause,
  })

/** A response with an invalid status (RFC 9110 15: 100 to 599). */
export const impossibleStatus = (url: string, status: number): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} returned the invalid status ${String(status).padStart(3, '0')}.`, {
    hint: 'Fix the server. HTTP statuses are 100 to 599.',
  })

/** No connection to an insecure host: a browser takes no bad certificate on an environment's word. */
export const insecureInBrowser = (url: string, cause: unknown): AssayError =>
  new AssayError('http-unreachable', `${originOf(url)} can't be reached.`, {
    hint: `Check the URL and that the server is running. Browsers reject invalid certificates even for insecure hosts: open ${originOf(url)} in a tab and accept it there, or use assay run.`,
    cause,
  })

/** No connection, since this computer has none at all. Browsers tell that; Node's cause does. */
export const offline = (url: string, cause?: unknown): AssayError =>
  new AssayError('http-offline', `You're offline. ${originOf(url)} can't be reached.`, {
    hint: 'Connect to the network and run again. Servers on this machine still work.',
    cause,
  })

/** The server answers, but the browser may not read the response: it sends no CORS headers for the page's origin. */
export const corsRefused = (url: string, origin: string, cause?: unknown): AssayError =>
  new AssayError(
    'http-cors',
    `${shownAddress(url)} responds, but doesn't allow pages from ${origin} to read the response (CORS).`,
    {
      hint: `Allow the origin ${origin} on the server, connect the companion (Companion in the top bar), or use assay run FILE.aprj.`,
      cause,
    },
  )

/**
 * What a page saw of a server that hides its responses, while a companion is connected that could send it if someone allowed
 * the host. `seen` is what the browser said; its hint asks to connect one.
 */
export const notAllowedYet = (url: string, seen: AssayError): AssayError =>
  new AssayError(seen.code, seen.message, {
    hint: `${seen.code === 'http-cors' ? 'Allow' : `${checkServer} If it opens in a browser tab, allow`} the companion to reach ${new URL(url).hostname} for this project (Companion in the top bar), then run again.`,
    cause: seen.cause,
  })

/** An https page can't reach an `http:` address that is not on this machine (mixed content). */
export const mixedContent = (url: string): AssayError =>
  new AssayError('http-blocked', `${shownAddress(url)} is http:, which a page opened over https: can't call.`, {
    hint: 'Use https:, open Assay from the companion (assay serve), or use assay run.',
  })

/** The browser asked for permission to reach this machine or its network, and it was not given. */
export const localNetworkDenied = (url: string): AssayError =>
  new AssayError('http-blocked', `The browser blocked access to ${originOf(url)} on this machine or network.`, {
    hint: "Allow local network access in the browser's site settings, or open Assay from the companion (assay serve).",
  })

/** `http:` to another machine, and the environment doesn't list the host as insecure. */
export const insecureHttp = (url: string): AssayError =>
  new AssayError('http-blocked', `${shownAddress(url)} is http:, so anyone on the network could read it. Nothing was sent.`, {
    hint: `Use https:, or add ${new URL(url).host} to the environment's insecure hosts (assay run: --insecure-hosts).`,
  })

/** The host, with its port, that {@link insecureHttp} names; undefined for other messages, and where it is masked. */
export const insecureHostOf = (message: string): string | undefined =>
  /^http:\/\/(\[[\da-f:.]+\](?::\d+)?|[\w.-]+(?::\d+)?)\S* is http:, so anyone/i.exec(message)?.[1]

/** Which limit ended the exchange (R30). */
export type TimeLimit = 'connect' | 'first-byte' | 'idle' | 'total'

const waitedFor: Record<TimeLimit, string> = {
  connect: 'no connection',
  'first-byte': 'no response',
  idle: 'no more data',
  total: 'no complete response',
}

/** A limit of time was reached (R30); `ms` is the limit. */
export const timedOut = (url: string, ms: number, limit: TimeLimit = 'total'): AssayError =>
  new AssayError('http-timeout', `${shownAddress(url)}: ${waitedFor[limit]} within ${seconds(ms)}.`, {
    hint: "Increase the step's Timeout if the server is slow.",
  })

/** More redirects than are followed (R34). */
export const tooManyRedirects = (url: string, max: number): AssayError =>
  new AssayError('http-redirects', `${shownAddress(url)} redirects more than ${max} times.`, {
    hint: 'Turn off Follow redirects to see the first one.',
  })

/** A redirect to a URL that was already requested (R34). */
export const redirectLoop = (url: string, again: string): AssayError =>
  new AssayError('http-redirects', `${shownAddress(url)} redirects in a loop: back to ${shownAddress(again)}.`, {
    hint: 'Turn off Follow redirects to see the first one. A loop often means that a cookie or sign-in is missing.',
  })

/** A redirect to a URL that is never followed: `file:`, `data:` and everything that is not http (R34). */
export const redirectRefused = (url: string, location: string): AssayError =>
  new AssayError('http-redirects', `${shownAddress(url)} redirects to ${shownAddress(location)}, which isn't followed.`, {
    hint: 'Only http: and https: URLs are followed.',
  })

/** A redirect to a URL with a user or a password (Fetch 4.4 forbids it to pages); neither is repeated. */
export const userInRedirect = (url: string, location: string): AssayError =>
  new AssayError(
    'http-redirects',
    `${shownAddress(url)} redirects to ${shownAddress(location)} with a username or password in the URL, which isn't followed.`,
    {
      hint: 'Make the server redirect without them, or turn off Follow redirects to see the redirect. Browsers reject such redirects too.',
    },
  )

/** A response with several Location headers that differ: none can be chosen (browsers reject it too). */
export const severalRedirects = (url: string): AssayError =>
  new AssayError('http-redirects', `${shownAddress(url)} redirects to several URLs at once.`, {
    hint: 'Make the server send one Location header. Turn off Follow redirects to see the response.',
  })

/** A browser hides a redirect that it did not follow, or why following it failed. */
export const redirectFailed = (url: string, cause?: unknown): AssayError =>
  new AssayError('http-redirects', `${shownAddress(url)} redirects, but the redirect couldn't be followed.`, {
    hint: 'Turn off Follow redirects, or use assay run. Browsers hide the target of redirects.',
    cause,
  })

/** Not a URL, or one that is not http. */
export const unusableUrl = (url: string): AssayError =>
  new AssayError('http-invalid-request', `"${excerpt(url, 200)}" isn't a valid URL.`, {
    hint: url.includes('{{')
      ? 'Write variables as ${name}, not {{name}}.'
      : 'Start with http:// or https://, then a valid host and, optionally, a port up to 65535.',
  })

/**
 * A URL with a user or a password in front of its host (RFC 3986 3.2.1). Nothing of it is repeated: a secret with an `@` in it
 * may have been cut in two there, and half of it is no longer recognized.
 */
export const userInAddress = (): AssayError =>
  new AssayError('http-invalid-request', 'The URL contains a username or password. Nothing was sent.', {
    hint: 'Remove them from the URL and choose Basic under Auth.',
  })

/** A method that HTTP does not allow. */
export const unusableMethod = (method: string): AssayError =>
  new AssayError('http-invalid-request', `"${excerpt(method, 50)}" isn't a valid method.`, {
    hint: "Use letters only, for example GET, POST, PUT, PATCH or DELETE. CONNECT and TRACE aren't supported.",
  })

/** A header whose name or value can't be sent: CR, LF, NUL or what HTTP does not allow (R36, RFC 9110 5.5). */
export const unusableHeader = (name: string, what: 'name' | 'value'): AssayError =>
  new AssayError(
    'http-invalid-request',
    what === 'name'
      ? `${excerpt(name, 100, 'quoted')} isn't a valid header name.`
      : `The value of the ${name} header contains a line break, a control character or a character outside Latin-1 (such as €). Nothing was sent.`,
    {
      hint:
        what === 'name'
          ? 'Use letters, digits and hyphens.'
          : 'Check the variables in the value, and encode other characters as the API expects (usually percent-encoded).',
    },
  )

/** A header of the connection itself, which no host sends for a step. `cause` is what the host says of it. */
export const ownHeader = (name: string, cause?: unknown): AssayError =>
  new AssayError('http-invalid-request', `The ${name} header can't be sent with this value.`, {
    hint: 'Remove the header: Assay sets connection headers itself.',
    cause,
  })

/** Something that only the companion can send; `limit` completes "A browser can't …". */
export const browserLimit = (limit: string): AssayError =>
  new AssayError('browser-limit', `A browser can't ${limit}.`, {
    hint: 'Connect the companion (Companion in the top bar), or use assay run FILE.aprj.',
  })

/** The run or the step was stopped. */
export const cancelled = (): AssayError => new AssayError('cancelled', 'Cancelled.')

/** Why a body is incomplete, in words (R29, R31 to R33). */
export function cutText(cut: Cut, { body, headers }: Pick<HttpResponse, 'body' | 'headers'>): string {
  const why = {
    connection: 'the connection closed before the body was complete',
    coding: `it doesn't match its Content-Encoding (${codingsOf(headers).join(' and ')}), or is incomplete`,
    size: 'the size limit was reached',
    ratio: 'its compression ratio is suspiciously high',
    time: 'the time limit was reached',
  }[cut]
  return `body truncated at ${body.length} bytes: ${why}`
}

/** What a body is that was left as it came; see `undecoded` of a response. */
export const undecodedText = (why: string): string => `the body is still compressed: its Content-Encoding ${why}`
