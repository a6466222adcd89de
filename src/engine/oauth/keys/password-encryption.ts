import { AlgorithmIdentifier, PBES2Params, PBKDF2Params } from 'pkijs'
import { readSequence, tags, type Element } from './der.ts'
import { keyError } from './key-error.ts'
import type { LegacyCipher } from './legacy-ciphers.ts'
import { bmpPassword, derivePkcs12, purposes } from './pkcs12-derivation.ts'
import { oauthKeyTexts as texts } from './texts.ts'

/** More rounds than any program sets, and as many as end within a second or two. */
const mostIterations = 10_000_000
/** Rounds of PKCS#12's own derivation, each of which is a call. */
export const mostSlowIterations = 1_000_000

/** What is opened, for texts: `key`, `PFX file`. */
export interface Opened {
  what: string
  reencrypt: string
  /** The same for ciphers that OpenSSL 3 opens by its legacy provider only. */
  reencryptLegacy: string
}

const prfs: Record<string, string> = {
  '1.2.840.113549.2.7': 'SHA-1',
  '1.2.840.113549.2.9': 'SHA-256',
  '1.2.840.113549.2.10': 'SHA-384',
  '1.2.840.113549.2.11': 'SHA-512',
}
const aes: Record<string, number> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
}
const names: Record<string, string> = {
  '1.2.840.113549.1.12.1.1': 'RC4 of 128 bits',
  '1.2.840.113549.1.12.1.2': 'RC4 of 40 bits',
}
/** PKCS#12's own schemes (RFC 7292 appendix C): cipher and bytes of its key. */
const pkcs12Schemes: Record<string, [cipher: LegacyCipher, key: number]> = {
  '1.2.840.113549.1.12.1.3': ['3DES', 24],
  '1.2.840.113549.1.12.1.4': ['3DES', 16],
  '1.2.840.113549.1.12.1.5': ['RC2-128', 16],
  '1.2.840.113549.1.12.1.6': ['RC2-40', 5],
}
/** PBES1 (RFC 8018 section 6.1): cipher, and whether the digest is MD5. */
const pbes1Schemes: Record<string, [cipher: LegacyCipher, digest: 'md5' | 'sha1']> = {
  '1.2.840.113549.1.5.3': ['DES', 'md5'],
  '1.2.840.113549.1.5.6': ['RC2-64', 'md5'],
  '1.2.840.113549.1.5.10': ['DES', 'sha1'],
  '1.2.840.113549.1.5.11': ['RC2-64', 'sha1'],
}

/** The parts of an algorithm's parameters, whatever pkijs makes of them. */
function parametersOf(algorithm: AlgorithmIdentifier): Element[] {
  const der = new Uint8Array(algorithm.toSchema().toBER())
  const parameters = readSequence(der)[1]
  return parameters?.tag === tags.sequence ? readSequence(parameters.whole) : parameters ? [parameters] : []
}

const numberOf = (element: Element | undefined): number =>
  element?.content.reduce((sum, byte) => sum * 256 + byte, 0) ?? Number.NaN

function checkIterations(count: number, most: number, { what, reencrypt }: Opened): void {
  if (!(count >= 1 && count <= most)) throw keyError(texts.tooManyIterations(what, count, most), reencrypt)
}

/** AES-CBC of WebCrypto; undefined if the padding is not valid. */
export async function decryptAes(
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt'])
  return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, data).then(
    (plain) => new Uint8Array(plain),
    () => undefined,
  )
}

async function pbkdf2(params: PBKDF2Params, password: string, length: number, opened: Opened): Promise<Uint8Array<ArrayBuffer>> {
  checkIterations(params.iterationCount, mostIterations, opened)
  const prf = params.prf === undefined ? 'SHA-1' : prfs[params.prf.algorithmId]
  if (prf === undefined) {
    throw keyError(texts.unknownCipher(opened.what, `PBKDF2 by ${params.prf?.algorithmId ?? ''}`), opened.reencrypt)
  }
  const salt = readSequence(new Uint8Array(params.toSchema().toBER()))[0]?.content ?? new Uint8Array()
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: prf, salt, iterations: params.iterationCount }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, base, length * 8))
}

