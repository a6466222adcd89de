import { headerOf } from '../encoding.ts'
import { hasCodeHint, waitAsAsked } from '../refusals/refusal-texts.ts'
import { standardCode } from '../refusals/standard-code.ts'
import { all, any, isError, matchesText } from './rank.ts'
import type { Evidence } from './evidence.ts'
import type { Cause } from './cause.ts'

const refuses = ({ purpose, status }: Evidence): boolean =>
  (purpose === 'request' || purpose === 'userinfo') && (status === 400 || status === 401 || status === 403)
const status =
  (wanted: number) =>
  (evidence: Evidence): boolean =>
    evidence.status === wanted
const atUserinfo = ({ purpose }: Evidence): boolean => purpose === 'userinfo'
/** A challenge without a reason. An API-specific code in the body, such as `unauthorized_request`, isn't a reason either. */
const silent = ({ challenge, error }: Evidence): boolean =>
  challenge !== '' && !/\berror=/.test(challenge) && !hasCodeHint(standardCode(error))

/** A parameter of the challenge: `scope="orders:write"`. */
const challenged = ({ challenge }: Evidence, name: string): string | undefined =>
  new RegExp(`\\b${name}="?([^",]+)`).exec(challenge)?.[1]

/** The schemes that a challenge offers (RFC 9110 section 11.6.1). */
const schemes = ({ challenge }: Evidence): string[] =>
  [...challenge.matchAll(/(?:^|, *)([A-Za-z][\w-]*)(?= +[\w-]+ *=|$|,)/g)].map(([, scheme]) => (scheme ?? '').toLowerCase())

const offers =
  (scheme: string) =>
  (evidence: Evidence): boolean =>
    schemes(evidence).includes(scheme)

const without =
  (test: (evidence: Evidence) => boolean) =>
  (evidence: Evidence): boolean =>
    !test(evidence)

/** The scheme of the header Authorization that was sent; empty if none was. */
const sentScheme = ({ exchange }: Evidence): string =>
  /^\S+/.exec(headerOf(exchange?.request.headers ?? [], 'authorization') ?? '')?.[0].toLowerCase() ?? ''

const sends =
  (...wanted: string[]) =>
  (evidence: Evidence): boolean =>
    wanted.includes(sentScheme(evidence))

/** No challenge: the API sent none, or the browser shows it to no page. */
const unchallenged = ({ purpose, challenge }: Evidence): boolean => purpose === 'request' && challenge === ''

/** Names of headers and query parameters that carry keys: `X-API-Key`, `Ocp-Apim-Subscription-Key`, `api_key`, `PRIVATE-TOKEN`. */
const keyName = /(^|[-_.])(api[-_]?key|access[-_]?key|subscription[-_]key|key|token|auth)$|apikey$/i

/** Other things that end like them: `Idempotency-Key`, `X-CSRF-Token`, `page_token`. */
const noKeyName = /idempotency|csrf|xsrf|page|next|sort|partition|cache/i

/** The header or query parameter that sent a key, if one has such a name. */
function sentKey({ exchange }: Evidence): string | undefined {
  const { headers = [], url = '' } = exchange?.request ?? {}
  const query = (url.split('#')[0] ?? '').split('?').slice(1).join('?').split('&')
  return [...headers.map(([name]) => name), ...query.map((pair) => pair.split('=')[0] ?? '')].find(
    (name) => keyName.test(name) && !noKeyName.test(name),
  )
}

/** The API's metadata URL, if its challenge has one (RFC 9728 section 5.1). */
const metadata = (evidence: Evidence): string => {
  const address = challenged(evidence, 'resource_metadata')
  return address === undefined ? '' : ` ${address} lists its authorization servers and scopes (RFC 9728).`
}
const withMetadata =
  (text: string) =>
  (evidence: Evidence): string =>
    text + metadata(evidence)

/** Texts of APIs that saw no proof: `DPoP proof is missing`, `requires DPoP`. */
const noProof =
  /dpop.{0,30}\b(missing|required|not (provided|present|found|supplied|sent))|\b(missing|requires?|no|without|lacks?)\b.{0,20}dpop|dpop-bound.{0,60}bearer|bearer.{0,60}dpop-bound/i

