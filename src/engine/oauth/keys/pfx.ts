import {
  AuthenticatedSafe,
  CertBag,
  ContentInfo,
  EncryptedData,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeContents,
} from 'pkijs'
import { bytesOfBase64 } from './base64.ts'
import { DerError } from './der.ts'
import { keyError } from './key-error.ts'
import type { KeyMaterial } from './key-settings.ts'
import { decryptByPassword, digestBits, mostSlowIterations } from './password-encryption.ts'
import { bmpPassword, derivePkcs12, purposes, webDigest } from './pkcs12-derivation.ts'
import { readPrivateKey, type PrivateKey } from './private-key.ts'
import { oauthKeyTexts as texts } from './texts.ts'

const what = 'PFX file'
const opened = { what, reencrypt: texts.reencryptPfxHint, reencryptLegacy: texts.reencryptPfxHint }

const damaged = (cause?: unknown): Error => keyError(texts.pfxDamaged, texts.pfxDamagedHint, cause)
const wrongPassword = (): Error => keyError(texts.wrongPassword(what), texts.wrongPfxPasswordHint)

/** pkijs throws errors of many kinds; here they all mean the same. */
function parse<T>(read: () => T, failed: (cause: unknown) => Error = damaged): T {
  try {
    return read()
  } catch (thrown) {
    throw failed(thrown)
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (text.includes('-----BEGIN')) throw keyError(texts.isPem('PFX'), texts.isPemHint)
  const bytes = bytesOfBase64(text)
  // Only its end can be missing if every sign is one of base64.
  if (!bytes && /^[\w+/=\s-]*$/.test(text)) throw damaged()
  if (!bytes) throw keyError(texts.pfxNotBase64, texts.pfxNotBase64Hint)
  return bytes
}

const octets = (content: { getValue(): ArrayBuffer }): Uint8Array<ArrayBuffer> => new Uint8Array(content.getValue())

/**
 * The checksum over the content (RFC 7292 section 4): it tells a wrong password from a damaged file. True also if there is
 * none, or one of a kind that WebCrypto lacks: then what is decrypted has to show.
 */
async function macHolds({ macData }: PFX, content: Uint8Array<ArrayBuffer>, password: Uint8Array): Promise<boolean> {
  if (!macData) return true
  const bits = digestBits(macData.mac.digestAlgorithm.algorithmId)
  if (bits === undefined) return true
  const iterations = macData.iterations ?? 1
  if (iterations > mostSlowIterations) {
    throw keyError(texts.tooManyIterations(what, iterations, mostSlowIterations), texts.reencryptPfxHint)
  }
  const digest = webDigest(bits)
  const { sha1, sha256 } = await import('./sync-digests.ts')
  const sync = { 1: sha1, 256: sha256, 384: undefined, 512: undefined }[bits]
  const fast = sync ? { ...digest, of: sync } : digest
  const derived = await derivePkcs12(fast, purposes.mac, password, octets(macData.macSalt), iterations, digest.size)
  const key = await crypto.subtle.importKey('raw', derived, { name: 'HMAC', hash: `SHA-${bits}` }, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, octets(macData.mac.digest), content)
}

interface Found {
  keys: PrivateKey[]
  certificates: Uint8Array<ArrayBuffer>[]
}

async function openSafe(info: ContentInfo, password: string): Promise<SafeContents> {
  if (info.contentType === ContentInfo.DATA) return SafeContents.fromBER(octets(info.content))
  if (info.contentType !== ContentInfo.ENCRYPTED_DATA) throw keyError(texts.pfxPublicKeyMode, texts.reencryptPfxHint)
  const { encryptedContentInfo } = parse(() => new EncryptedData({ schema: info.content }))
  const data = new Uint8Array(encryptedContentInfo.getEncryptedContent())
  const plain = await decryptByPassword(encryptedContentInfo.contentEncryptionAlgorithm, data, password, opened)
  if (!plain) throw wrongPassword()
  return parse(() => SafeContents.fromBER(plain), wrongPassword)
}

async function collect(safe: SafeContents, password: string, found: Found): Promise<void> {
  for (const { bagValue } of safe.safeBags) {
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      const data = octets(bagValue.encryptedData)
      const plain = await decryptByPassword(bagValue.encryptionAlgorithm, data, password, opened)
      if (!plain) throw wrongPassword()
      found.keys.push(keyOf(plain))
    } else if (bagValue instanceof PrivateKeyInfo) {
      found.keys.push(keyOf(new Uint8Array(bagValue.toSchema().toBER())))
    } else if (bagValue instanceof CertBag && bagValue.certId === '1.2.840.113549.1.9.22.1') {
      const value: unknown = bagValue.certValue
      if (typeof value === 'object' && value !== null && 'getValue' in value) {
        found.certificates.push(octets(value as { getValue(): ArrayBuffer }))
      }
    } else if (bagValue instanceof SafeContents) await collect(bagValue, password, found)
  }
}

function keyOf(plain: Uint8Array<ArrayBuffer>): PrivateKey {
  try {
    return readPrivateKey(plain)
  } catch (thrown) {
    if (thrown instanceof DerError) throw wrongPassword()
    throw thrown
  }
}

const safesOf = (content: Uint8Array<ArrayBuffer>): ContentInfo[] => parse(() => AuthenticatedSafe.fromBER(content)).safeContents

/**
 * Opens a PFX file given as base64 (PKCS#12, RFC 7292): AES, 3DES and RC2, keys of every kind, with the certificates in it. A
 * wrong password, a damaged file and a certificate without its key are three texts of AssayError `key-unusable`.
 */
export async function openPfx(text: string, password: string): Promise<KeyMaterial> {
  const bytes = bytesOf(text)
  const pfx = parse(() => PFX.fromBER(bytes))
  if (pfx.authSafe.contentType !== ContentInfo.DATA) throw keyError(texts.pfxPublicKeyMode, texts.reencryptPfxHint)
  const content = parse(() => octets(pfx.authSafe.content))
  const sound =
    (await macHolds(pfx, content, bmpPassword(password))) ||
    // No password at all is not the same as an empty one; programs differ in which they mean.
    (password === '' && (await macHolds(pfx, content, new Uint8Array())))
  if (!sound) throw await whyNotSound(content, password)
  const found: Found = { keys: [], certificates: [] }
  for (const info of safesOf(content)) await collect(await openSafe(info, password), password, found)
  const { keys, certificates } = found
  const [key] = keys
  if (!key) throw keyError(texts.pfxNoKey, texts.pfxNoKeyHint)
  return {
    facts: key.facts,
    source: { format: 'pkcs8', bytes: key.pkcs8 },
    certificates,
    warnings: keys.length > 1 ? [texts.severalKeys(keys.length)] : [],
  }
}

/** The checksum does not hold: if the password opens any part of the content all the same, the file was changed. */
async function whyNotSound(content: Uint8Array<ArrayBuffer>, password: string): Promise<Error> {
  const found: Found = { keys: [], certificates: [] }
  for (const info of safesOf(content)) {
    await openSafe(info, password)
      .then((safe) => collect(safe, password, found))
      .catch(() => undefined)
  }
  if (found.keys.length + found.certificates.length > 0) return keyError(texts.pfxChanged, texts.pfxDamagedHint)
  return password === '' ? keyError(texts.needsPassword(what), texts.needsPasswordHint) : wrongPassword()
}
