import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'

/** Texts about sealed secrets. */
const sealedTexts = {
  cantOpen: "The sealed secrets can't be decrypted: the passphrase or identity is wrong, or the text is damaged.",
  cantOpenHint: 'Ask the sender for the right passphrase, or enter the secrets yourself.',
  noPassphrase: 'The passphrase is empty.',
  noRecipient: 'Enter a passphrase or a recipient.',
  badRecipient: (text: string) => `${excerpt(text, 100, 'quoted')} isn't an age recipient.`,
  badRecipientHint: 'Enter a recipient starting with age1. age-keygen prints it as "Public key".',
} as const

/**
 * To whom secrets are sealed: those who know a passphrase, or have the identity of one of the recipients (`age1…`). `work`: how hard a
 * passphrase is to try, as a power of two, 18 unless said.
 */
export type SealTo = { passphrase: string; work?: number } | { recipients: readonly string[] }

/** What opens them; every one is tried. */
export interface SealKeys {
  passphrase?: string | undefined
  /** The text of an identity file: `AGE-SECRET-KEY-1…`, a line each, comments with `#`. */
  identity?: string | undefined
}

/** Loaded when something is sealed or opened. */
const load = () => import('age-encryption')

const wrong = (cause?: unknown): AssayError =>
  new AssayError('sealed-unusable', sealedTexts.cantOpen, { hint: sealedTexts.cantOpenHint, cause })

/**
 * Seals secrets, by id, as the `age` program does: armored, a JSON object within. AssayError `sealed-unusable` if a recipient
 * is none, or no one is named.
 */
export async function seal(values: ReadonlyMap<string, string>, to: SealTo): Promise<string> {
  const { armor, Encrypter } = await load()
  const encrypter = new Encrypter()
  if ('passphrase' in to) {
    if (to.passphrase === '') throw new AssayError('sealed-unusable', sealedTexts.noPassphrase)
    if (to.work !== undefined) encrypter.setScryptWorkFactor(to.work)
    encrypter.setPassphrase(to.passphrase)
  } else {
    if (to.recipients.length === 0) throw new AssayError('sealed-unusable', sealedTexts.noRecipient)
    for (const recipient of to.recipients) {
      try {
        encrypter.addRecipient(recipient.trim())
      } catch (cause) {
        throw new AssayError('sealed-unusable', sealedTexts.badRecipient(recipient), {
          hint: sealedTexts.badRecipientHint,
          cause,
        })
      }
    }
  }
  const json = JSON.stringify(Object.fromEntries(values), undefined, 2)
  return armor.encode(await encrypter.encrypt(json)).trimEnd()
}

/**
 * Opens sealed secrets. Whatever is wrong, with the keys or with the text, is one error: AssayError `sealed-unusable` (R40). A
 * header that asks for more work than 2^20 is rejected unread.
 */
export async function unseal(text: string, keys: SealKeys): Promise<Map<string, string>> {
  const { armor, Decrypter } = await load()
  const decrypter = new Decrypter()
  const identities = (keys.identity ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    if (keys.passphrase) decrypter.addPassphrase(keys.passphrase)
    const found: unknown = JSON.parse(await decrypter.decrypt(armor.decode(text), 'text'))
    if (typeof found !== 'object' || found === null || Array.isArray(found)) throw new Error('not a JSON object')
    const entries = Object.entries(found).map(([id, value]): [string, string] => {
      if (typeof value !== 'string') throw new Error("a value isn't a string")
      return [id, value]
    })
    return new Map(entries)
  } catch {
    // The exact cause would help an attacker who guesses passphrases.
    throw wrong()
  }
}
