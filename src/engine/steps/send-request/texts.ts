import { describeDuration } from '#engine/base/duration.ts'
import type { CookieRefusal } from '#engine/ports/index.ts'
import type { CheckResult } from '../step-kind.ts'
import type { InheritedFrom } from './schema.ts'

/** `12,345 bytes` */
const bytesText = (size: number): string => `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const refusals: Record<CookieRefusal, string> = {
  unreadable: 'it has no valid name and value',
  'too-large': 'name and value are longer than 4,096 bytes',
  'public-suffix': 'its Domain is a public suffix, such as co.uk',
  'other-domain': "its Domain doesn't include this host",
  'not-secure': 'it is Secure, but the response came over http:',
  prefix: 'the __Secure- prefix requires Secure, and __Host- also requires Path=/ and no Domain',
}

/** What a request says, and why it can't be made. */
export const sendRequestTexts = {
  boundElsewhere: (host: string, thumbprint: string, subject: string | undefined) =>
    `The access token is bound to the client certificate ${thumbprint} (cnf.x5t#S256), but ${host} received ${subject === undefined ? 'none' : `another one, ${subject}`}. APIs that check this reject the token: set the same certificate for both hosts under Client certificates.`,
  certificateMissing: (host: string) =>
    `${host} requires a client certificate. Add one under Client certificates in the environment.`,
  certificateRefused: (host: string, subject: string | undefined) =>
    `Check the issuer, chain and validity of the client certificate${subject === undefined ? '' : ` ${subject}`}: ${host} rejected it.`,
  neverHeld: ({ subject, expected, actual }: CheckResult) => `${subject}: expected ${expected}, got ${actual}`,
  neverHeldHint: (seconds: number, count: number) =>
    `The request was sent ${times(count)} in ${seconds} s, but its checks never passed. This is the last response.`,
  heldAfter: (count: number, wait: number) => `Sent ${times(count)} in ${describeDuration(wait)} until its checks passed.`,
  noUntilChecks: 'add a check to repeat the request until it passes',
  inheritedFrom: (what: string, { level, name, index }: InheritedFrom) => `${what} ${index + 1} of ${level} ${name}`,
  setHeader: (name: string) => `set the ${name} header`,
  bodyWith: (method: string) => `send a body with ${method}`,
  cookieRefused: (name: string, host: string, refused: CookieRefusal) =>
    `The cookie ${name} from ${host} isn't kept: ${refusals[refused]}.`,
  moreCookiesRefused: (count: number) => `${count === 1 ? "1 more cookie isn't" : `${count} more cookies aren't`} kept.`,
  cookiesOfBrowser:
    "Set Send via to auto or the companion to keep this response's cookies. The browser sent this request and hides them.",
  seeRedirect: 'show a redirect without following it',
  proveRedirect: "make a DPoP proof for a redirect target, which it can't see",
  noFile: 'No file chosen for the body.',
  noFileHint: 'Choose a file, or enter a path relative to the project file.',
  badFile: (path: string) => `"${path}" isn't a path below the project file's folder.`,
  badFileHint:
    'Use a path relative to the project file, with / between folders and without "..". Projects can\'t read other files.',
  fileMissing: (path: string) => `File not found: ${path}.`,
  filePart: (name: string, size: number) => `${name} [${bytesText(size)}]`,
  file: (size: number) => `[${bytesText(size)}]`,
  badVariables: "The GraphQL variables aren't a JSON object.",
  badVariablesHint: 'Write them as {"name": value}, or leave them empty.',
  boundToKey: 'The token is bound to a key, so it was sent with the DPoP scheme instead of Bearer.',
  proven: 'A DPoP proof was sent, bound to method, URL and token (RFC 9449 section 7).',
  provenAgain:
    'A DPoP proof was sent, bound to method, URL and token (RFC 9449 section 7). The server requested a nonce, so the request was repeated once.',
  digestAnswered:
    'The server requested HTTP Digest: the request was sent without the password, then again with the digest (RFC 7616).',
  digestNotAsked:
    "Username and password weren't sent: the server doesn't offer a supported form of Digest. Enable MD5 or SHA-256 with qop=auth on the server, or use another authorization.",
  digestNotSeen:
    "Username and password weren't sent: the 401 response shows no Digest challenge (WWW-Authenticate). Send the request through the companion or assay run, or expose the header (Access-Control-Expose-Headers).",
  digestUnusable:
    'Send the request again, or send it to the server directly. The server requested HTTP Digest but rejected the digest as malformed (400), which happens when a load balancer loses the nonce or a proxy changes the URL (RFC 7616 section 3.4.6).',
  digestMoved: (url: string) =>
    `Use ${url} as the URL: a redirect led there, and Digest credentials are only sent to the original origin.`,
  tokenLeftBehind: (origin: string) =>
    `A redirect led to another origin, ${origin}. The token and its DPoP proof weren't sent there (RFC 9110 section 15.4).`,
  ownUserAgent: "Browsers such as Chrome ignore the step's User-Agent. assay run sends it.",
  takenAlong: (names: readonly string[], origin: string) =>
    `A redirect led to another origin, ${origin}, and the browser sent ${names.join(', ')} there. assay run doesn't send credentials to other origins.`,
  wrongCharset: (charset: string) =>
    `Set charset=utf-8 or remove the charset: the body was sent as UTF-8, but Content-Type has ${charset}.`,
  cutHint: {
    connection: "Check the server's log. The response ended early, or its body doesn't match Content-Length or Content-Encoding.",
    coding: 'Check how the server or a proxy compresses the body. Accept-Encoding: identity requests an uncompressed body.',
    time: "Increase the step's Timeout if the server is slow.",
  },
  unset: 'Enter a URL.',
  emptyCredentials: (scheme: string): string =>
    `Set the variables under Auth. Authorization wasn't sent: the ${scheme} credentials resolve to an empty value.`,
  noUrl: 'The step has no URL.',
  noUrlHint: "Enter the request's URL.",
} as const
