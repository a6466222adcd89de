import type { Exchange, HttpResponse } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText } from '../encoding.ts'
import { providerErrorOf, quoteError } from '../refusals/provider-error.ts'
import type { Meaning } from './meaning.ts'

/** Meanings of the messages that are the same for every grant. */
export const meanings = {
  token: { request: 'The client requests a token.', reference: 'RFC 6749 section 3.2' },
  discovery: {
    request: "The client requests the provider's endpoints and features.",
    reference: 'OpenID Connect Discovery 4, RFC 8414 section 3',
  },
  jwks: {
    request: "The client requests the provider's public keys to verify a signature.",
    reference: 'RFC 7517 section 5',
  },
  refresh: {
    request: 'The client exchanges its refresh token for a new access token, without a new sign-in.',
    reference: 'RFC 6749 section 6',
  },
  userinfo: { request: "The client requests the profile of the token's user.", reference: 'OpenID Connect Core 5.3' },
  introspection: {
    request: 'The client checks with the provider whether the token is active.',
    reference: 'RFC 7662 section 2.1',
  },
  revocation: { request: 'The client requests that the provider revoke the token.', reference: 'RFC 7009 section 2.1' },
  endSession: {
    request: 'The browser is sent to the provider to sign the user out, and then redirected back.',
    reference: 'OpenID Connect RP-Initiated Logout 1.0 section 2',
  },
  device: {
    request: 'The client requests a code that the user can approve in any browser.',
    reference: 'RFC 8628 section 3.1',
  },
  backchannel: {
    request: 'The client requests that the provider asks the user for approval, on their own device.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  registration: {
    request: 'The client registers itself: its grant, redirect URI, and how it authenticates.',
    reference: 'RFC 7591 section 3.1',
  },
  deletion: {
    request: 'The client deletes its own registration.',
    reference: 'RFC 7592 section 2.3',
  },
  loginPage: { request: 'The script signs in.', reference: 'RFC 6749 section 3.1' },
  par: {
    request:
      'The client sends the authorization request to the provider directly. The browser then only carries a reference to it.',
    reference: 'RFC 9126 section 2.1',
  },
  authorizationPushed: {
    request: 'The browser is sent to the provider to sign in. The request was pushed earlier.',
    reference: 'RFC 9126 section 4',
  },
  authorizationSigned: {
    request: "The browser is sent to the provider to sign in. The request is signed, so it can't be changed in transit.",
    reference: 'RFC 9101 section 5.1',
  },
  authorizationImplicit: {
    request: 'The browser is sent to the provider to sign in, and returns the token in the URL.',
    reference: 'RFC 6749 section 4.2.1',
  },
  authorization: {
    request: 'The browser is sent to the provider to sign in and to give consent.',
    reference: 'RFC 6749 section 4.1.1',
  },
  authorizationPkce: {
    request: 'The browser is sent to the provider to sign in. A code challenge binds the response to this client.',
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

/** The meaning of a request that wasn't sent, because the run already has the response. */
export const knownMeaning = (seconds: number): string =>
  `Not sent: the client already has the response from earlier in this run (${seconds} s ago).`

const successes: Partial<Record<Exchange['purpose'], string>> = {
  discovery: 'The provider returns its endpoints and features.',
  jwks: 'The provider returns its public keys.',
  token: 'The provider issues a token.',
  refresh: 'The provider issues a new token.',
  'device-authorization': 'The provider issues a code for the user and one for the client.',
  'backchannel-authentication': 'The provider accepts the request and asks the user on their device.',
  registration: "The provider confirms the client's registration.",
  par: 'The provider stores the request and returns a reference to it, valid for one sign-in.',
}

/** Errors that are part of a flow (RFC 8628 section 3.5, RFC 9449 section 8). */
const expectedErrors: Record<string, string> = {
  authorization_pending: "The user hasn't approved yet. The client keeps polling.",
  slow_down: "The user hasn't approved yet. The client must poll less often.",
  use_dpop_nonce: 'The server requires its nonce in the proof. The client repeats the request once with it.',
}

/** The meaning of a response in plain words. */
export function responseMeaning(purpose: Exchange['purpose'], raw: HttpResponse): string {
  const error = providerErrorOf(raw)
  const usual = error && expectedErrors[error.code]
  if (usual !== undefined) return usual
  if (error) return `The provider rejects the request: ${quoteError(error)}.`
  if (raw.opaqueRedirect || (raw.status >= 300 && raw.status < 400)) return 'The endpoint redirects to another URL.'
  if (raw.status >= 400) return `The endpoint responds with status ${raw.status} without a reason.`
  const issued = parseJsonObject(bodyText(raw.body))
  if (issued !== undefined && (purpose === 'token' || purpose === 'refresh')) {
    const what = [
      typeof issued.access_token === 'string' && 'an access token',
      typeof issued.refresh_token === 'string' && 'a refresh token',
      typeof issued.id_token === 'string' && 'an ID token',
    ].filter((part) => part !== false)
    return what.length === 0
      ? 'The response contains no token.'
      : `The provider issues ${what.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`
  }
  return successes[purpose] ?? 'The provider responds.'
}

/** The meaning of a callback in plain words (RFC 6749 section 4.1.2). */
export const callbackMeaning = (parameters: URLSearchParams): string =>
  parameters.has('error')
    ? 'The provider redirects the browser back with an error.'
    : parameters.has('code')
      ? 'The provider redirects the browser back with a code, valid for one exchange.'
      : parameters.has('access_token')
        ? 'The provider redirects the browser back with a token in the URL fragment.'
        : 'The provider redirects the browser back without a code.'
