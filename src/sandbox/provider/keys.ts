import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { ProviderContext } from './context.ts'

const kid = 'sandbox'

/** The provider's key, made in this browser the first time; its private half can't be read out of it. */
async function keyPair({ store }: ProviderContext): Promise<CryptoKeyPair> {
  const known = await store.get<CryptoKeyPair>('key')
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return store.begin('key', made)
}

/** The provider's JWK Set (RFC 7517 section 5). */
export async function jwks(context: ProviderContext): Promise<{ keys: JWK[] }> {
  const { publicKey } = await keyPair(context)
  return { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', alg: 'ES256', kid }] }
}

/** Signs claims; `typ` is `at+jwt` for access tokens (RFC 9068 section 2.1). */
export async function sign(context: ProviderContext, claims: JWTPayload, typ: 'JWT' | 'at+jwt'): Promise<string> {
  const { privateKey } = await keyPair(context)
  return new SignJWT({ ...claims, iss: context.issuer, iat: context.now() })
    .setProtectedHeader({ alg: 'ES256', typ, kid })
    .sign(privateKey)
}
