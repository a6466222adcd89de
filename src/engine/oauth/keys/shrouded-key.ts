import { PKCS8ShroudedKeyBag } from 'pkijs'
import { keyError } from './key-error.ts'
import { decryptByPassword, type Opened } from './password-encryption.ts'
import { oauthKeyTexts as texts } from './texts.ts'

function parse(der: Uint8Array<ArrayBuffer>): PKCS8ShroudedKeyBag {
  try {
    return PKCS8ShroudedKeyBag.fromBER(der)
  } catch (thrown) {
    throw keyError(texts.damaged, texts.damagedHint, thrown)
  }
}

/** Decrypts an EncryptedPrivateKeyInfo (RFC 5958 section 3) to a PrivateKeyInfo; undefined if the password is wrong. */
export function openShroudedKey(
  der: Uint8Array<ArrayBuffer>,
  password: string,
  opened: Opened,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { encryptionAlgorithm, encryptedData } = parse(der)
  return decryptByPassword(encryptionAlgorithm, new Uint8Array(encryptedData.getValue()), password, opened)
}
