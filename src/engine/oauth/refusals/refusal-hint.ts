import { entraHint } from '../diagnosis/entra.ts'
import type { ProviderError } from './provider-error.ts'
import type { OAuthSettings } from '../settings.ts'
import { meansClient, meansGrant, meansPassword, meansScope, standardCode } from './standard-code.ts'
import { badRequestHint, clientHints, codeHint, formPostHint, rateHint, hasCodeHint } from './refusal-texts.ts'
import { serverFailed } from '../texts.ts'

type Asked = Pick<OAuthSettings, 'clientSecret' | 'secretTransport' | 'clientAssertion' | 'grantType'>

const clientHint = ({ clientAssertion, clientSecret, secretTransport }: Asked): string =>
  clientAssertion
    ? clientHints.assertion(clientAssertion.settings.audience)
    : clientSecret
      ? clientHints.secret(secretTransport)
      : clientHints.publicClient

/** The client could not authenticate, whatever the code: Keycloak has said `unauthorized_client` for it, Auth0 `access_denied`. */
const isAboutTheClient = (code: string, description: string): boolean =>
  code === 'invalid_client' ||
  (code === 'invalid_request' && /authorization header|client_secret|encod|credential|assertion/i.test(description)) ||
  (code === 'unauthorized_client' && /invalid (empty )?client (secret|credentials)/i.test(description)) ||
  (code === 'access_denied' && /^unauthorized\.?$/i.test(description))

/** The code of the standards that an error means, by its words before its own code. */
function meantCode(code: string, description: string): string {
  if (meansGrant(description)) return 'unauthorized_client'
  if (meansClient(code, description)) return 'invalid_client'
  if (code === 'invalid_request' && meansScope(description)) return 'invalid_scope'
  return meansPassword(description) || code === 'invalid_credentials' ? 'invalid_grant' : standardCode(code)
}

/**
 * What an error of RFC 6749 section 5.2 and its relatives most probably asks the tester to do. A code says more than a status:
 * Keycloak rejects a password with 401, Auth0 with 403, and neither is about the client. Undefined if neither says anything.
 */
export function refusalHint({ code: stated, description }: ProviderError, status: number, settings: Asked): string | undefined {
  const special = entraHint(description)
  if (special !== undefined) return special
  const code = meantCode(stated, description)
  if (isAboutTheClient(code, description)) return clientHint(settings)
  if (/form_post/.test(description)) return formPostHint
  const known = codeHint(code, settings.grantType)
  if (known !== undefined) return known
  if (status === 429 || /rate_?limit|too_many_requests/.test(code)) return rateHint
  if (status === 401 || status === 403) return clientHint(settings)
  if (code === 'invalid_request') return badRequestHint
  return status >= 500 ? serverFailed(status) : undefined
}

/** As {@link refusalHint} for an endpoint to which the token speaks for itself: without a code 401 and 403 are about the token. */
export function tokenRefusalHint(error: ProviderError, status: number, settings: Asked): string | undefined {
  const implied = status === 401 ? 'invalid_token' : status === 403 ? 'insufficient_scope' : error.code
  return refusalHint({ ...error, code: hasCodeHint(standardCode(error.code)) ? error.code : implied }, status, settings)
}
