import { describeDuration } from '#engine/base/duration.ts'
import type { CheckResult } from '../step-kind.ts'
import type { InheritedFrom } from './schema.ts'

/** `12,345 bytes` */
const bytesText = (size: number): string => `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** What a request says, and why it can't be made. */
export const texts = {
  boundElsewhere: (host: string, thumbprint: string, subject: string | undefined) =>
    `The access token is bound to the client certificate with the thumbprint ${thumbprint} (cnf.x5t#S256), and ${host} was shown ${subject === undefined ? 'none' : `another one, ${subject}`}: an API that looks refuses it.`,
  certificateMissing: (host: string) =>
    `${host} asks for a client certificate, and got none: add one for it under Client certificates of the environment.`,
  certificateRefused: (host: string, subject: string | undefined) =>
    `${host} refuses the client certificate${subject === undefined ? '' : ` ${subject}`}: check who issued it, its chain, and until when it is valid.`,
  neverHeld: ({ subject, expected, actual }: CheckResult) => `${subject}: expected ${expected}, actual ${actual}`,
  neverHeldHint: (seconds: number, count: number) =>
    `That is the last answer: what it is sent for did not come within ${seconds} s, sent ${times(count)}.`,
  heldAfter: (count: number, wait: number) => `Sent ${times(count)} in ${describeDuration(wait)} until its checks held.`,
  noUntilChecks: 'it is sent again until checks hold, but has none: add one',
  inheritedFrom: (what: string, { level, name, index }: InheritedFrom) => `${what} ${index + 1} of ${level} ${name}`,
  setHeader: (name: string) => `set the header ${name}`,
  bodyWith: (method: string) => `send a body with ${method}`,
  seeRedirect: 'show a redirect without following it',
  proveRedirect: 'make a DPoP proof for the address that a redirect leads to, which it does not show',
  noFile: 'The body names no file.',
  noFileHint: 'Choose the file, or write its path beside the project file.',
  badFile: (path: string) => `"${path}" is not the path of a file beside the project file.`,
  badFileHint:
    'Write it as seen from the folder of the project file, with / between folders and without "..": a project reaches no other files of a machine.',
  fileMissing: (path: string) => `The file ${path} is not there.`,
  filePart: (name: string, size: number) => `${name} [${bytesText(size)}]`,
  file: (size: number) => `[${bytesText(size)}]`,
  badVariables: 'The variables of the GraphQL request are not a JSON object.',
  badVariablesHint: 'Write them as {"name": value}, or leave them empty.',
  boundToKey: 'The token is bound to a key (DPoP), so it was sent with the scheme DPoP instead of Bearer.',
  proven: 'A DPoP proof was sent with it, bound to the method, the URL and the token (RFC 9449 section 7).',
  provenAgain:
    'A DPoP proof was sent with it, bound to the method, the URL and the token (RFC 9449 section 7). The server asked for its nonce, so the request was repeated once.',
  digestAnswered:
    'The server asked for HTTP Digest: the request was sent without the password, and again with the answer (RFC 7616).',
  digestNotAsked:
    'The header Authorization says Digest, and the server asked for none that could be answered (MD5 or SHA-256, qop=auth): neither name nor password were sent.',
  digestNotSeen:
    'The header Authorization says Digest, and the answer 401 shows no challenge (WWW-Authenticate): neither name nor password were sent. A page sees it only if the API exposes it (Access-Control-Expose-Headers): send the request through the companion, or by assay run.',
  digestUnusable:
    'The server asked for HTTP Digest, and took the answer for a malformed request (400). Servers do so when the nonce of their challenge is unknown to them by then, as behind a load balancer, or when a proxy changed the address on the way, which the answer holds for (RFC 7616 section 3.4.6): send it again, or ask the server directly.',
  digestMoved: (url: string) =>
    `A redirect led to ${url}, which asks for HTTP Digest. Name and password answer at the origin of the request alone, and where it is known how the request was sent behind the redirect: write that address as its URL.`,
  tokenLeftBehind: (origin: string) =>
    `A redirect led to ${origin}, another origin: the token and its DPoP proof were not sent there (RFC 9110 section 15.4).`,
  ownUserAgent: 'The step sets User-Agent; browsers such as Chrome send their own instead. assay run sends the one of the step.',
  takenAlong: (names: readonly string[], origin: string) =>
    `A redirect led to ${origin}, another origin, and the browser took ${names.join(', ')} along. assay run does not send credentials there.`,
  wrongCharset: (charset: string) =>
    `The body was sent as UTF-8, which Content-Type says is ${charset}. Write charset=utf-8, or leave the charset out.`,
  cutHint: {
    connection:
      "Look into the server's log: it ended early, or sent a body that is not what Content-Length or Content-Encoding say.",
    coding:
      'Look into what the server or a proxy does to pack the body; Accept-Encoding: identity asks for one that is not packed.',
    time: "Raise the step's Timeout if the server is known to be slow.",
  },
  unset: 'The URL is empty.',
  noUrl: 'The step has no URL.',
  noUrlHint: 'Fill in the URL of the request.',
} as const
