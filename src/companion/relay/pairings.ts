import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

/** A page that may use the companion until the program ends. */
export interface PairedPage {
  id: string
  origin: string
  /** Milliseconds since 1970. */
  since: number
}

/** What a page gets for its code. */
export interface Redeemed extends PairedPage {
  /** 256 bits, base64url; only its digest is kept here. */
  token: string
}

/** Pages that are paired, and the codes by which others can be. All of it ends with the program. */
export interface Pairings {
  /**
   * A code that a user types: 8 characters, in two groups; for 5 minutes and 5 tries. It takes the place of the origin's last
   * one.
   */
  typedCode(origin: string): string
  /** Whether a code that can be typed waits for a page of the origin. */
  waits(origin: string): boolean
  /** The code behind the `#` of a URL: 128 bits, once, however long it takes. */
  addressCode(origin: string): string
  /** Undefined: the code is wrong, used up, too old, or of another origin. */
  redeem(origin: string, code: string): Redeemed | undefined
  /** The page whose token it is; undefined for a wrong one, and for one of another origin. Takes the same time for each. */
  verify(origin: string, token: string): PairedPage | undefined
  list(): PairedPage[]
  /** Whether there was such a pairing. */
  revoke(id: string): boolean
}

const codeLife = 5 * 60_000
const mostTries = 5
/** How many pages can be paired at a time. */
const mostPairings = 100

/** Without those that people take for another: 0 and O, 1, I and L, 5 and S, U and V. */
const alphabet = '2346789ABCDEFGHJKMNPQRTVWXYZ'

interface TypedCode {
  digest: Buffer
  until: number
  tries: number
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** As it is compared: without blanks and hyphens, in capitals. */
const typed = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** Makes them; `now` in milliseconds since 1970. */
export function createPairings(now: () => number = Date.now): Pairings {
  const codes = new Map<string, TypedCode>()
  const addressCodes = new Map<string, Buffer>()
  const pages: (PairedPage & { digest: Buffer })[] = []

  const live = (origin: string): TypedCode | undefined => {
    const code = codes.get(origin)
    if (code !== undefined && code.until > now() && code.tries > 0) return code
    codes.delete(origin)
    return undefined
  }
  const takesAddressCode = (origin: string, code: string): boolean => {
    const expected = addressCodes.get(origin)
    if (expected === undefined || !timingSafeEqual(expected, digestOf(code))) return false
    return addressCodes.delete(origin)
  }
  const takesTypedCode = (origin: string, code: string): boolean => {
    const expected = live(origin)
    if (expected === undefined) return false
    expected.tries -= 1
    if (!timingSafeEqual(expected.digest, digestOf(typed(code)))) return false
    return codes.delete(origin)
  }
  const shown = ({ id, origin, since }: PairedPage): PairedPage => ({ id, origin, since })

  return {
    typedCode(origin) {
      const text = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
      codes.set(origin, { digest: digestOf(text), until: now() + codeLife, tries: mostTries })
      return `${text.slice(0, 4)}-${text.slice(4)}`
    },
    waits: (origin) => live(origin) !== undefined,
    addressCode(origin) {
      const code = randomBytes(16).toString('base64url')
      addressCodes.set(origin, digestOf(code))
      return code
    },
    redeem(origin, code) {
      if (!takesAddressCode(origin, code) && !takesTypedCode(origin, code)) return undefined
      const token = randomBytes(32).toString('base64url')
      const page = { id: randomUUID(), origin, since: now(), digest: digestOf(token) }
      pages.push(page)
      if (pages.length > mostPairings) pages.shift()
      return { ...shown(page), token }
    },
    verify(origin, token) {
      const digest = digestOf(token)
      let found: PairedPage | undefined
      for (const page of pages) if (timingSafeEqual(page.digest, digest) && page.origin === origin) found = page
      return found && shown(found)
    },
    list: () => pages.map(shown),
    revoke(id) {
      const at = pages.findIndex((page) => page.id === id)
      if (at >= 0) pages.splice(at, 1)
      return at >= 0
    },
  }
}
