import { bytesOfBase64 } from './base64.ts'
import { readElement, DerError } from './der.ts'
import { decryptDekInfo, decryptPkcs8 } from './encrypted-pem.ts'
import { readJwk } from './jwk.ts'
import { keyError } from './key-error.ts'
import type { KeyMaterial, KeySettings } from './key-settings.ts'
import { parsePem, type PemBlock } from './pem.ts'
import { readGivenKey, type PrivateKey } from './private-key.ts'
import { oauthKeyTexts as texts } from './texts.ts'

const plainLabels = new Set(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'])
const certificateLabels = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])
const isKey = ({ label }: PemBlock): boolean => plainLabels.has(label) || label === 'ENCRYPTED PRIVATE KEY'

function openBlock(block: PemBlock, password: string): PrivateKey | Promise<PrivateKey> {
  if (block.label === 'ENCRYPTED PRIVATE KEY') return decryptPkcs8(block.der, password)
  return 'DEK-Info' in block.headers || 'Proc-Type' in block.headers ? decryptDekInfo(block, password) : readGivenKey(block.der)
}

/** No private key among the blocks: what is there instead. */
function withoutKey(blocks: readonly PemBlock[]): Error {
  const labels = blocks.map(({ label }) => label)
  const has = (pattern: RegExp): boolean => labels.some((label) => pattern.test(label))
  if (has(/^OPENSSH PRIVATE KEY$/)) return keyError(texts.openssh, texts.opensshHint)
  if (has(/^(RSA |EC )?PUBLIC KEY$/)) return keyError(texts.publicOnly, texts.publicOnlyHint)
  if (has(/CERTIFICATE REQUEST$/)) return keyError(texts.request, texts.certificateOnlyHint)
  if (has(/CERTIFICATE$/)) return keyError(texts.certificateOnly, texts.certificateOnlyHint)
  return keyError(texts.noKeyBlock(labels.join(', ')), texts.noPemHint)
}

/** Text without PEM's lines: the base64 of a key alone is taken, other text is an error. */
function withoutPem(text: string): PrivateKey {
  if (text.trim().startsWith('{')) throw keyError(texts.isJson, texts.isJsonHint)
  const bytes = bytesOfBase64(text)
  if (!bytes || bytes.length === 0) throw keyError(texts.noPem, texts.noPemHint)
  if (isPfx(bytes)) throw keyError(texts.isPfx, texts.isPfxHint)
  return readGivenKey(bytes)
}

/** Version 3 in front of a sequence (RFC 7292 section 4); private keys have 0 or 1. */
function isPfx(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    return readElement(readElement(bytes).content).content[0] === 3
  } catch (thrown) {
    if (thrown instanceof DerError) return false
    throw thrown
  }
}

async function readPem({ key, password }: KeySettings): Promise<KeyMaterial> {
  const blocks = parsePem(key)
  const keys = blocks.filter(isKey)
  const [first] = keys
  if (!first && blocks.length > 0) throw withoutKey(blocks)
  const { facts, pkcs8 } = first ? await openBlock(first, password) : withoutPem(key)
  return {
    facts,
    source: { format: 'pkcs8', bytes: pkcs8 },
    certificates: blocks.filter(({ label }) => certificateLabels.has(label)).map(({ der }) => der),
    warnings: keys.length > 1 ? [texts.severalKeys(keys.length)] : [],
  }
}

function readSymmetric({ key, encoding }: KeySettings): KeyMaterial {
  const bytes = encoding === 'text' ? new TextEncoder().encode(key) : bytesOfBase64(key)
  if (!bytes || bytes.length === 0) throw keyError(texts.notBase64, texts.notBase64Hint)
  return {
    facts: { type: 'symmetric', bits: bytes.length * 8 },
    source: { format: 'raw', bytes },
    certificates: [],
    warnings: [],
  }
}

/**
 * Reads the key that the settings hold, in whichever form (O4); what PFX, encrypted keys and certificates need is loaded only
 * for them. Throws AssayError `key-unusable` that says exactly what is wrong.
 */
export async function readMaterial(settings: KeySettings): Promise<KeyMaterial> {
  if (settings.key.trim() === '') throw keyError(texts.empty, texts.emptyHint)
  switch (settings.form) {
    case 'jwk':
      return readJwk(settings)
    case 'symmetric':
      return readSymmetric(settings)
    case 'pem':
      return readPem(settings)
    case 'x509': {
      const material = await readPem(settings)
      if (material.certificates.length === 0) throw keyError(texts.certificateMissing, texts.certificateMissingHint)
      return material
    }
    case 'pfx': {
      const { openPfx } = await import('./pfx.ts')
      return openPfx(settings.key, settings.password)
    }
  }
}
