import type { KeyNumbers } from './web-crypto.ts'

/** Signature algorithms of JWS (RFC 7518 section 3.1, EdDSA: RFC 8037 section 3.1). */
export type SigningAlgorithm =
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA'
  | 'HS256'
  | 'HS384'
  | 'HS512'

/** How the key is written down. */
export type KeyForm = 'pem' | 'jwk' | 'pfx' | 'x509' | 'symmetric'

/** A signing key as a step states it, with its secrets read. */
export interface KeySettings {
  form: KeyForm
  /** PEM text, JSON text, PFX as base64, or the symmetric key itself. */
  key: string
  /** Of an encrypted key; empty if there is none. */
  password: string
  /** Of a symmetric key. */
  encoding: 'text' | 'base64'
  algorithm: SigningAlgorithm
  /** `kid` of the header; empty: a JWK's own, else none. */
  keyId: string
  /** Put the thumbprint of the certificate in the header (RFC 7515 section 4.1.8). */
  x5tS256: boolean
}

/** What kind of key it is. A `curve` beyond the ones that sign here is named as far as it is known. */
export type KeyFacts =
  | { type: 'RSA'; bits: number; pssOnly?: true }
  | { type: 'EC'; curve: string }
  | { type: 'OKP'; curve: string }
  | { type: 'symmetric'; bits: number }

/** A key that was read but not yet imported for an algorithm. */
export interface KeyMaterial {
  facts: KeyFacts
  source:
    | { format: 'pkcs8'; bytes: Uint8Array<ArrayBuffer> }
    | { format: 'jwk'; jwk: KeyNumbers }
    | { format: 'raw'; bytes: Uint8Array<ArrayBuffer> }
  /** Certificates that came with it, as DER, in the order of the file. */
  certificates: Uint8Array<ArrayBuffer>[]
  /** `kid` of a JWK. */
  keyId?: string
  /** Remarks for the user who entered the key. */
  warnings: string[]
}

/** A certificate as users read it. */
export interface CertificateFacts {
  /** `CN=client.example, O=Assay`; as RFC 4514 orders it, from the last part to the first. */
  subject: string
  issuer: string
  /** Milliseconds since 1970. */
  validFrom: number
  validTo: number
  /** `x5t#S256`: SHA-256 of the DER as base64url (RFC 7515 section 4.1.8). */
  thumbprint: string
}
