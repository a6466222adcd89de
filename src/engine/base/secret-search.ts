import type { SecretForm } from './secret-forms.ts'

/** A form of a secret with what it is replaced by. A placeholder is its own needle: it is passed over, never masked again. */
export interface Needle extends SecretForm {
  replacement: string
}

const letterOrDigit = /[\p{L}\p{N}]/u
const base64Letter = /[A-Za-z0-9+/_-]/

const widest = 12

/**
 * Finds many needles in one pass over UTF-16 units or bytes (Wu and Manber, 1994): the pair of units at the end of a window,
 * as wide as the shortest needle, says how far the window can move on. At one place the longest needle wins.
 */
export class NeedleTable {
  readonly #needles = new Map<string, Needle>()
  readonly #shifts = new Uint8Array(65_536)
  #byPair = new Map<number, Needle[]>()
  #window = 0

  /** A needle that is there already is left as it is. */
  add(needle: Needle): void {
    if (this.#needles.has(needle.text)) return
    this.#needles.set(needle.text, needle)
    const window = Math.min(needle.text.length, widest)
    if (this.#window > 0 && window >= this.#window) return this.#enter(needle)
    this.#window = window
    this.#shifts.fill(Math.max(1, window - 1))
    this.#byPair = new Map()
    for (const known of this.#needles.values()) this.#enter(known)
  }

  #enter(needle: Needle): void {
    const last = this.#window - 1
    const code = (index: number) => (index < 0 ? 0 : needle.text.charCodeAt(index))
    for (let index = Math.min(1, last); index <= last; index++) {
      const pair = pairOf(code(index - 1), code(index))
      this.#shifts[pair] = Math.min(this.#shifts[pair] ?? 0, last - index)
    }
    const pair = pairOf(code(last - 1), code(last))
    const list = this.#byPair.get(pair) ?? []
    list.push(needle)
    list.sort((one, other) => other.text.length - one.text.length)
    this.#byPair.set(pair, list)
  }

  /** The text with every needle replaced; the same string if there is none. */
  replace(text: string): string {
    const shifts = this.#shifts
    const last = this.#window - 1
    let done = 0
    let result = ''
    let at = 0
    while (at + last < text.length) {
      const pair = pairOf(last === 0 ? 0 : text.charCodeAt(at + last - 1), text.charCodeAt(at + last))
      const shift = shifts[pair] ?? 1
      if (shift > 0) {
        at += shift
        continue
      }
      const needle = this.#at(pair, text, at)
      if (needle === undefined) at++
      else {
        result += text.slice(done, at) + needle.replacement
        done = endOf(needle, text, at)
        at = done
      }
    }
    return done === 0 ? text : result + text.slice(done)
  }

  #at(pair: number, text: string, at: number): Needle | undefined {
    return this.#byPair.get(pair)?.find((needle) => matches(needle, text, at))
  }

  /** Whether bytes may hold a needle; needles must have been added as binary strings (one unit a byte). */
  isIn(bytes: Uint8Array): boolean {
    const shifts = this.#shifts
    const last = this.#window - 1
    let at = 0
    while (at + last < bytes.length) {
      const pair = pairOf(last === 0 ? 0 : (bytes[at + last - 1] ?? 0), bytes[at + last] ?? 0)
      const shift = shifts[pair] ?? 1
      if (shift === 0 && this.#byPair.get(pair)?.some((needle) => standsAt(needle.text, bytes, at))) return true
      at += Math.max(1, shift)
    }
    return false
  }
}

const pairOf = (first: number, second: number) => ((first & 255) << 8) | (second & 255)

function standsAt(needle: string, bytes: Uint8Array, at: number): boolean {
  if (at + needle.length > bytes.length) return false
  for (let index = 0; index < needle.length; index++) if (bytes[at + index] !== needle.charCodeAt(index)) return false
  return true
}

function matches(needle: Needle, text: string, at: number): boolean {
  if (!text.startsWith(needle.text, at)) return false
  if (!needle.alone) return true
  const before = at === 0 ? '' : text.charAt(at - 1)
  const after = text.charAt(at + needle.text.length)
  return !letterOrDigit.test(before) && !letterOrDigit.test(after)
}

function endOf(needle: Needle, text: string, at: number): number {
  let end = at + needle.text.length
  if (!needle.sharesLast) return end
  if (base64Letter.test(text.charAt(end))) end++
  while (text[end] === '=') end++
  return end
}
