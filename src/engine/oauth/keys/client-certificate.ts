import { base64 } from '#engine/base/encoding/base64.ts'
import { algorithmsFor } from './algorithms.ts'
import { lifeWarnings } from './describe-key.ts'
import { keyError } from './key-error.ts'
import { certificateOf, publicHalf } from './import-signing-key.ts'
import type { CertificateFacts, KeyFacts, KeyMaterial } from './key-settings.ts'
import { parsePem } from './pem.ts'
import { readMaterial } from './read-material.ts'
import { nameOfKey, oauthKeyTexts as texts } from './texts.ts'

/** A certificate with its key as entered, with secrets resolved. */
export interface GivenCertificate {
  form: 'pem' | 'pfx'
  /** PEM; may be empty if `key` holds it. */
  certificate: string
  /** PEM, or PFX as base64. */
  key: string
  /** Empty if nothing is encrypted. */
  password: string
}

/** A client certificate ready for TLS, certificate and key as PEM. */
export interface OpenedCertificate {
  /** The client's own first, then those that lead to its root. */
  certificate: string
  /** PKCS#8, not encrypted. */
  key: string
  keyFacts: KeyFacts
  facts: CertificateFacts
}

/** What an editor shows of a client certificate; nothing of it is secret. Plain JSON. */
export type CertificateDescription =
  | { usable: true; text: string; certificate: CertificateFacts; warnings: string[] }
  | { usable: false; message: string; hint?: string }

/** Puts a client certificate in words. `now` in milliseconds since 1970. */
export const describeClientCertificate = ({ facts, keyFacts }: OpenedCertificate, now: number): CertificateDescription => ({
  usable: true,
  text: texts.clientCertificate(facts.subject, nameOfKey(keyFacts)),
  certificate: facts,
  warnings: lifeWarnings(facts, now),
})

const isCertificate = ({ label }: { label: string }): boolean => label.endsWith('CERTIFICATE')

const pemOf = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${(base64(der).match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

async function read({ form, certificate, key, password }: GivenCertificate): Promise<KeyMaterial> {
  const both = form === 'pfx' ? key : `${key}\n${certificate}`
  if (both.trim() === '') throw keyError(texts.clientEmpty, texts.clientEmptyHint)
  if (form === 'pem' && /-----BEGIN /.test(both) && !parsePem(both).some(isCertificate))
    throw keyError(texts.clientWithoutCertificate, texts.clientWithoutCertificateHint)
  return readMaterial({ form, key: both, password, encoding: 'text', algorithm: 'RS256', keyId: '', x5tS256: false })
}

/**
 * The certificate that belongs to the key. Of a key that WebCrypto can't read it is the first one; the TLS library compares
 * them.
 */
async function ownOf({ facts, source, certificates }: KeyMaterial): Promise<CertificateFacts> {
  const [algorithm] = algorithmsFor(facts)
  const found = algorithm === undefined ? undefined : await certificateOf(certificates, await publicHalf(source, algorithm))
  if (found) return found
  const [first] = certificates
  if (!first) throw keyError(texts.clientWithoutCertificate, texts.clientWithoutCertificateHint)
  const { readCertificate } = await import('./certificate.ts')
  return readCertificate(first)
}

/**
 * Opens a client's certificate in either form, old ciphers of PFX files included. Throws AssayError `key-unusable` with the
 * exact problem and its fix: a wrong password, a damaged file, a certificate without its key or of another one.
 */
export async function openClientCertificate(given: GivenCertificate): Promise<OpenedCertificate> {
  const material = await read(given)
  const { source, certificates } = material
  if (source.format !== 'pkcs8') throw keyError(texts.noPem, texts.noPemHint)
  const facts = await ownOf(material)
  const { readCertificate } = await import('./certificate.ts')
  const all = await Promise.all(certificates.map(async (der) => ({ der, is: (await readCertificate(der)).thumbprint })))
  const own = all.filter(({ is }) => is === facts.thumbprint).slice(0, 1)
  const others = all.filter(({ is }) => is !== facts.thumbprint)
  return {
    certificate: [...own, ...others].map(({ der }) => pemOf('CERTIFICATE', der)).join(''),
    key: pemOf('PRIVATE KEY', source.bytes),
    keyFacts: material.facts,
    facts,
  }
}
