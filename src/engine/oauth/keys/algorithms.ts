import { keyError } from './key-error.ts'
import type { KeyFacts, SigningAlgorithm } from './key-settings.ts'
import { oauthKeyTexts as texts } from './texts.ts'
import type { ImportRule, SignRule } from './web-crypto.ts'

/** The WebCrypto parameters with which a key is imported for an algorithm, and what the key must be. */
export interface AlgorithmRule {
  import: ImportRule
  /** For signing with WebCrypto directly. */
  sign: SignRule
  needs: KeyFacts['type']
  /** EC and OKP: the one curve; RSA and symmetric: fewest bits (RFC 7518 sections 3.2 and 3.3). */
  curve?: string
  bits?: number
}

const rsa = (name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS', bits: number): AlgorithmRule => ({
  import: { name, hash: `SHA-${bits}` },
  sign: name === 'RSA-PSS' ? { name, saltLength: bits / 8 } : { name },
  needs: 'RSA',
  bits: 2048,
})
const ec = (curve: string, bits: number): AlgorithmRule => ({
  import: { name: 'ECDSA', namedCurve: curve },
  sign: { name: 'ECDSA', hash: `SHA-${bits}` },
  needs: 'EC',
  curve,
})
const hmac = (bits: number): AlgorithmRule => ({
  import: { name: 'HMAC', hash: `SHA-${bits}` },
  sign: { name: 'HMAC' },
  needs: 'symmetric',
  bits,
})

/** Every algorithm that signs here, in the order of menus. */
export const algorithms: Record<SigningAlgorithm, AlgorithmRule> = {
  RS256: rsa('RSASSA-PKCS1-v1_5', 256),
  RS384: rsa('RSASSA-PKCS1-v1_5', 384),
  RS512: rsa('RSASSA-PKCS1-v1_5', 512),
  PS256: rsa('RSA-PSS', 256),
  PS384: rsa('RSA-PSS', 384),
  PS512: rsa('RSA-PSS', 512),
  ES256: ec('P-256', 256),
  ES384: ec('P-384', 384),
  ES512: ec('P-521', 512),
  EdDSA: { import: { name: 'Ed25519' }, sign: { name: 'Ed25519' }, needs: 'OKP', curve: 'Ed25519' },
  HS256: hmac(256),
  HS384: hmac(384),
  HS512: hmac(512),
}

/** Short RSA keys are rejected. A short symmetric key signs with a warning, because servers accept it. */
function fits(name: SigningAlgorithm, facts: KeyFacts): boolean {
  const rule = algorithms[name]
  if (rule.needs !== facts.type) return false
  switch (facts.type) {
    case 'RSA':
      return facts.bits >= (rule.bits ?? 0) && (facts.pssOnly !== true || name.startsWith('PS'))
    case 'EC':
    case 'OKP':
      return facts.curve === rule.curve
    case 'symmetric':
      return true
  }
}

/** The algorithms that a key can sign with, the usual one first. */
export const algorithmsFor = (facts: KeyFacts): SigningAlgorithm[] =>
  (Object.keys(algorithms) as SigningAlgorithm[]).filter((name) => fits(name, facts))

/**
 * Throws AssayError `key-unusable` if the key can't sign with the algorithm. The hint has suitable algorithms and the command
 * for a suitable key.
 */
export function checkFit(name: SigningAlgorithm, facts: KeyFacts): void {
  if (fits(name, facts)) return
  const short = facts.type === 'RSA' && algorithms[name].needs === 'RSA' && facts.bits < 2048
  if (short) throw keyError(texts.tooShort(name, facts.bits), texts.makeKey(name))
  throw keyError(texts.doesNotFit(facts, name), texts.doesNotFitHint(name, algorithmsFor(facts)))
}

/** The remark for an HMAC key that is shorter than RFC 7518 section 3.2 requires; undefined if there is none. */
export function shortSecretWarning(name: SigningAlgorithm, facts: KeyFacts): string | undefined {
  const { bits = 0 } = algorithms[name]
  return facts.type === 'symmetric' && facts.bits < bits ? texts.shortSecret(name, facts.bits, bits) : undefined
}
