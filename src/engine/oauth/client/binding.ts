import { base64url, calculateJwkThumbprint, importJWK, SignJWT, type CryptoKey } from 'jose'
import type { BindingKey, Clock, Headers, Random } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, headerOf } from '../encoding.ts'

/** What a proof is bound to (RFC 9449 section 4.2). */
export interface ProvenRequest {
  method: string
  url: string
  /** At a protected resource: its hash goes into the proof. */
  accessToken?: string
}

/** The parts of a response that can request another proof. */
export interface ProvenAnswer {
  status: number
  headers: Headers
  body: Uint8Array
}

/** The key that a step's tokens are bound to, and the nonces of servers (RFC 9449). */
export interface Binding {
  key: BindingKey
  /** `jkt`: the key's thumbprint (RFC 7638), for `dpop_jkt` (RFC 9449 section 10). */
  thumbprint(): Promise<string>
  /** A proof for one request, with the last nonce of its server. */
  prove(request: ProvenRequest): Promise<string>
  /**
   * Keeps the nonce of a response (RFC 9449 section 8.2). True if the response rejects the proof for want of a nonce that it
   * gives: the request was not run and may be repeated once (sections 8 and 9).
   */
  challenged(url: string, answer: ProvenAnswer): boolean
}

/**
 * A new EC P-256 key, supported by every provider with DPoP (ES256). Its numbers are read from a copy: Node 20 deadlocks if
 * garbage collection runs while the JWK of a newly created key is exported.
 */
export async function createBindingKey(): Promise<BindingKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const copy = await crypto.subtle.importKey('pkcs8', await crypto.subtle.exportKey('pkcs8', privateKey), algorithm, true, [
    'sign',
  ])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', copy)
  return { kty, crv, x, y, d }
}

const wantsNonce = ({ status, headers, body }: ProvenAnswer): boolean =>
  (status === 401 && /\bDPoP\b[^]*use_dpop_nonce/i.test(headerOf(headers, 'www-authenticate') ?? '')) ||
  ((status === 400 || status === 401) && parseJsonObject(bodyText(body))?.error === 'use_dpop_nonce')

const sha256 = async (text: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** Creates the {@link Binding} of a key; nonces are kept by origin. */
export function createBinding(key: BindingKey, { clock, random }: { clock: Clock; random: Random }): Binding {
  const { d: _private, ...jwk } = key
  const nonces = new Map<string, string>()
  let signer: Promise<CryptoKey | Uint8Array> | undefined
  return {
    key,
    thumbprint: () => calculateJwkThumbprint(jwk),
    async prove({ method, url, accessToken }) {
      const { origin, pathname } = new URL(url)
      const nonce = nonces.get(origin)
      const claims = {
        jti: random.uuid(),
        htm: method,
        htu: origin + pathname,
        iat: Math.floor(clock.now() / 1000),
        ...(accessToken === undefined ? {} : { ath: await sha256(accessToken) }),
        ...(nonce === undefined ? {} : { nonce }),
      }
      signer ??= importJWK({ ...key }, 'ES256')
      return new SignJWT(claims).setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk }).sign(await signer)
    },
    challenged(url, answer) {
      const nonce = headerOf(answer.headers, 'dpop-nonce')
      if (nonce === undefined || nonce === '') return false
      // Not compared with the nonce kept before: another step may have been told the same one meanwhile.
      nonces.set(new URL(url).origin, nonce)
      return wantsNonce(answer)
    },
  }
}