/** Why an API rejected the token of a request. Its challenge is more specific than its status (RFC 6750 section 3). */
export const apiCauses: Cause[] = [
  {
    id: 'api-step-up',
    when: all(refuses, isError('insufficient_user_authentication')),
    title: 'The API requires a stronger or more recent sign-in',
    means: (evidence) => {
      const wanted = ['acr_values', 'max_age'].flatMap((name) => {
        const value = challenged(evidence, name)
        return value === undefined ? [] : [`${name}=${value}`]
      })
      const add = wanted.length === 0 ? 'acr_values or max_age, as the API documents them' : wanted.join(' and ')
      return `Add ${add} to the Additional Parameters of the OAuth2 step, and sign in again (Force Re-Authentication).`
    },
    reference: 'RFC 9470 section 3',
  },
  {
    id: 'api-dpop-nonce',
    when: all(refuses, isError('use_dpop_nonce')),
    title: 'The API requires its nonce in the DPoP proof',
    means:
      'Send DPoP-Nonce from the API and expose it to pages (Access-Control-Expose-Headers). The request is then retried once with that nonce. If the API rejects that request too, the nonce is too old or comes from another server behind the same URL.',
    reference: 'RFC 9449 section 9',
  },
  {
    id: 'api-wants-dpop',
    when: all(
      refuses,
      any(
        all(status(401), silent, offers('dpop'), without(offers('bearer'))),
        all(isError('invalid_token', 'invalid_dpop_proof', 'invalid_request'), matchesText(noProof)),
      ),
    ),
    title: 'The API only accepts tokens bound to a key',
    means:
      'Turn on Enable DPoP in the OAuth2 step that gets the token: the request had no DPoP proof. If it is on, a proxy may have dropped the DPoP header, or the Authorization header may have been entered by hand with the Bearer scheme.',
    reference: 'RFC 9449 section 7.1',
  },
  {
    id: 'api-dpop-proof',
    when: all(refuses, any(isError('invalid_dpop_proof'), all(isError('invalid_token'), matchesText(/dpop/i)))),
    title: 'The API rejected the DPoP proof',
    means:
      "Check the decoded proof in the request's exchange: its time, method or URL doesn't match, or the token was sent with the Bearer scheme. Usual causes are a proxy that changes the URL and clock differences.",
    reference: 'RFC 9449 section 7',
  },
  {
    id: 'api-token-expired',
    when: all(refuses, status(401), matchesText(/expired|\bexp\b/i)),
    title: 'The API reports an expired token',
    means:
      "Use the token's variable, which is refreshed, instead of a copy. If you already do, the provider's and the API's clocks differ.",
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-audience',
    when: all(refuses, status(401), matchesText(/audience|\baud\b/i)),
    title: 'The token is for another API',
    means: withMetadata('Request a token for this API with scope, resource or audience, whichever the provider supports.'),
    reference: 'RFC 9068 section 4',
  },
  {
    id: 'api-token-origin',
    when: all(refuses, status(401), matchesText(/issuer|\biss\b|signature|\bkid\b|no applicable key/i)),
    title: "The API doesn't trust the token's issuer or signature",
    means: withMetadata(
      "Compare iss in the decoded token with the API's settings (realm or tenant, http or https, trailing slash). Check that the access token was sent, not the ID token.",
    ),
    reference: 'RFC 9068 section 4',
  },
  {
    id: 'api-scope',
    when: all(refuses, any(isError('insufficient_scope'), all(status(403), any(matchesText(/scope/i), all(atUserinfo, silent))))),
    title: 'The token lacks a scope that the API requires',
    means: (evidence) => {
      const scope = challenged(evidence, 'scope')
      return `Add ${scope ?? (evidence.purpose === 'userinfo' ? 'openid' : 'the scope named in the response')} to the Scope of the OAuth2 step, and allow it for the client at the provider. If the step already requests it, the provider granted fewer scopes than requested: see the step's warnings.${metadata(evidence)}`
    },
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-refused',
    // The request to userinfo always has a token.
    when: all(refuses, any(isError('invalid_token'), all(atUserinfo, status(401), silent))),
    title: 'The API rejected the token',
    means: withMetadata(
      'Compare exp, iss and aud in the decoded token with what the API expects. The token may have expired, been revoked, be malformed, or been issued by another issuer or for another audience.',
    ),
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-twice',
    when: all(refuses, isError('invalid_request'), ({ challenge }) => challenge !== ''),
    title: "The API can't read the token",
    means:
      'Send the token once, in the Authorization header, as Bearer ${access_token}. The token was sent twice, in two places, or with a misspelled scheme.',
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-refused-silently',
    when: all(refuses, status(401), sends('bearer', 'dpop'), any(all(silent, offers('bearer')), unchallenged)),
    title: 'The API rejected the token without a reason',
    means: withMetadata(
      'Compare exp, iss and aud in the decoded token with what the API expects. The token may have expired, been revoked, or been issued by another issuer or for another audience. If they match, a gateway or a redirect to another host may have dropped the Authorization header.',
    ),
    reference: 'RFC 6750 section 3',
  },
  {
    id: 'api-no-token',
    when: all(refuses, status(401), silent, offers('bearer')),
    title: 'The API received no token',
    means: withMetadata(
      'Send an Authorization header with Bearer ${access_token}. If the step already does, a gateway or a redirect to another host may have dropped it.',
    ),
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-basic',
    when: all(
      refuses,
      status(401),
      any(
        all(silent, offers('basic'), without(offers('negotiate')), without(sends('digest'))),
        all(unchallenged, sends('basic')),
      ),
    ),
    title: (evidence) =>
      sends('basic')(evidence) ? 'The API rejected the username and password' : 'The API requires a username and password',
    means: (evidence) =>
      sends('basic')(evidence)
        ? 'Check both. For HTTP Basic, they must be joined by a colon and encoded as UTF-8 and then Base64, without a line break.'
        : 'Send an Authorization header with Basic and user:password in Base64, ideally from a secret variable. The API requires HTTP Basic.',
    reference: 'RFC 7617 section 2',
  },
  {
    id: 'api-digest',
    when: all(refuses, status(401), any(all(silent, offers('digest')), all(unchallenged, sends('digest')))),
    title: (evidence) =>
      unchallenged(evidence)
        ? "The page can't read the HTTP Digest challenge"
        : sends('digest')(evidence)
          ? 'The API rejected the username and password'
          : 'The API requires a username and password with HTTP Digest',
    means: (evidence) =>
      unchallenged(evidence)
        ? "Send the request through the companion, or with assay run. The API sent no WWW-Authenticate, or doesn't expose it to pages (Access-Control-Expose-Headers)."
        : sends('digest')(evidence)
          ? "Check both, and check that the API accepts MD5 or SHA-256 with qop=auth. Assay doesn't support other variants."
          : 'Send an Authorization header with Digest user:${password}, ideally with a secret variable. Assay then repeats the request with the response to the challenge.',
    reference: 'RFC 7616 section 3.4',
  },
  {
    id: 'api-other-scheme',
    when: all(refuses, status(401), silent),
    title: "The API doesn't accept bearer tokens",
    means: (evidence) =>
      `Check the URL: a gateway or login page in front of the API responds like this. If the URL is correct, the API requires ${schemes(evidence).join(', ') || 'another scheme'}, which Assay doesn't support.`,
    reference: 'RFC 9110 section 11.6.1',
  },
  {
    id: 'api-key',
    when: all(refuses, status(401), unchallenged, sends(''), (evidence) => sentKey(evidence) !== undefined),
    title: 'The API rejected the key',
    means: (evidence) =>
      `Check the key sent as ${sentKey(evidence)}: its value, its environment, and whether it was revoked or lacks permission. Then check which header or query parameter the API expects, and with which prefix.`,
    reference: 'RFC 9110 section 15.5.2',
  },
  {
    id: 'api-nobody',
    when: all(refuses, status(401), unchallenged, sends('')),
    title: 'The API requires authentication',
    means:
      "Send what the API documents: Authorization with Bearer ${access_token}, a username and password, an API key, or a session cookie (set Keep cookies in the project overview). The request has none of them, and the API sent no WWW-Authenticate, or doesn't expose it to pages (Access-Control-Expose-Headers).",
    reference: 'RFC 9110 section 15.5.2',
  },
  {
    id: 'api-rate-limit',
    when: all(({ purpose }) => purpose === 'request', status(429)),
    title: "The API's rate limit was reached",
    means: (evidence) =>
      `${waitAsAsked(evidence.exchange?.response?.headers)} Add a Wait step before this one, or repeat this step until its checks pass, with a pause of that length.`,
    reference: 'RFC 6585 section 4',
  },
]
