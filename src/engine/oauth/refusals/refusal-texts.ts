import { headerOf } from '../encoding.ts'
import { grantFacts, type GrantType } from '../grants/facts.ts'
import { grantTexts } from '../grants/texts.ts'
import { deviceTexts, serverFailed } from '../texts.ts'

/** Fix for a rejected assertion: providers differ in the audience. */
export const assertionHint = (audience: string): string =>
  `Check the Client ID. Its public key must be registered with the same Key ID, and the key's algorithm must be allowed. ` +
  `Some providers accept only ${audience === 'token-endpoint' ? 'the issuer' : 'the token endpoint'} as the Audience.`

/** What to do after too many requests (RFC 6585 section 4). */
const rateAdvice = 'Wait as long as Retry-After specifies, and turn off Force Re-Authentication so that steps reuse tokens.'

/** The wait that a response requests (RFC 9110 section 10.2.3), as its header states it: seconds or a date. */
export function waitAsAsked(headers: readonly (readonly [string, string])[] = []): string {
  const asked = headerOf(headers, 'retry-after')?.trim() ?? ''
  if (asked === '') return 'Wait before the next request: the response has no readable Retry-After.'
  return /^\d+$/.test(asked) ? `Wait ${asked} s (Retry-After).` : `Wait until ${asked} (Retry-After).`
}

/** Rate limit without further details. */
const rateHint = `${rateAdvice} The provider's rate limit was reached.`

/** The fix for a document that couldn't be loaded, by response status; `usual` for statuses without a specific one. */
export const documentHint = (status: number, usual: string): string =>
  status === 429 ? rateHint : status >= 500 ? serverFailed(status) : usual

/** `invalid_request` that isn't about the client (RFC 6749 section 5.2). */
export const badRequestHint =
  "Find the parameter in the provider's error description: it is missing, malformed or sent twice. If it is missing, add it to the additional parameters or to the endpoint's URL (?name=value)."

const notAllowed = (grantType: GrantType): string =>
  `Allow ${grantFacts[grantType].title} for this client at the provider, or choose another Grant Type.`

const needsPerson =
  'Remove prompt=none from the additional parameters, or sign in to the provider in this browser first. The provider requires user interaction.'

const registration =
  "Fix the client's registration at the provider, usually its redirect URIs, jwks_uri or algorithms. The provider's error description has the details."

/** Fixes by error code of RFC 6749 and related standards, for codes that aren't about client authentication. */
const codeHints: ReadonlyMap<string, string | ((grantType: GrantType) => string)> = new Map(
  Object.entries({
    // RFC 6749 sections 4.1.2.1 and 5.2
    invalid_grant:
      'Run the step again. The code or token is unknown, expired or already used, or was issued for another client, redirect URI or verifier.',
    invalid_scope: "Compare the step's Scope with the scopes allowed for the client.",
    unauthorized_client: notAllowed,
    unsupported_grant_type: notAllowed,
    unsupported_response_type: 'Allow the authorization code flow (response type code) for this client at the provider.',
    access_denied: (grantType: GrantType) =>
      grantFacts[grantType].person === undefined
        ? 'Allow the requested API (audience) and scope for the client at the provider. Its log shows the rule that denied access.'
        : 'Sign in with an account that can grant access. The user or the provider declined.',
    server_error: serverFailed(500),
    temporarily_unavailable:
      "Run the step again later. If it still fails, check the provider's status: it reported overload or maintenance.",
    redirect_uri_mismatch: "Register exactly the step's Redirect URI for this client at the provider.",
    // OAuth 2.0 Multiple Response Type Encoding Practices
    unsupported_response_mode:
      "Remove response_mode from the Authorization Endpoint's URL, or allow it for this client at the provider.",
    // RFC 6750 section 3.1, RFC 9470 section 3
    invalid_token:
      'Get a new token, and compare its iss and aud with what the endpoint expects. The token may have expired, been revoked, or been issued by another issuer or for another audience.',
    insufficient_scope:
      'Add the missing scope (userinfo: openid) to the Scope of the step, and allow it for the client at the provider. Then get a new token.',
    insufficient_user_authentication:
      'Add acr_values or max_age to the additional parameters, and sign in again (Force Re-Authentication). The endpoint requires a stronger or more recent sign-in.',
    // OpenID Connect Unmet Authentication Requirements 1.0
    unmet_authentication_requirements:
      "Sign in with an account that has a second factor, or lower the requirement. The sign-in didn't meet acr_values or claims in the additional parameters.",
    // RFC 7009 section 2.2.1
    unsupported_token_type:
      "Use Forget to remove the token here. The provider can't revoke tokens of this type (common for JWTs), so the token stays valid until it expires.",
    // RFC 7591 section 3.2.2
    invalid_client_metadata: registration,
    invalid_software_statement: registration,
    unapproved_software_statement: registration,
    // RFC 8628 section 3.5
    authorization_pending: deviceTexts.timedOutHint,
    expired_token: deviceTexts.codeExpiredHint,
    slow_down: rateHint,
    // RFC 8707 section 2, RFC 9396 section 5
    invalid_target: "Check the step's resource indicators (RFC 8707).",
    invalid_authorization_details:
      'Check authorization_details in the additional parameters. It must be a JSON array of types that the provider supports (authorization_details_types_supported) and allows for this client.',
    // OpenID Connect Core 3.1.2.6
    login_required: needsPerson,
    interaction_required: needsPerson,
    consent_required: needsPerson,
    account_selection_required: needsPerson,
    registration_not_supported:
      "Remove registration from the additional parameters: the provider doesn't support it during sign-in.",
    // RFC 9101 section 7, RFC 9126 section 4
    request_not_supported: "Turn off Use JAR: the provider doesn't support signed requests (RFC 9101).",
    invalid_request_object:
      'Check that the public key is registered for the client with the same Key ID and that its algorithm is allowed for request objects, or turn off Use JAR. The provider rejected the signed request (RFC 9101).',
    request_uri_not_supported: "Turn off Use PAR: the provider doesn't support pushed requests (RFC 9126).",
    invalid_request_uri:
      'Run the step again. The pushed request has expired or was already used; its lifetime is set at the provider.',
    // RFC 9449 sections 5 and 8
    use_dpop_nonce:
      "Expose the DPoP-Nonce header to pages on the server (Access-Control-Expose-Headers). The server requires its nonce in the proof, but the page can't read the header.",
    invalid_dpop_proof: "Check this machine's clock, and that the provider allows ES256 for DPoP proofs.",
  }),
)

/** The fix for a standard error code; undefined for other codes and for those about client authentication. */
export function codeHint(code: string, grantType: GrantType): string | undefined {
  const hint = grantTexts[grantType].hints?.get(code) ?? codeHints.get(code)
  return typeof hint === 'function' ? hint(grantType) : hint
}

/** True for a specific code: a 401 with it isn't about client authentication. */
export const hasCodeHint = (code: string): boolean => codeHints.has(code)
