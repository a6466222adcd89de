import { base64 } from '#engine/base/encoding/base64.ts'
import { compactDecrypt, decodeProtectedHeader, importJWK, importPKCS8 } from 'jose'
import { AssayError } from '#engine/base/errors.ts'
import type { KeyMaterial } from '../keys/key-settings.ts'
import { readMaterial } from '../keys/read-material.ts'
import type { OAuthSettings } from '../settings.ts'
import { encryptedTexts, idTokenTexts } from '../texts.ts'

type Key = Parameters<typeof compactDecrypt>[1]

const byPrivateKey = /^(RSA-OAEP(-(256|384|512))?|ECDH-ES(\+A(128|192|256)KW)?)$/
const bySecret = /^(dir|A(128|192|256)(GCM)?KW|PBES2-HS(256|384|512)\+A(128|192|256)KW)$/

/** Creates the error that says why a token can't be decrypted, for the kind of token that it is. */
export type Refused = (why: string) => AssayError

/** Bytes of the key that an algorithm wants: that of the key's wrapping, or with `dir` of the content (RFC 7518 sections 4.4, 4.5 and 5). */
function keyLength(alg: string, enc: string): number {
  const [, wrapped = ''] = /^A(\d+)(?:GCM)?KW$/.exec(alg) ?? []
  if (wrapped !== '') return Number(wrapped) / 8
  const [, content = '', mac = ''] = /^A(\d+)(?:GCM|CBC-HS(\d+))$/.exec(enc) ?? []
  return Number(mac === '' ? content : mac) / 8
}

/** The client's secret as a key: the left part of the shortest SHA-2 hash that is long enough (OpenID Connect Core 10.2). */
async function keyOfSecret(secret: string, alg: string, enc: string): Promise<Key> {
  const bytes = new TextEncoder().encode(secret)
  if (alg.startsWith('PBES2')) return bytes
  const length = keyLength(alg, enc)
  const bits = [256, 384, 512].find((one) => one >= length * 8) ?? 512
  return new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes)).subarray(0, length)
}

function keyOfMaterial({ source }: KeyMaterial, alg: string, refused: Refused): Promise<Key> {
  if (source.format === 'pkcs8')
    return importPKCS8(`-----BEGIN PRIVATE KEY-----\n${base64(source.bytes)}\n-----END PRIVATE KEY-----`, alg)
  if (source.format === 'jwk') return importJWK(source.jwk, alg)
  throw refused(encryptedTexts.noPrivateKey(alg))
}

async function keyFor(settings: OAuthSettings, alg: string, enc: string, refused: Refused): Promise<Key> {
  if (bySecret.test(alg)) {
    if (settings.clientSecret === undefined) throw refused(encryptedTexts.noSecret(alg))
    return keyOfSecret(settings.clientSecret.value, alg, enc)
  }
  if (!byPrivateKey.test(alg)) throw refused(encryptedTexts.algUnknown(alg))
  const key = await settings.clientKey?.()
  if (key === undefined) throw refused(encryptedTexts.noPrivateKey(alg))
  return keyOfMaterial(await readMaterial(key), alg, refused)
}

/**
 * Opens a token that the provider encrypted for the client (RFC 7516, OpenID Connect Core 10.2) with the client's private key or its
 * secret, and gives what is in it with what it was encrypted by. Rejects with what `refused` makes of the reason.
 */
export async function openToken(
  settings: OAuthSettings,
  token: string,
  refused: Refused,
): Promise<{ text: string; alg: string; enc: string }> {
  const { alg = '', enc = '' } = headerOf(token, refused)
  const key = await keyFor(settings, alg, enc, refused).catch((thrown: unknown) => {
    // The host rejects a key of another type in words of its own.
    throw thrown instanceof AssayError ? thrown : refused(encryptedTexts.otherKey(alg))
  })
  const opened = await compactDecrypt(token, key, { keyManagementAlgorithms: [alg] }).catch(() => {
    throw refused(encryptedTexts.notOpened(alg, enc, bySecret.test(alg)))
  })
  return { text: new TextDecoder().decode(opened.plaintext), alg, enc }
}

function headerOf(token: string, refused: Refused): { alg?: string; enc?: string } {
  try {
    const { alg, enc } = decodeProtectedHeader(token)
    return { ...(typeof alg === 'string' ? { alg } : {}), ...(typeof enc === 'string' ? { enc } : {}) }
  } catch {
    throw refused(idTokenTexts.malformed)
  }
}
