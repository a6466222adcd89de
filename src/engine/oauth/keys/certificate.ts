import { Certificate, type RelativeDistinguishedNames } from 'pkijs'
import { base64url } from 'jose'
import { readSequence } from './der.ts'
import { keyError } from './key-error.ts'
import type { CertificateFacts } from './key-settings.ts'
import { oauthKeyTexts as texts } from './texts.ts'

/** Short names of RFC 4514 section 3, and those that OpenSSL adds. */
const names: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

const described = ({ typesAndValues }: RelativeDistinguishedNames): string =>
  typesAndValues
    .toReversed()
    .map(({ type, value }) => `${names[type] ?? type}=${String(value.valueBlock.value)}`)
    .join(', ')

function parse(der: Uint8Array<ArrayBuffer>): Certificate {
  try {
    return Certificate.fromBER(der)
  } catch (thrown) {
    throw keyError(texts.certificateDamaged, texts.certificateDamagedHint, thrown)
  }
}

/** The content of a certificate (RFC 5280), for users and for `x5t#S256`. Throws AssayError `key-unusable` if it can't be read. */
export async function readCertificate(der: Uint8Array<ArrayBuffer>): Promise<CertificateFacts> {
  const { subject, issuer, notBefore, notAfter } = parse(der)
  return {
    subject: described(subject),
    issuer: described(issuer),
    validFrom: notBefore.value.getTime(),
    validTo: notAfter.value.getTime(),
    thumbprint: base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', der))),
  }
}

/** The bits of the public key in a certificate (RFC 5280 section 4.1.2.7), without the byte that counts unused bits. */
export function publicKeyOf(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const info = new Uint8Array(parse(der).subjectPublicKeyInfo.toSchema().toBER())
  return readSequence(info)[1]?.content.subarray(1) ?? new Uint8Array()
}
