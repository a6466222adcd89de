import { bytesOfBase64 } from './base64.ts'
import { bitsOf } from './der.ts'
import { keyError } from './key-error.ts'
import type { KeyMaterial, KeySettings } from './key-settings.ts'
import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { oauthKeyTexts as texts } from './texts.ts'
import type { KeyNumbers } from './web-crypto.ts'

type Jwk = Record<string, unknown>

const text = (jwk: Jwk, name: string): string | undefined => {
  const value = jwk[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const needed: Record<string, string[]> = {
  RSA: ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'],
  EC: ['crv', 'x', 'y', 'd'],
  OKP: ['crv', 'x', 'd'],
  oct: ['k'],
}

/** Of a set (RFC 7517 section 5) the one private key, or the one that the settings name. */
function choose(object: Jwk, keyId: string): Jwk {
  if (!Array.isArray(object.keys)) return object
  const keys = object.keys.filter(isObject).filter((jwk) => 'd' in jwk || 'k' in jwk)
  const named = keys.find(({ kid }) => keyId !== '' && kid === keyId)
  const [only] = keys
  if (named) return named
  if (!only) throw keyError(texts.jwkSetEmpty, texts.jwkHint)
  if (keys.length > 1) {
    throw keyError(texts.jwkSetChoice(keys.map(({ kid }) => String(kid ?? '(no kid)')).join(', ')), texts.jwkSetChoiceHint)
  }
  return only
}

function checkMembers(jwk: Jwk, kty: string): void {
  const members = needed[kty]
  if (!members) throw keyError(texts.jwkKind(kty === '' ? '(none)' : kty), texts.jwkHint)
  if (kty !== 'oct' && text(jwk, 'd') === undefined) throw keyError(texts.jwkPublic, texts.jwkHint)
  const missing = members.filter((name) => text(jwk, name) === undefined)
  if (missing.length > 0) throw keyError(texts.jwkLacks(missing.join(', ')), texts.jwkLacksHint)
  if (jwk.use === 'enc') throw keyError(texts.jwkEncryption, texts.jwkHint)
}

const decoded = (jwk: Jwk, name: string): Uint8Array<ArrayBuffer> => {
  const bytes = bytesOfBase64(text(jwk, name) ?? '')
  if (!bytes) throw keyError(texts.jwkDamaged, texts.jwkHint)
  return bytes
}

/** Certificates of `x5c`, which is base64 and not base64url (RFC 7517 section 4.7). */
const certificatesOf = ({ x5c }: Jwk): Uint8Array<ArrayBuffer>[] =>
  (Array.isArray(x5c) ? x5c : []).flatMap((one) => (typeof one === 'string' ? (bytesOfBase64(one) ?? []) : []))

/** Reads a private or symmetric JWK (RFC 7517), alone or in a set. Throws AssayError `key-unusable`. */
export function readJwk({ key, keyId, algorithm }: Pick<KeySettings, 'key' | 'keyId' | 'algorithm'>): KeyMaterial {
  const object = parseJsonObject(key)
  if (!object) {
    throw key.includes('-----BEGIN') ? keyError(texts.isPem('JWK'), texts.isPemHint) : keyError(texts.jwkNotJson, texts.jwkHint)
  }
  const jwk = choose(object, keyId)
  const kty = text(jwk, 'kty') ?? ''
  checkMembers(jwk, kty)
  const kid = text(jwk, 'kid')
  const alg = text(jwk, 'alg')
  const rest = {
    certificates: certificatesOf(jwk),
    ...(kid === undefined ? {} : { keyId: kid }),
    warnings: alg === undefined || alg === algorithm ? [] : [texts.jwkOtherAlgorithm(alg, algorithm)],
  }
  if (kty === 'oct') {
    const bytes = decoded(jwk, 'k')
    return { ...rest, facts: { type: 'symmetric', bits: bytes.length * 8 }, source: { format: 'raw', bytes } }
  }
  // What else a JWK says (key_ops, ext, alg) would only make the import reject it.
  const plain = Object.fromEntries(['kty', ...(needed[kty] ?? [])].map((name) => [name, text(jwk, name)]))
  const source = { format: 'jwk', jwk: plain as KeyNumbers } as const
  if (kty === 'RSA') return { ...rest, facts: { type: 'RSA', bits: bitsOf(decoded(jwk, 'n')) }, source }
  return { ...rest, facts: { type: kty === 'EC' ? 'EC' : 'OKP', curve: text(jwk, 'crv') ?? '' }, source }
}
