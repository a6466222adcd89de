import { entraHint } from './diagnosis/entra.ts'
import type { ProviderError } from './provider-error.ts'
import type { OAuthSettings } from './settings.ts'
import { standardCode } from './standard-code.ts'
import { deviceTexts, serverFailed } from './texts.ts'

type Asked = Pick<OAuthSettings, 'clientSecret' | 'secretTransport' | 'clientAssertion' | 'grantType'>

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

/** Names the two ways of sending the secret that were not used. */
const secretTransportHint = (used: OAuthSettings['secretTransport']): string =>
  `Check the Client ID and the Client Secret. If they are right, the provider may expect the secret another way: it was sent ` +
  `${transportNames[used]}; try ${otherTransports(used)} under "Send secret in".`

/** What a refused assertion most probably asks for: the audience is where providers differ. */
const assertionHint = (audience: string): string =>
  `Check the Client ID, and that the public half of this key is registered for it, under the same Key ID if it has one. Some ` +
  `providers accept only ${audience === 'token-endpoint' ? 'the issuer' : 'the token endpoint'} as the Audience of an assertion.`

const publicClientHint =
  'The step has no Client Secret, so it acts as a public client. If the client is registered with a secret, fill it in.'

const clientHint = ({ clientAssertion, clientSecret, secretTransport }: Asked): string =>
  clientAssertion
    ? assertionHint(clientAssertion.settings.audience)
    : clientSecret
      ? secretTransportHint(secretTransport)
      : publicClientHint

/** The client could not prove itself, whatever the code: Keycloak has said `unauthorized_client` for it, Auth0 `access_denied`. */
const isAboutTheClient = (code: string, description: string): boolean =>
  code === 'invalid_client' ||
  (code === 'invalid_request' && /authorization header|client_secret|encod|credential|assertion/i.test(description)) ||
  (code === 'unauthorized_client' && /invalid client (secret|credentials)/i.test(description)) ||
  (code === 'access_denied' && /^unauthorized\.?$/i.test(description))

/** What a code asks for by itself. */
function codeHint(code: string, grantType: OAuthSettings['grantType']): string | undefined {
  switch (code) {
    case 'invalid_grant':
      return grantType === 'ResourceOwnerPassword'
        ? 'Check Username and Password, and that the account may sign in without a second factor.'
        : 'The code or token is unknown, spent, expired, or was issued to another client, redirect URI or verifier. Run the step again.'
    case 'invalid_scope':
      return 'Check the Scope of the step against the scopes that the client may ask for.'
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return `Allow the grant ${grantType} for this client at the provider, or choose another Grant Type.`
    case 'invalid_target':
      return 'Check the resource indicators (RFC 8707) of the step.'
    case 'redirect_uri_mismatch':
      return 'Register the Redirect URI of the step for this client at the provider, to the letter.'
    case 'expired_token':
      return deviceTexts.codeExpiredHint
    case 'use_dpop_nonce':
      return 'The server wants its nonce in the proof, and its header DPoP-Nonce could not be read: let it expose the header to pages (Access-Control-Expose-Headers).'
    case 'invalid_dpop_proof':
      return "Check this machine's clock, and that the provider allows ES256 for DPoP proofs."
    case 'access_denied':
      return grantType === 'ClientCredentials' || grantType === 'ResourceOwnerPassword'
        ? 'A rule of the provider refuses this. Allow the client the API (audience) and the scope that it asks for; the log of the provider says which rule it was.'
        : 'The person or the provider declined. Sign in with an account that may grant this.'
    case 'login_required':
    case 'interaction_required':
    case 'consent_required':
      return 'The provider needs the person at the screen: remove prompt=none from the additional parameters.'
    default:
      return undefined
  }
}

const formPostHint =
  'The provider wants to be asked to post its answer, which the callback page can take: fill in the Authorization Endpoint and add ?response_mode=form_post to its address.'

const rateHint =
  'The provider limits how often it is asked. Wait as long as Retry-After says, and let the steps reuse tokens: switch Force Re-Authentication off.'

/**
 * What an error of RFC 6749 section 5.2 and its relatives most probably asks the tester to do. A code says more than a status:
 * Keycloak refuses a password with 401, Auth0 with 403, and neither is about the client. Undefined if neither says anything.
 */
export function refusalHint({ code: stated, description }: ProviderError, status: number, settings: Asked): string | undefined {
  const special = entraHint(description)
  if (special !== undefined) return special
  const code = standardCode(stated)
  if (isAboutTheClient(code, description)) return clientHint(settings)
  if (/form_post/.test(description)) return formPostHint
  const known = codeHint(code, settings.grantType)
  if (known !== undefined) return known
  if (status === 429 || /rate_?limit|too_many_requests/.test(code)) return rateHint
  if (status === 401 || status === 403) return clientHint(settings)
  return status >= 500 ? serverFailed(status) : undefined
}
