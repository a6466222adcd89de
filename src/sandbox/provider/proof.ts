import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { Refusal } from '../answers.ts'
import { hashOf, type ProviderContext } from './context.ts'
import { proofAlgorithms } from './metadata.ts'

/** Seconds that a proof may be old or ahead. */
const tolerance = 60

/**
 * The thumbprint of the key that a request is proved with, undefined without a proof (RFC 9449 section 4.3). `token`: the
 * access token that it goes with. Rejected with `invalid_dpop_proof`.
 */
export async function proofOf(
  context: Pick<ProviderContext, 'store' | 'now'>,
  request: Request,
  token?: string,
): Promise<string | undefined> {
  const proof = request.headers.get('dpop')
  if (proof === null) return undefined
  const refused = (why: string) => new Refusal('invalid_dpop_proof', why)
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: proofAlgorithms,
      maxTokenAge: tolerance,
      clockTolerance: tolerance,
      currentDate: new Date(context.now() * 1000),
      requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    })
    if (payload['htm'] !== request.method) throw refused('DPoP proof htm mismatch')
    const { origin, pathname } = new URL(request.url)
    if (payload['htu'] !== origin + pathname) throw refused('DPoP proof htu mismatch')
    if (token !== undefined && payload['ath'] !== (await hashOf(token))) throw refused('DPoP proof ath mismatch')
    const jti = `jti/${payload.jti}`
    if (await context.store.get(jti)) throw refused('DPoP proof JWT Replay detected')
    await context.store.put(jti, true, context.now() + 2 * tolerance)
    return await calculateJwkThumbprint(protectedHeader.jwk ?? {})
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) throw refused(`invalid DPoP key binding (${thrown.message.replaceAll('"', "'")})`)
    throw thrown
  }
}
