import { bitsOf, DerError, element, oidOf, readElement, readSequence, tags, type Element } from './der.ts'
import { keyError } from './key-error.ts'
import type { KeyFacts } from './key-settings.ts'
import { oauthKeyTexts as texts } from './texts.ts'

/** A private key as PKCS#8 (RFC 5208), and what it is. */
export interface PrivateKey {
  pkcs8: Uint8Array<ArrayBuffer>
  facts: KeyFacts
}

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

const version0 = element(tags.integer, Uint8Array.of(0))
const rsaEncryption = element(tags.oid, bytesOfHex('2a864886f70d010101'))
const ecPublicKey = element(tags.oid, bytesOfHex('2a8648ce3d0201'))
const derNull = element(tags.null)

const curves: Record<string, string> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.132.0.10': 'secp256k1',
  '1.3.36.3.3.2.8.1.1.7': 'brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.11': 'brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'brainpoolP512r1',
}
const edwards: Record<string, string> = {
  '1.3.101.110': 'X25519',
  '1.3.101.111': 'X448',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
}

const wrap = (algorithm: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> =>
  element(tags.sequence, version0, element(tags.sequence, algorithm), element(tags.octetString, key))

function curveOf(parameters: Element | undefined): string {
  if (parameters?.tag === tags.sequence) throw keyError(texts.explicitCurve, texts.explicitCurveHint)
  if (parameters?.tag !== tags.oid) throw new DerError('no curve')
  const oid = oidOf(parameters.content)
  return curves[oid] ?? oid
}

/** RFC 8017 A.1.2: version, modulus, exponents, primes. */
function rsaBits(pkcs1: Uint8Array<ArrayBuffer>): number {
  const parts = readSequence(pkcs1)
  if (parts.length < 9 || parts.some(({ tag }, index) => index < 9 && tag !== tags.integer)) throw new DerError('not PKCS#1')
  return bitsOf(parts[1]?.content ?? new Uint8Array())
}

function ofPkcs8(whole: Uint8Array<ArrayBuffer>, algorithm: Element, key: Element): PrivateKey {
  const [name, parameters] = readSequence(algorithm.whole)
  const oid = name?.tag === tags.oid ? oidOf(name.content) : ''
  switch (oid) {
    case '1.2.840.113549.1.1.1':
      return { pkcs8: whole, facts: { type: 'RSA', bits: rsaBits(key.content) } }
    case '1.2.840.113549.1.1.10': {
      // The key itself is the same; WebCrypto knows only its plain name.
      const facts = { type: 'RSA', bits: rsaBits(key.content), pssOnly: true } as const
      return { pkcs8: wrap(Uint8Array.of(...rsaEncryption, ...derNull), key.content), facts }
    }
    case '1.2.840.10045.2.1':
      readSequence(key.content)
      return { pkcs8: whole, facts: { type: 'EC', curve: curveOf(parameters) } }
    default: {
      const curve = edwards[oid]
      if (curve === undefined) throw keyError(texts.otherKind(oid), texts.makeKey('RS256'))
      readElement(key.content)
      return { pkcs8: withoutPublicKey(whole), facts: { type: 'OKP', curve } }
    }
  }
}

/** RFC 5958 lets a key carry its public part, which older hosts reject: version, algorithm and key are enough. */
function withoutPublicKey(whole: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [version, algorithm, key] = readSequence(whole)
  if (version?.content[0] !== 1 || !algorithm || !key) return whole
  return element(tags.sequence, version0, algorithm.whole, key.whole)
}

/** RFC 5915: version 1, the number, [0] the curve, [1] the public point. */
function ofSec1(whole: Uint8Array<ArrayBuffer>, parts: Element[]): PrivateKey {
  const named = parts.find(({ tag }) => tag === 0xa0)
  const parameters = named ? readElement(named.content) : undefined
  const curve = curveOf(parameters)
  return { pkcs8: wrap(Uint8Array.of(...ecPublicKey, ...(parameters?.whole ?? [])), whole), facts: { type: 'EC', curve } }
}

/**
 * Reads a private key that is not encrypted: PKCS#8 (RFC 5208), PKCS#1 (RFC 8017 A.1.2) or SEC1 (RFC 5915), distinguished by
 * their structure. Throws DerError if it is none of them, AssayError `key-unusable` if it is one that can't sign.
 */
export function readPrivateKey(der: Uint8Array<ArrayBuffer>): PrivateKey {
  const parts = readSequence(der)
  const [version, second, third] = parts
  if (version?.tag !== tags.integer) throw new DerError('no version')
  if (second?.tag === tags.sequence && third?.tag === tags.octetString) return ofPkcs8(der, second, third)
  if (second?.tag === tags.octetString) return ofSec1(der, parts)
  const facts = { type: 'RSA', bits: rsaBits(der) } as const
  return { pkcs8: wrap(Uint8Array.of(...rsaEncryption, ...derNull), der), facts }
}

/** The same for a key that a user gave: what can't be read is damaged. Throws AssayError `key-unusable`. */
export function readGivenKey(der: Uint8Array<ArrayBuffer>): PrivateKey {
  try {
    return readPrivateKey(der)
  } catch (thrown) {
    if (thrown instanceof DerError) throw keyError(texts.damaged, texts.damagedHint, thrown)
    throw thrown
  }
}
