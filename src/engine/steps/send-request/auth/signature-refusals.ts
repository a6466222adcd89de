import { describeDuration } from '#engine/base/duration.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import type { AwsAuth, OAuth1Auth } from './signed-auth.ts'
import { refusalTexts as texts } from './refusal-texts.ts'

/** Bytes of an error that are read. */
const read = 32_768

/** Beyond it no server accepts a signature; OAuth servers and AWS allow five minutes at least. */
const mostSkew = 120_000

interface Refusal {
  /** Code, message and headers in one text. */
  text: string
  /** Milliseconds by which the client's clock is ahead of the server's, where the server sends its time. */
  skew: number | undefined
}

function refusalIn({ headers, body }: HttpResponse, now: number): Refusal {
  const at = (name: string): string =>
    headers
      .filter(([one]) => one.toLowerCase() === name)
      .map(([, value]) => value)
      .join(', ')
  const text = unescaped(new TextDecoder().decode(body.subarray(0, read)))
  const time = Date.parse(at('date'))
  return {
    text: [at('x-amzn-errortype'), at('www-authenticate'), text].join('\n'),
    skew: Number.isNaN(time) ? undefined : now - time,
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text without what XML and JSON escape; a line end may be written `\n`. */
const unescaped = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|apos|#xA|#10);/g, (_, name: string) => entities[name] ?? '\n')
    .replace(/\\n/g, '\n')
    .replace(/\\(["'/])/g, '$1')

const isSkewed = ({ skew }: Refusal): boolean => skew !== undefined && Math.abs(skew) > mostSkew

const skewText = (refusal: Refusal): string =>
  isSkewed(refusal) ? texts.clock(describeDuration(Math.abs(refusal.skew ?? 0)), (refusal.skew ?? 0) > 0) : texts.clockUnknown

/**
 * Why a server refused a signature and what to do, as a text for users that isn't masked; undefined if the response doesn't say.
 * `now` is when the request was signed, `signed` what its signature is made of.
 */
export function explainSignatureRefusal(
  auth: AwsAuth | OAuth1Auth,
  { request, signed }: { request: HttpRequest; signed: string },
  response: HttpResponse,
  now: number,
): string | undefined {
  const refusal = refusalIn(response, now)
  return auth.kind === 'aws' ? ofAws(auth, { request, signed }, refusal) : ofOAuth1(auth, response, refusal)
}

function ofAws(
  auth: AwsAuth,
  { request, signed }: { request: HttpRequest; signed: string },
  refusal: Refusal,
): string | undefined {
  const { text } = refusal
  if (/RequestTimeTooSkewed|RequestExpired|Signature expired|not yet current/i.test(text)) return skewText(refusal)
  const region = /expecting '([\w-]+)'/i.exec(text)?.[1] ?? /<Region>([\w-]+)<\/Region>/i.exec(text)?.[1]
  if (/region '?[\w-]*'? is wrong|scoped to a valid region|AuthorizationHeaderMalformed[\s\S]*region/i.test(text))
    return texts.region(region, regionIn(signed))
  const service = /scoped to correct service: '?([\w-]+)/i.exec(text)?.[1]
  if (service !== undefined) return texts.service(service)
  if (/ExpiredToken|security token included in the request is expired/i.test(text)) return texts.expiredToken
  if (
    /InvalidAccessKeyId|UnrecognizedClient|InvalidClientTokenId|InvalidToken|security token included in the request is invalid/i.test(
      text,
    )
  )
    return auth.sessionToken.trim() === '' && auth.accessKey.trim().startsWith('ASIA') ? texts.noSessionToken : texts.accessKey
  if (/XAmzContentSHA256Mismatch/i.test(text)) return texts.bodyChanged
  if (/MissingAuthenticationToken|Missing Authentication Token/i.test(text)) return texts.noRoute(new URL(request.url).host)
  if (!/SignatureDoesNotMatch|InvalidSignature|signature we calculated does not match/i.test(text)) return undefined
  const canonical =
    /<CanonicalRequest>([\s\S]*?)<\/CanonicalRequest>/.exec(text)?.[1] ??
    /Canonical String for this request should have been\s*'([\s\S]*?)'\s*\n\s*\n?The String-to-Sign/.exec(text)?.[1]
  if (canonical === undefined) return texts.mismatch
  const own = canonicalOf(signed)
  if (own.trim() === canonical.trim()) return texts.secretKey
  const [theirs, ours] = [canonical.trim().split('\n'), own.trim().split('\n')]
  const line = theirs.findIndex((one, index) => one !== ours[index])
  const at = line < 0 ? theirs.length : line
  return texts.changed(ours[at] ?? '', theirs[at] ?? '')
}

/** The string to sign follows the canonical request. */
const canonicalOf = (signed: string): string => signed.replace(/\n\nAWS4-HMAC-SHA256\n[\s\S]*$/, '')

const regionIn = (signed: string): string => /\n\d{8}\/([^/\n]+)\//.exec(signed)?.[1] ?? ''

/** By `oauth_problem` of the extension "OAuth Problem Reporting", or in the words of large providers. */
const problems: readonly (readonly [RegExp, (auth: OAuth1Auth, refusal: Refusal) => string])[] = [
  [
    /timestamp_refused|timestamp (is )?(out of bounds|invalid|expired|too)|invalid[ _]timestamp/i,
    (_auth, refusal) => skewText(refusal),
  ],
  [/nonce_used|(nonce|request).{0,20}(already|been) used|invalid[ _]nonce|duplicate (timestamp|nonce)/i, () => texts.nonce],
  [/consumer_key_(unknown|rejected|refused)|(unknown|invalid) consumer/i, () => texts.consumerKey],
  [/token_(expired|revoked|rejected)|(invalid|expired|revoked)( or expired| or invalid)? token/i, () => texts.token],
  [/signature_method_rejected|unsupported signature method/i, ({ method }) => texts.method(method)],
  [
    /signature_invalid|invalid[ _]signature|signature (is |was )?(invalid|did not match|does not match|mismatch)/i,
    (auth) => texts.oauthMismatch(auth.method),
  ],
]

function ofOAuth1(auth: OAuth1Auth, { status }: HttpResponse, refusal: Refusal): string | undefined {
  const found = problems.find(([pattern]) => pattern.test(refusal.text))
  if (found) return found[1](auth, refusal)
  if (status !== 401) return undefined
  return isSkewed(refusal) ? skewText(refusal) : texts.oauthMismatch(auth.method)
}
