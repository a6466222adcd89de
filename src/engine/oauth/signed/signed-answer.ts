import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../context.ts'
import { decodeJwtParts } from './decode-tokens.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { jwtClaims } from './jwt-claims.ts'
import { looksEncrypted } from './opened-id-token.ts'
import type { Provider } from '../provider/provider.ts'
import { signatureFailures } from './provider-signature.ts'
import type { OAuthSettings } from '../settings.ts'
import { claimFailures } from './standard-claims.ts'
import { idTokenTexts, signedAnswerTexts } from '../texts.ts'

const refused = (failures: string[], hint: string = signedAnswerTexts.hint): AssayError =>
  new AssayError('oauth-callback', signedAnswerTexts.intro(failures), { hint })

const isOfClocks = (failure: string): boolean => /^(exp|iat|nbf): (expired )?\d{1,9} s/.test(failure)

const parametersIn = (claims: Record<string, unknown>): [string, string][] =>
  Object.entries(claims).flatMap(([name, value]) =>
    ['aud', 'exp', 'iat', 'nbf'].includes(name) ? [] : [[name, String(value)] as [string, string]],
  )

/**
 * The parameters of a response as far as they can be read, also those in a JWT that no one has verified: for masking and for
 * showing.
 */
export function readableAnswer(parameters: URLSearchParams): URLSearchParams {
  const claims = jwtClaims(parameters.get('response') ?? '')
  if (!claims) return parameters
  return new URLSearchParams([...[...parameters].filter(([name]) => name !== 'response'), ...parametersIn(claims)])
}

/**
 * The parameters of a response, which a provider may put into a JWT that it signs (JARM): its signature, iss, aud and exp are
 * verified first (section 2.4), and parameters next to it are not used. Any other response is returned unchanged. Rejects with
 * AssayError `oauth-callback` that names what does not fit.
 */
export async function verifiedAnswer(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  parameters: URLSearchParams,
): Promise<URLSearchParams> {
  const token = parameters.get('response')
  if (token === null || parameters.has('state')) return parameters
  if (looksEncrypted(token)) throw refused([signedAnswerTexts.encrypted], signedAnswerTexts.encryptedHint)
  const parts = decodeJwtParts(token)
  const claims = parts && parseJsonObject(parts.claims)
  const { alg, kid } = (parts && parseJsonObject(parts.header)) ?? {}
  if (!claims || typeof alg !== 'string') throw refused([idTokenTexts.malformed])
  const facts = {
    issuer: provider.issuer,
    clientId: settings.clientId,
    now: context.ports.clock.now() / 1000,
    tolerance: settings.clockTolerance,
  }
  const failures = [
    ...(await signatureFailures(context, settings, {
      token,
      header: { alg, ...(typeof kid === 'string' ? { kid } : {}) },
      jwksUri: provider.as.jwks_uri,
      listed: provider.as.authorization_signing_alg_values_supported,
      called: 'answer',
    })),
    ...claimFailures(claims, facts, ['iss', 'aud', 'exp']),
  ]
  if (failures.length > 0) throw refused(failures, failures.every(isOfClocks) ? signedAnswerTexts.clockHint : undefined)
  context.noted('info', signedAnswerTexts.verified(alg))
  return new URLSearchParams(parametersIn(claims))
}
