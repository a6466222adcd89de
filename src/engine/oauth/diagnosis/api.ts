import { headerOf } from '../encoding.ts'
import { saysWhatIsWrong, waitAsAsked } from '../refusals/refusal-texts.ts'
import { standardCode } from '../refusals/standard-code.ts'
import { all, any, isError, says } from './patterns.ts'
import type { Evidence } from './evidence.ts'
import type { Situation } from './situation.ts'

const refuses = ({ purpose, status }: Evidence): boolean =>
  (purpose === 'request' || purpose === 'userinfo') && (status === 400 || status === 401 || status === 403)
const status =
  (wanted: number) =>
  (evidence: Evidence): boolean =>
    evidence.status === wanted
const atUserinfo = ({ purpose }: Evidence): boolean => purpose === 'userinfo'
/** A challenge that gives no reason; a code of the API's own in the body, such as `unauthorized_request`, is none either. */
const silent = ({ challenge, error }: Evidence): boolean =>
  challenge !== '' && !/\berror=/.test(challenge) && !saysWhatIsWrong(standardCode(error))

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

/** The header or query parameter by which a key was sent, if there is one that is named like it. */
function sentKey({ exchange }: Evidence): string | undefined {
  const { headers = [], url = '' } = exchange?.request ?? {}
  const query = (url.split('#')[0] ?? '').split('?').slice(1).join('?').split('&')
  return [...headers.map(([name]) => name), ...query.map((pair) => pair.split('=')[0] ?? '')].find(
    (name) => keyName.test(name) && !noKeyName.test(name),
  )
}

/** Where the API describes itself, if its challenge says so (RFC 9728 section 5.1). */
const metadata = (evidence: Evidence): string => {
  const address = challenged(evidence, 'resource_metadata')
  return address === undefined
    ? ''
    : ` ${address} names the authorization servers whose tokens it takes, and its scopes (RFC 9728).`
}
const withMetadata =
  (text: string) =>
  (evidence: Evidence): string =>
    text + metadata(evidence)

/** Texts of APIs that saw no proof: `DPoP proof is missing`, `requires DPoP`. */
const noProof =
  /dpop.{0,30}\b(missing|required|not (provided|present|found|supplied|sent))|\b(missing|requires?|no|without|lacks?)\b.{0,20}dpop|dpop-bound.{0,60}bearer|bearer.{0,60}dpop-bound/i

