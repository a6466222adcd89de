import {
  base64url,
  compactVerify,
  createLocalJWKSet,
  errors,
  importJWK,
  type CompactJWSHeaderParameters,
  type JWK,
  type JSONWebKeySet,
} from 'jose'
import { idTokenTexts } from '../texts.ts'

/** Algorithms that jose can verify here (RFC 7518 section 3.1, RFC 8037). */
const asymmetric = /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$/
const symmetric = /^HS(256|384|512)$/

/** What a signature is verified with. */
export interface VerificationKeys {
  jwks: JSONWebKeySet | undefined
  /** The client secret, or its bytes. */
  secret: string | Uint8Array | undefined
  /** The client authenticates by a private key, so that there can be no secret. */
  byPrivateKey?: boolean
}

/** True for algorithms that need the provider's public keys. */
export const needsJwks = (alg: unknown): boolean => typeof alg === 'string' && asymmetric.test(alg)

async function verifyBySecret(
  token: string,
  alg: string,
  { secret, byPrivateKey = false }: VerificationKeys,
): Promise<string | undefined> {
  if (secret === undefined) return idTokenTexts.noSecret(alg, byPrivateKey)
  const key = await importJWK({ kty: 'oct', k: base64url.encode(secret), alg })
  return compactVerify(token, key).then(
    () => undefined,
    () => idTokenTexts.badSecretSignature,
  )
}

/** Several keys may fit when the token names none: each is tried. */
async function verifyByAny(token: string, alg: string, keys: JWK[]): Promise<boolean> {
  for (const jwk of keys) {
    const verified = await importJWK(jwk, alg)
      .then((key) => compactVerify(token, key))
      .then(
        () => true,
        () => false,
      )
    if (verified) return true
  }
  return false
}

/**
 * Verifies the signature of a compact JWS (RFC 7515 section 5.2) with the JWKS, or for HS256 to HS512 with the client secret
 * (OpenID Connect Core 10.1). Gives the reason why it does not hold, or undefined if it does. `none` never holds.
 */
export async function signatureFailure(
  token: string,
  header: CompactJWSHeaderParameters,
  keys: VerificationKeys,
): Promise<string | undefined> {
  const { alg, kid } = header
  const { jwks } = keys
  if (alg.toLowerCase() === 'none') return idTokenTexts.algNone
  if (symmetric.test(alg)) return verifyBySecret(token, alg, keys)
  if (!asymmetric.test(alg)) return idTokenTexts.algUnknown(alg)
  if (!jwks) return undefined
  try {
    await compactVerify(token, createLocalJWKSet(jwks))
    return undefined
  } catch (thrown) {
    if (thrown instanceof errors.JWKSNoMatchingKey) return idTokenTexts.noKey(kid, alg)
    if (!(thrown instanceof errors.JWKSMultipleMatchingKeys)) return idTokenTexts.badSignature(kid)
    const candidates = jwks.keys.filter((key) => kid === undefined || key.kid === kid)
    return (await verifyByAny(token, alg, candidates)) ? undefined : idTokenTexts.badSignature(kid)
  }
}
