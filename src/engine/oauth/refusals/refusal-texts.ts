import { headerOf } from '../encoding.ts'
import { grantFacts, type GrantType } from '../grants/facts.ts'
import { grantTexts } from '../grants/texts.ts'
import type { OAuthSettings } from '../settings.ts'
import { deviceTexts, serverFailed } from '../texts.ts'

const transportNames = {
  body: 'in the body',
  basic: 'by HTTP Basic',
  'basic-raw': 'by HTTP Basic without form-encoding',
} as const

const otherTransports = (used: OAuthSettings['secretTransport']): string =>
  (['body', 'basic', 'basic-raw'] as const)
    .filter((name) => name !== used)
    .map((name) => `${transportNames[name]} (${name})`)
    .join(' or ')

/** What to do about a client that could not prove itself, by how it tried. */
export const clientHints = {
  /** Names the two ways of sending the secret that were not used. */
  secret: (used: OAuthSettings['secretTransport']): string =>
    `Check the Client ID and the Client Secret. If they are right, the provider may expect the secret another way: it was sent ` +
    `${transportNames[used]}; try ${otherTransports(used)} under "Send secret in".`,
  /** What a refused assertion most probably asks for: the audience is where providers differ. */
  assertion: (audience: string): string =>
    `Check the Client ID, and that the public half of this key is registered for it, under the same Key ID if it has one, and its ` +
    `algorithm allowed. Some ` +
    `providers accept only ${audience === 'token-endpoint' ? 'the issuer' : 'the token endpoint'} as the Audience of an assertion.`,
  publicClient:
    'The step has no Client Secret, so it acts as a public client. If the client is registered with a secret, fill it in.',
} as const

/** The provider wants to be asked for an answer that is posted (OAuth 2.0 Form Post Response Mode 1.0). */
export const formPostHint =
  'The provider wants to be asked to post its answer, which the callback page can take: fill in the Authorization Endpoint and add ?response_mode=form_post to its address.'

/** What to do after too many requests (RFC 6585 section 4). */
const rateAdvice = 'Wait as long as Retry-After says, and let the steps reuse tokens: switch Force Re-Authentication off.'

/** How long an answer asks to wait (RFC 9110 section 10.2.3), in the words of its header, which is a number of seconds or a date. */
export function waitAsAsked(headers: readonly (readonly [string, string])[] = []): string {
  const asked = headerOf(headers, 'retry-after')?.trim() ?? ''
  if (asked === '') return 'It does not say for how long (no Retry-After that can be read).'
  return /^\d+$/.test(asked) ? `It asks to wait for ${asked} s (Retry-After).` : `It asks to wait until ${asked} (Retry-After).`
}

/** The same where nothing else says what happened. */
export const rateHint = `The provider limits how often it is asked. ${rateAdvice}`

/** What to do about a document that did not come, by the status that came in its place; `usual` for all that says nothing more. */
export const documentHint = (status: number, usual: string): string =>
  status === 429 ? rateHint : status >= 500 ? serverFailed(status) : usual

/** `invalid_request` where it is not about the client (RFC 6749 section 5.2). */
export const badRequestHint =
  'A parameter is missing, malformed or sent twice, and the text of the provider says which. Compare the request in the exchange with what it demands; what is missing goes into the additional parameters, or behind the address of the endpoint (?name=value).'

const notAllowed = (grantType: GrantType): string =>
  `Allow the grant ${grantType} for this client at the provider, or choose another Grant Type.`

const needsPerson =
  'The provider needs the person at the screen: remove prompt=none from the additional parameters, or sign in at the provider in this browser first.'

const registration =
  'The registration of the client at the provider is at fault, not the step: mend it there. Redirect URIs, jwks_uri and algorithms are the usual parts; the text of the provider says which.'

const otherSignIn =
  'This is an answer to a sign-in on another device (OpenID Connect CIBA), which no grant of the step asks for: compare the endpoints of the step with the discovery document.'

