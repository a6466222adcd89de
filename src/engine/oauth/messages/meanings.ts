import type { Exchange, HttpResponse } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/json-value.ts'
import { bodyText } from '../encoding.ts'
import { providerErrorOf, quoteError } from '../refusals/provider-error.ts'
import type { Meaning } from './meaning.ts'

/** Meanings of the messages that are the same for every grant. */
export const meanings = {
  token: { request: 'The client asks for a token.', reference: 'RFC 6749 section 3.2' },
  discovery: {
    request: 'The client asks where the endpoints of the provider are and what it supports.',
    reference: 'OpenID Connect Discovery 4, RFC 8414 section 3',
  },
  jwks: {
    request: "The client gets the provider's public keys to verify a signature.",
    reference: 'RFC 7517 section 5',
  },
  refresh: {
    request: 'The client exchanges its refresh token for a new access token; nobody has to sign in again.',
    reference: 'RFC 6749 section 6',
  },
  userinfo: { request: 'The client asks who the person is that the token stands for.', reference: 'OpenID Connect Core 5.3' },
  introspection: { request: 'The client asks the provider whether the token is active.', reference: 'RFC 7662 section 2.1' },
  revocation: { request: 'The client asks the provider to make the token invalid.', reference: 'RFC 7009 section 2.1' },
  endSession: {
    request: "The person's browser is sent to the provider to sign out, and is to come back.",
    reference: 'OpenID Connect RP-Initiated Logout 1.0 section 2',
  },
  device: {
    request: 'The client asks for a code with which a person can approve it in any browser.',
    reference: 'RFC 8628 section 3.1',
  },
  loginPage: { request: 'The script signs in.', reference: 'RFC 6749 section 3.1' },
  par: {
    request:
      'The client hands the whole authorization request to the provider first; the browser then only carries a reference to it.',
    reference: 'RFC 9126 section 2.1',
  },
  authorizationPushed: {
    request: "The person's browser is sent to the provider to sign in; what the client asks for was pushed before.",
    reference: 'RFC 9126 section 4',
  },
  authorizationSigned: {
    request:
      "The person's browser is sent to the provider to sign in; what the client asks for is signed, so that nobody can change it on the way.",
    reference: 'RFC 9101 section 5.1',
  },
  authorizationImplicit: {
    request: "The person's browser is sent to the provider to sign in, and is to bring the token back in its address.",
    reference: 'RFC 6749 section 4.2.1',
  },
  authorization: {
    request: "The person's browser is sent to the provider to sign in and to allow what the client asks for.",
    reference: 'RFC 6749 section 4.1.1',
  },
  authorizationPkce: {
    request: "The person's browser is sent to the provider to sign in; a code challenge binds the answer to this client.",
    reference: 'RFC 6749 section 4.1.1, RFC 7636 section 4.3',
  },
} as const satisfies Record<string, Meaning>

/** What an authorization request says, by the parameters that the browser carries. */
export function authorizationMeaning(parameters: URLSearchParams): Meaning {
  if (parameters.has('request_uri')) return meanings.authorizationPushed
  if (parameters.has('request')) return meanings.authorizationSigned
  if (parameters.get('response_type')?.split(' ').includes('token')) return meanings.authorizationImplicit
  return parameters.has('code_challenge') ? meanings.authorizationPkce : meanings.authorization
}

/** What stands for a request that was not sent, because the run had the answer already. */
export const knownMeaning = (seconds: number): string =>
  `Not sent: the client knows the answer from earlier in this run (${seconds} s before).`

const successes: Partial<Record<Exchange['purpose'], string>> = {
  discovery: 'The provider describes itself.',
  jwks: 'The provider lists its public keys.',
  token: 'The provider issues a token.',
  refresh: 'The provider issues a fresh token.',
  'device-authorization': 'The provider gives a code for the person and one for the client.',
  par: 'The provider keeps the request and gives a reference to it, which is good for one sign-in.',
}

/** Errors that are part of a flow (RFC 8628 section 3.5, RFC 9449 section 8). */
const expectedErrors: Record<string, string> = {
  authorization_pending: 'The person has not approved yet; the client goes on asking.',
  slow_down: 'The person has not approved yet, and the client is to ask less often.',
  use_dpop_nonce: 'The server wants its own nonce in the proof; the client repeats the request once with it.',
}

/** What an answer says in plain words. */
export function responseMeaning(purpose: Exchange['purpose'], raw: HttpResponse): string {
  const error = providerErrorOf(raw)
  const usual = error && expectedErrors[error.code]
  if (usual !== undefined) return usual
  if (error) return `The provider refuses: ${quoteError(error)}.`
  if (raw.opaqueRedirect || (raw.status >= 300 && raw.status < 400)) return 'The endpoint sends the caller somewhere else.'
  if (raw.status >= 400) return `The endpoint answers with status ${raw.status} and does not say why.`
  const issued = parseJsonObject(bodyText(raw.body))
  if (issued !== undefined && (purpose === 'token' || purpose === 'refresh')) {
    const what = [
      typeof issued.access_token === 'string' && 'an access token',
      typeof issued.refresh_token === 'string' && 'a refresh token',
      typeof issued.id_token === 'string' && 'an ID token',
    ].filter((part) => part !== false)
    return what.length === 0
      ? 'The answer holds no token.'
      : `The provider issues ${what.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`
  }
  return successes[purpose] ?? 'The provider answers.'
}

/** What a callback says in plain words (RFC 6749 section 4.1.2). */
export const callbackMeaning = (parameters: URLSearchParams): string =>
  parameters.has('error')
    ? 'The provider sends the browser back with an error.'
    : parameters.has('code')
      ? 'The provider sends the browser back with a code that is good for one exchange.'
      : parameters.has('access_token')
        ? 'The provider sends the browser back with a token in the fragment of the address.'
        : 'The provider sends the browser back without a code.'
