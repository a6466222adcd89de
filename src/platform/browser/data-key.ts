import type { KeyRecord, Sealed } from './vault-storage.ts'

const aes = { name: 'AES-GCM', length: 256 }
const uses: KeyUsage[] = ['encrypt', 'decrypt']

/** Rounds of PBKDF2-SHA-256 for a new passphrase. */
const passphraseRounds = 600_000
/** A record that needs more iterations is not opened: it would hang the page (R40). */
const mostRounds = 10_000_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** What a ciphertext belongs to: moved to another place it can't be opened. */
const boundTo = (place: readonly string[]) => encoder.encode(JSON.stringify(place))

/** Encrypts a text with AES-GCM under a random 96-bit IV; `place` is the additional data (NIST SP 800-38D 8.2.2). */
export async function sealWithKey(key: CryptoKey, place: readonly string[], text: string): Promise<Sealed> {
  const iv = random(12)
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(place) }
  return { iv, data: await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)) }
}

/** Opens what {@link sealWithKey} made; undefined if key, place or bytes are not the same any more. */
export async function unsealWithKey(key: CryptoKey, place: readonly string[], { iv, data }: Sealed): Promise<string | undefined> {
  try {
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(place) }
    return decoder.decode(await crypto.subtle.decrypt(algorithm, key, data))
  } catch {
    return undefined
  }
}

async function wrappingKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', encoder.encode(passphrase.normalize('NFC')), 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(derivation, base, aes, false, ['wrapKey', 'unwrapKey'])
}

const wrapping = (iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: encoder.encode('assay vault key') })

/** A new data key that can't be exported. */
export const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(aes, false, uses)

/** A new data key wrapped under a passphrase; it can be exported only until it is wrapped. */
export async function newWrappedKey(passphrase: string): Promise<{ key: CryptoKey; wrapped: NonNullable<KeyRecord['wrapped']> }> {
  const exportable = await crypto.subtle.generateKey(aes, true, uses)
  const [salt, iv] = [random(16), random(12)]
  const outer = await wrappingKey(passphrase, salt, passphraseRounds)
  const data = await crypto.subtle.wrapKey('raw', exportable, outer, wrapping(iv))
  const key = await crypto.subtle.unwrapKey('raw', data, outer, wrapping(iv), aes, false, uses)
  return { key, wrapped: { salt, rounds: passphraseRounds, iv, data } }
}

/** The data key behind a passphrase; undefined for a wrong passphrase, a damaged record and an absurd cost alike (R40). */
export async function unwrap(passphrase: string, wrapped: NonNullable<KeyRecord['wrapped']>): Promise<CryptoKey | undefined> {
  const { salt, rounds, iv, data } = wrapped
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > mostRounds) return undefined
  try {
    const outer = await wrappingKey(passphrase, salt, rounds)
    return await crypto.subtle.unwrapKey('raw', data, outer, wrapping(iv), aes, false, uses)
  } catch {
    return undefined
  }
}