/** By code of RFC 6749 and its relatives: what it asks for by itself, whatever the status, and not about the client's proof. */
const codeHints: ReadonlyMap<string, string | ((grantType: GrantType) => string)> = new Map(
  Object.entries({
    // RFC 6749 sections 4.1.2.1 and 5.2
    invalid_grant:
      'The code or token is unknown, spent, expired, or was issued to another client, redirect URI or verifier. Run the step again.',
    invalid_scope: 'Check the Scope of the step against the scopes that the client may ask for.',
    unauthorized_client: notAllowed,
    unsupported_grant_type: notAllowed,
    unsupported_response_type: 'Allow the authorization code flow (response type code) for this client at the provider.',
    access_denied: (grantType: GrantType) =>
      grantFacts[grantType].person === undefined
        ? 'A rule of the provider refuses this. Allow the client the API (audience) and the scope that it asks for; the log of the provider says which rule it was.'
        : 'The person or the provider declined. Sign in with an account that may grant this.',
    server_error: serverFailed(500),
    temporarily_unavailable:
      'The provider is overloaded or under maintenance, and says so itself. Run the step again later; if it stays so, look at the provider.',
    redirect_uri_mismatch: 'Register the Redirect URI of the step for this client at the provider, to the letter.',
    // OAuth 2.0 Multiple Response Type Encoding Practices
    unsupported_response_mode:
      'Take response_mode out of the address of the Authorization Endpoint, or allow it for this client at the provider.',
    // RFC 6750 section 3.1, RFC 9470 section 3
    invalid_token:
      'The token has expired, was revoked, or is for another issuer or audience. Get a new one, and compare iss and aud of the decoded token with what the endpoint expects.',
    insufficient_scope:
      'The token lacks a scope that the endpoint wants (userinfo: openid). Add it to the Scope of the step, allow it for the client at the provider, and get a new token.',
    insufficient_user_authentication:
      'A stronger or more recent sign-in is wanted. Ask for it by acr_values or max_age in the additional parameters, and sign in anew (Force Re-Authentication).',
    // OpenID Connect Unmet Authentication Requirements 1.0
    unmet_authentication_requirements:
      'The sign-in was not as strong as acr_values or claims of the additional parameters ask for. Ask for less, or sign in with an account that has the second factor.',
    // RFC 7009 section 2.2.1
    unsupported_token_type:
      'The provider does not revoke tokens of this kind, which is usual for JWT access tokens: it stays good until it expires. Forget drops it here.',
    // RFC 7591 section 3.2.2
    invalid_client_metadata: registration,
    invalid_software_statement: registration,
    unapproved_software_statement: registration,
    // RFC 8628 section 3.5
    authorization_pending: deviceTexts.timedOutHint,
    expired_token: deviceTexts.codeExpiredHint,
    slow_down: rateHint,
    // RFC 8707 section 2, RFC 9396 section 5
    invalid_target: 'Check the resource indicators (RFC 8707) of the step.',
    invalid_authorization_details:
      'Check authorization_details in the additional parameters: it is a JSON array, and its types and fields must be known to the provider (authorization_details_types_supported) and allowed for this client.',
    // OpenID Connect Core 3.1.2.6
    login_required: needsPerson,
    interaction_required: needsPerson,
    consent_required: needsPerson,
    account_selection_required: needsPerson,
    registration_not_supported:
      'Remove registration from the additional parameters: the provider takes no registration within a sign-in.',
    // RFC 9101 section 7, RFC 9126 section 4
    request_not_supported: 'The provider takes no signed requests (RFC 9101): switch Use JAR off.',
    invalid_request_object:
      'The provider does not accept the signed request (RFC 9101). Check that the public half of the key is registered for the client, under the same Key ID, and that the client may sign requests with this algorithm; or switch Use JAR off.',
    request_uri_not_supported: 'The provider takes no pushed requests (RFC 9126): switch Use PAR off.',
    invalid_request_uri:
      'The pushed request has expired or was used before. Run the step again: each sign-in pushes its own; how long it lives is set at the provider.',
    // RFC 9449 sections 5 and 8
    use_dpop_nonce:
      'The server wants its nonce in the proof, and its header DPoP-Nonce could not be read: let it expose the header to pages (Access-Control-Expose-Headers).',
    invalid_dpop_proof: "Check this machine's clock, and that the provider allows ES256 for DPoP proofs.",
    // OpenID Connect CIBA sections 11 and 13
    expired_login_hint_token: otherSignIn,
    unknown_user_id: otherSignIn,
    missing_user_code: otherSignIn,
    invalid_user_code: otherSignIn,
    invalid_binding_message: otherSignIn,
    transaction_failed: otherSignIn,
  }),
)

/** What a code of the standards asks for by itself; undefined for any other, and for those that are about the client. */
export function codeHint(code: string, grantType: GrantType): string | undefined {
  const hint = grantTexts[grantType].hints?.get(code) ?? codeHints.get(code)
  return typeof hint === 'function' ? hint(grantType) : hint
}

/** True for a code that says what is wrong, so that the status says nothing more: 401 is then not about the client's proof. */
export const saysWhatIsWrong = (code: string): boolean => codeHints.has(code)
