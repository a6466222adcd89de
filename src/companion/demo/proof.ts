import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWTPayload } from 'jose'

/** Seconds that a proof may be old or ahead. */
const tolerance = 60

/** The key that a token is bound to (RFC 9449 section 6.1); undefined for a bearer token. */
export function boundTo({ cnf }: JWTPayload): string | undefined {
  const jkt = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined
  return typeof jkt === 'string' ? jkt : undefined
}

/** What is wrong with the proof that a request carries for its token (RFC 9449 section 4.3); undefined if nothing is. */
export async function proofFailure(request: IncomingMessage, token: string, jkt: string): Promise<string | undefined> {
  const proof = request.headers.dpop
  if (typeof proof !== 'string') return 'a DPoP proof is needed'
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      maxTokenAge: tolerance,
      clockTolerance: tolerance,
      requiredClaims: ['jti', 'htm', 'htu', 'ath', 'iat'],
    })
    if (!protectedHeader.jwk || (await calculateJwkThumbprint(protectedHeader.jwk)) !== jkt) return 'it is by another key'
    if (payload['htm'] !== request.method) return 'htm is not the method'
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (payload['htu'] !== `http://${request.headers.host}${pathname}`) return 'htu is not the address'
    const hash = createHash('sha256').update(token).digest('base64url')
    return payload['ath'] === hash ? undefined : 'ath does not fit the token'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message.replaceAll('"', "'") : 'it can not be verified'
  }
}