/** Why an API refused the token that came with a request: its challenge says more than its status (RFC 6750 section 3). */
export const apiSituations: Situation[] = [
  {
    id: 'api-step-up',
    when: all(refuses, isError('insufficient_user_authentication')),
    title: 'The API wants a stronger or a more recent sign-in',
    means: (evidence) => {
      const wanted = ['acr_values', 'max_age'].flatMap((name) => {
        const value = challenged(evidence, name)
        return value === undefined ? [] : [`${name}=${value}`]
      })
      const add = wanted.length === 0 ? 'acr_values or max_age, as the API documents them' : wanted.join(' and ')
      return `Add ${add} to the Additional Parameters of the OAuth2 step, and sign in anew (Force Re-Authentication).`
    },
    reference: 'RFC 9470 section 3',
  },
  {
    id: 'api-dpop-nonce',
    when: all(refuses, isError('use_dpop_nonce')),
    title: 'The API wants its nonce in the DPoP proof',
    means:
      'The request is repeated once with it, if it can be read: the API must send DPoP-Nonce, and let pages see it (Access-Control-Expose-Headers). A nonce that is refused again was too old or for another server behind the same address.',
    reference: 'RFC 9449 section 9',
  },
  {
    id: 'api-wants-dpop',
    when: all(
      refuses,
      any(
        all(status(401), silent, offers('dpop'), without(offers('bearer'))),
        all(isError('invalid_token', 'invalid_dpop_proof', 'invalid_request'), says(noProof)),
      ),
    ),
    title: 'The API takes only tokens that are bound to a key',
    means:
      'It saw no DPoP proof. Switch Enable DPoP on in the OAuth2 step that gets the token: its requests then prove the key. If it is on, a proxy dropped the header DPoP, or the header Authorization was written by hand with the scheme Bearer.',
    reference: 'RFC 9449 section 7.1',
  },
  {
    id: 'api-dpop-proof',
    when: all(refuses, any(isError('invalid_dpop_proof'), all(isError('invalid_token'), says(/dpop/i)))),
    title: 'The API does not accept the DPoP proof',
    means:
      'Its time, method or address do not fit, or the token came with the scheme Bearer. A proxy that changes the address and clocks that differ are the usual reasons; the proof is decoded in the exchange of the request.',
    reference: 'RFC 9449 section 7',
  },
  {
    id: 'api-token-expired',
    when: all(refuses, status(401), says(/expired|\bexp\b/i)),
    title: 'The API says that the token has expired',
    means: 'Clocks of the provider and the API differ, or the token was copied instead of used as a variable that is refreshed.',
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-audience',
    when: all(refuses, status(401), says(/audience|\baud\b/i)),
    title: 'The token is for another API',
    means: withMetadata(
      'The API checks the audience. Ask for a token for it: by scope, resource or audience, as the provider has it.',
    ),
    reference: 'RFC 9068 section 4',
  },
  {
    id: 'api-token-origin',
    when: all(refuses, status(401), says(/issuer|\biss\b|signature|\bkid\b|no applicable key/i)),
    title: 'The API does not trust where the token comes from',
    means: withMetadata(
      "Issuer or signature are not what the API is set up for. Compare iss of the decoded token with the API's settings (realm or tenant, http or https, a slash at the end), and check that it is the access token that was sent, not the ID token.",
    ),
    reference: 'RFC 9068 section 4',
  },
  {
    id: 'api-scope',
    when: all(refuses, any(isError('insufficient_scope'), all(status(403), any(says(/scope/i), all(atUserinfo, silent))))),
    title: 'The token lacks a scope that the API wants',
    means: (evidence) => {
      const scope = challenged(evidence, 'scope')
      return `Add ${scope ?? (evidence.purpose === 'userinfo' ? 'openid' : 'it (the answer often names it)')} to the Scope of the OAuth2 step, and allow it for the client at the provider. If it was asked for, the provider granted less: look at the warnings of that step.${metadata(evidence)}`
    },
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-refused',
    // The request to userinfo always has a token.
    when: all(refuses, any(isError('invalid_token'), all(atUserinfo, status(401), silent))),
    title: 'The API does not accept the token',
    means: withMetadata(
      'It has expired, was revoked, is malformed, from another issuer or for another audience. Compare iss and aud of the decoded token with what the API expects.',
    ),
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-twice',
    when: all(refuses, isError('invalid_request'), ({ challenge }) => challenge !== ''),
    title: 'The API can not read how the token was sent',
    means: 'It came twice, in two places, or misspelt. Send it once: in the header Authorization, as Bearer ${access_token}.',
    reference: 'RFC 6750 section 3.1',
  },
  {
    id: 'api-token-refused-silently',
    when: all(refuses, status(401), sends('bearer', 'dpop'), any(all(silent, offers('bearer')), unchallenged)),
    title: 'The API refuses the token and does not say why',
    means: withMetadata(
      'It has expired, was revoked, is from another issuer or for another audience: compare exp, iss and aud of the decoded token with what the API expects. Or a gateway, or a redirect to another host, dropped the header Authorization.',
    ),
    reference: 'RFC 6750 section 3',
  },
  {
    id: 'api-no-token',
    when: all(refuses, status(401), silent, offers('bearer')),
    title: 'The API saw no token',
    means: withMetadata(
      'A challenge without an error means that the request had no token. Send the header Authorization with Bearer ${access_token}; if the step does so, a gateway or a redirect to another host dropped it.',
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
      sends('basic')(evidence)
        ? 'The API does not accept the user name and the password'
        : 'The API wants a user name and a password',
    means: (evidence) =>
      sends('basic')(evidence)
        ? 'They were sent by HTTP Basic. Check both, and that they were joined by a colon and encoded in Base64 as UTF-8, without a line break.'
        : 'It asks for HTTP Basic: send the header Authorization with Basic and user:password in Base64, best from a variable that holds a secret.',
    reference: 'RFC 7617 section 2',
  },
  {
    id: 'api-digest',
    when: all(refuses, status(401), any(all(silent, offers('digest')), all(unchallenged, sends('digest')))),
    title: (evidence) =>
      unchallenged(evidence)
        ? 'The page can not see what HTTP Digest is to answer'
        : sends('digest')(evidence)
          ? 'The API does not accept the user name and the password'
          : 'The API wants a user name and a password by HTTP Digest',
    means: (evidence) =>
      unchallenged(evidence)
        ? 'The API sent no WWW-Authenticate, or does not let pages read it (Access-Control-Expose-Headers): send the request through the companion, or by assay run.'
        : sends('digest')(evidence)
          ? 'Check both, and that the API takes one of MD5 and SHA-256 with qop=auth: others are not answered.'
          : 'Send the header Authorization with Digest user:${password}, best with a variable that holds a secret: the request is then sent again with the answer to the challenge.',
    reference: 'RFC 7616 section 3.4',
  },
  {
    id: 'api-other-scheme',
    when: all(refuses, status(401), silent),
    title: 'The API wants another way to sign in than a bearer token',
    means: (evidence) =>
      `It offers ${schemes(evidence).join(', ') || 'another scheme'}, to whose challenges Assay has no answer. If that is not what the API is said to take, check the address: a gateway or a login page in front of it answers like this.`,
    reference: 'RFC 9110 section 11.6.1',
  },
  {
    id: 'api-key',
    when: all(refuses, status(401), unchallenged, sends(''), (evidence) => sentKey(evidence) !== undefined),
    title: 'The API does not accept the key',
    means: (evidence) =>
      `It came as ${sentKey(evidence)}. Check its value and the environment that it is for, whether it was revoked or may not do this, and where the API reads it: in which header or query parameter, and with which word before it.`,
    reference: 'RFC 9110 section 15.5.2',
  },
  {
    id: 'api-nobody',
    when: all(refuses, status(401), unchallenged, sends('')),
    title: 'The API wants to know who asks',
    means:
      'The request has neither the header Authorization nor a key. Send what the API documents: Authorization with Bearer ${access_token}, a user name and a password, its API key, or the cookie of a session, which is not kept by itself: a Data Transfer keeps it of the answer of the login, the header Cookie sends it. What it wants would stand in WWW-Authenticate: it did not send that, or does not let pages read it (Access-Control-Expose-Headers).',
    reference: 'RFC 9110 section 15.5.2',
  },
  {
    id: 'api-rate-limit',
    when: all(({ purpose }) => purpose === 'request', status(429)),
    title: 'The API limits how often it is asked',
    means: (evidence) =>
      `${waitAsAsked(evidence.exchange?.response?.headers)} Put a Wait step before it, or let the step send again until its checks hold, with as long a pause.`,
    reference: 'RFC 6585 section 4',
  },
]