async function decryptPbes2(algorithm: AlgorithmIdentifier, data: Uint8Array<ArrayBuffer>, password: string, opened: Opened) {
  const params = new PBES2Params({ schema: algorithm.algorithmParams })
  const derivation = params.keyDerivationFunc
  if (derivation.algorithmId === '1.3.6.1.4.1.11591.4.11') throw keyError(texts.scrypt, opened.reencrypt)
  if (derivation.algorithmId !== '1.2.840.113549.1.5.12') {
    throw keyError(texts.unknownCipher(opened.what, derivation.algorithmId), opened.reencrypt)
  }
  const parameters = new PBKDF2Params({ schema: derivation.algorithmParams })
  const cipher = params.encryptionScheme.algorithmId
  const iv = parametersOf(params.encryptionScheme)[0]?.content ?? new Uint8Array()
  const bytes = aes[cipher]
  if (bytes !== undefined) return decryptAes(await pbkdf2(parameters, password, bytes, opened), iv, data)
  const length = { '1.2.840.113549.3.7': 24, '1.3.14.3.2.7': 8 }[cipher]
  if (length === undefined) throw keyError(texts.unknownCipher(opened.what, cipher), opened.reencrypt)
  const { decryptLegacy } = await import('./legacy-ciphers.ts')
  return decryptLegacy(length === 24 ? '3DES' : 'DES', await pbkdf2(parameters, password, length, opened), iv, data)
}

async function decryptPkcs12(
  [cipher, length]: [LegacyCipher, number],
  parameters: Element[],
  data: Uint8Array<ArrayBuffer>,
  password: string,
  opened: Opened,
) {
  const { decryptLegacy } = await import('./legacy-ciphers.ts')
  const { sha1 } = await import('./sync-digests.ts')
  const iterations = numberOf(parameters[1])
  checkIterations(iterations, mostSlowIterations, opened)
  const salt = parameters[0]?.content ?? new Uint8Array()
  const digest = { block: 64, size: 20, of: sha1 }
  const derive = (purpose: 1 | 2, bytes: number) => derivePkcs12(digest, purpose, bmpPassword(password), salt, iterations, bytes)
  return decryptLegacy(cipher, await derive(purposes.key, length), await derive(purposes.iv, 8), data)
}

async function decryptPbes1(
  [cipher, digest]: [LegacyCipher, 'md5' | 'sha1'],
  parameters: Element[],
  data: Uint8Array<ArrayBuffer>,
  password: string,
  opened: Opened,
) {
  const { decryptLegacy } = await import('./legacy-ciphers.ts')
  const digests = await import('./sync-digests.ts')
  const iterations = numberOf(parameters[1])
  checkIterations(iterations, mostSlowIterations, opened)
  let derived = Uint8Array.of(...new TextEncoder().encode(password), ...(parameters[0]?.content ?? []))
  for (let round = 0; round < iterations; round++) derived = digests[digest](derived)
  return decryptLegacy(cipher, derived.subarray(0, 8), derived.subarray(8, 16), data)
}

/**
 * Decrypts what a password protects: PBES2 with PBKDF2 and AES (RFC 8018 section 6.2), and by node-forge, loaded only then,
 * 3DES, RC2 and DES of PBES2, PBES1 and PKCS#12. Undefined if the password is wrong as far as the padding tells. Throws
 * AssayError `key-unusable` for schemes that can't be opened here.
 */
export async function decryptByPassword(
  algorithm: AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer>,
  password: string,
  opened: Opened,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const oid = algorithm.algorithmId
  if (oid === '1.2.840.113549.1.5.13') return decryptPbes2(algorithm, data, password, opened)
  const pkcs12 = pkcs12Schemes[oid]
  if (pkcs12) return decryptPkcs12(pkcs12, parametersOf(algorithm), data, password, opened)
  const pbes1 = pbes1Schemes[oid]
  if (pbes1) return decryptPbes1(pbes1, parametersOf(algorithm), data, password, opened)
  const name = names[oid]
  throw keyError(texts.unknownCipher(opened.what, name ?? oid), name === undefined ? opened.reencrypt : opened.reencryptLegacy)
}

/** The name of a digest by its OID; undefined for one that WebCrypto does not offer. */
export const digestBits = (oid: string): 1 | 256 | 384 | 512 | undefined =>
  ({
    '1.3.14.3.2.26': 1 as const,
    '2.16.840.1.101.3.4.2.1': 256 as const,
    '2.16.840.1.101.3.4.2.2': 384 as const,
    '2.16.840.1.101.3.4.2.3': 512 as const,
  })[oid]
