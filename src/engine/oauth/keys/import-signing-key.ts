import { algorithms, checkFit, shortSecretWarning } from './algorithms.ts'
import { bytesOfBase64 } from './base64.ts'
import { element, tags, unsigned } from './der.ts'
import { keyError } from './key-error.ts'
import type { CertificateFacts, KeyFacts, KeyMaterial, KeySettings, SigningAlgorithm } from './key-settings.ts'
import { readMaterial } from './read-material.ts'
import { oauthKeyTexts as texts } from './texts.ts'
import type { CryptoKey, KeyNumbers } from './web-crypto.ts'

/** A key that is ready to sign. */
export interface SigningKey {
  /** Not extractable, and only for {@link SigningKey.algorithm}. */
  key: CryptoKey
  algorithm: SigningAlgorithm
  facts: KeyFacts
  /** For the header: as the settings say, or a JWK's own. */
  kid?: string
  /** For the header; only if the settings ask for it. */
  x5tS256?: string
  /** The certificate that belongs to the key, if it came with one. */
  certificate?: CertificateFacts
  /** Remarks for the user who entered the key. */
  warnings: string[]
}

const importAs = (source: KeyMaterial['source'], algorithm: SigningAlgorithm, extractable: boolean): Promise<CryptoKey> => {
  const rule = algorithms[algorithm].import
  return source.format === 'jwk'
    ? crypto.subtle.importKey('jwk', source.jwk, rule, extractable, ['sign'])
    : crypto.subtle.importKey(source.format, source.bytes, rule, extractable, ['sign'])
}

/** The public half as a JWK, by way of an extractable twin that is dropped at once. */
export async function publicHalf(source: KeyMaterial['source'], algorithm: SigningAlgorithm): Promise<KeyNumbers> {
  const { kty, crv, n, e, x, y } = await crypto.subtle.exportKey('jwk', await importAs(source, algorithm, true))
  const given = { kty, crv, n, e, x, y }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Signs once and verifies with the public key, to detect a damaged key. */
async function checkItself(key: CryptoKey, publicJwk: KeyNumbers, algorithm: SigningAlgorithm): Promise<void> {
  const rule = algorithms[algorithm]
  const probe = new Uint8Array(8)
  const publicKey = await crypto.subtle.importKey('jwk', publicJwk, rule.import, false, ['verify'])
  const signature = await crypto.subtle.sign(rule.sign, key, probe)
  if (!(await crypto.subtle.verify(rule.sign, publicKey, signature, probe))) throw keyError(texts.notItself, texts.damagedHint)
}

const given = (value: string | undefined): Uint8Array => bytesOfBase64(value ?? '') ?? new Uint8Array()

/** A public key as certificates hold it (RFC 3279 section 2.3, RFC 8410 section 4). */
function publicBits({ kty, n, e, x, y }: KeyNumbers): Uint8Array {
  if (kty === 'RSA') return element(tags.sequence, unsigned(given(n)), unsigned(given(e)))
  return kty === 'EC' ? Uint8Array.of(4, ...given(x), ...given(y)) : given(x)
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** The certificate of the key among those that came with it. Throws AssayError `key-unusable` if none of them is its own. */
export async function certificateOf(
  certificates: readonly Uint8Array<ArrayBuffer>[],
  publicJwk: KeyNumbers,
): Promise<CertificateFacts | undefined> {
  if (certificates.length === 0) return undefined
  const { publicKeyOf, readCertificate } = await import('./certificate.ts')
  const wanted = publicBits(publicJwk)
  const own = certificates.find((der) => same(publicKeyOf(der), wanted))
  if (!own) throw keyError(texts.certificateOfOther, texts.certificateOfOtherHint)
  return readCertificate(own)
}

async function importChecked(material: KeyMaterial, algorithm: SigningAlgorithm) {
  const { source } = material
  if (source.format === 'raw') return { key: await importAs(source, algorithm, false), certificate: undefined }
  try {
    const key = await importAs(source, algorithm, false)
    const publicJwk = await publicHalf(source, algorithm)
    await checkItself(key, publicJwk, algorithm)
    return { key, certificate: await certificateOf(material.certificates, publicJwk) }
  } catch (thrown) {
    // Only the host's own refusals: they say nothing that would help.
    if (!(thrown instanceof DOMException) && !(thrown instanceof TypeError)) throw thrown
    throw keyError(source.format === 'jwk' ? texts.jwkDamaged : texts.damaged, texts.damagedHint, thrown)
  }
}

/**
 * Reads a key in any form (O4) and imports it for its algorithm (RFC 7518 section 3.1). Throws AssayError `key-unusable`
 * with the exact problem and its fix.
 */
export async function importSigningKey(settings: KeySettings): Promise<SigningKey> {
  const { algorithm } = settings
  const material = await readMaterial(settings)
  checkFit(algorithm, material.facts)
  const { key, certificate } = await importChecked(material, algorithm)
  if (settings.x5tS256 && !certificate) throw keyError(texts.thumbprintMissing, texts.thumbprintMissingHint)
  const kid = settings.keyId || material.keyId
  const short = shortSecretWarning(algorithm, material.facts)
  return {
    key,
    algorithm,
    facts: material.facts,
    ...(kid === undefined ? {} : { kid }),
    ...(settings.x5tS256 && certificate ? { x5tS256: certificate.thumbprint } : {}),
    ...(certificate ? { certificate } : {}),
    warnings: short === undefined ? material.warnings : [...material.warnings, short],
  }
}
