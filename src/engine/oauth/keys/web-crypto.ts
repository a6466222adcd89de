import type { CryptoKey as JoseCryptoKey } from 'jose'

/** A key of WebCrypto; the name differs between the types of the hosts. */
export type CryptoKey = JoseCryptoKey

/** The members of a JWK that WebCrypto reads and writes here (RFC 7518 section 6). */
export type KeyNumbers = Partial<Record<'kty' | 'crv' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi' | 'x' | 'y', string>>

/** Names of an algorithm as WebCrypto wants them when a key is imported. */
export type ImportRule =
  | { name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'HMAC'; hash: string }
  | { name: 'ECDSA'; namedCurve: string }
  | { name: 'Ed25519' }

/** The same when it signs. */
export type SignRule =
  | { name: 'RSASSA-PKCS1-v1_5' | 'HMAC' | 'Ed25519' }
  | { name: 'RSA-PSS'; saltLength: number }
  | { name: 'ECDSA'; hash: string }
