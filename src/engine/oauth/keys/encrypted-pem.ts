import type { PemBlock } from './pem.ts'
import { DerError } from './der.ts'
import { keyError } from './key-error.ts'
import { readPrivateKey, type PrivateKey } from './private-key.ts'
import { oauthKeyTexts as texts } from './texts.ts'

const opened = { what: 'key', reencrypt: texts.reencryptHint, reencryptLegacy: texts.reencryptLegacyHint }

const wrongPassword = (): Error => keyError(texts.wrongPassword('key'), texts.wrongPasswordHint)

/** What came out of a decryption without a checksum: no padding or no key in it means another password. */
function keyOf(plain: Uint8Array<ArrayBuffer> | undefined): PrivateKey {
  if (!plain) throw wrongPassword()
  try {
    return readPrivateKey(plain)
  } catch (thrown) {
    if (thrown instanceof DerError) throw wrongPassword()
    throw thrown
  }
}

/** An `ENCRYPTED PRIVATE KEY` block (RFC 5958 section 3). Throws AssayError `key-unusable`. */
export async function decryptPkcs8(der: Uint8Array<ArrayBuffer>, password: string): Promise<PrivateKey> {
  if (password === '') throw keyError(texts.needsPassword('key'), texts.needsPasswordHint)
  const { openShroudedKey } = await import('./shrouded-key.ts')
  return keyOf(await openShroudedKey(der, password, opened))
}

const dekCiphers: Record<string, ['AES' | '3DES' | 'DES', bytes: number]> = {
  'AES-128-CBC': ['AES', 16],
  'AES-192-CBC': ['AES', 24],
  'AES-256-CBC': ['AES', 32],
  'DES-EDE3-CBC': ['3DES', 24],
  'DES-CBC': ['DES', 8],
}

/** The key that OpenSSL's old PEM encryption makes of a password: MD5 over and over (EVP_BytesToKey). */
function derive(md5: (bytes: Uint8Array) => Uint8Array, password: string, salt: Uint8Array, length: number) {
  const secret = new TextEncoder().encode(password)
  const derived = new Uint8Array(Math.ceil(length / 16) * 16)
  let last = new Uint8Array()
  for (let at = 0; at < length; at += 16) {
    last = Uint8Array.of(...md5(Uint8Array.of(...last, ...secret, ...salt)))
    derived.set(last, at)
  }
  return derived.subarray(0, length)
}

/** A block with the headers Proc-Type and DEK-Info (RFC 1421 section 4.6.1.3). Throws AssayError `key-unusable`. */
export async function decryptDekInfo({ headers, der }: PemBlock, password: string): Promise<PrivateKey> {
  if (password === '') throw keyError(texts.needsPassword('key'), texts.needsPasswordHint)
  const [name = '', hex = ''] = (headers['DEK-Info'] ?? '').split(',')
  const cipher = dekCiphers[name.trim().toUpperCase()]
  if (!cipher) throw keyError(texts.unknownCipher('key', name || 'an unnamed cipher'), texts.reencryptHint)
  const iv = Uint8Array.from(hex.trim().match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const block = cipher[0] === 'AES' ? 16 : 8
  if (iv.length !== block || der.length === 0 || der.length % block !== 0) throw keyError(texts.damaged, texts.damagedHint)
  const { md5 } = await import('./sync-digests.ts')
  const key = derive(md5, password, iv.subarray(0, 8), cipher[1])
  if (cipher[0] !== 'AES') {
    const { decryptLegacy } = await import('./legacy-ciphers.ts')
    return keyOf(decryptLegacy(cipher[0], key, iv, der))
  }
  const { decryptAes } = await import('./password-encryption.ts')
  return keyOf(await decryptAes(key, iv, der))
}
