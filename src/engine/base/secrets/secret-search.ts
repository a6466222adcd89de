import type { SecretForm } from './secret-forms.ts'

/** A form of a secret with what it is replaced by. */
export interface Needle extends SecretForm {
  replacement: string
}

/** Where a needle is, and what is put in its place. */
export interface Found {
  start: number
  end: number
  replacement: string
}

const letterOrDigit = /[\p{L}\p{N}]/u
const base64Letter = /[A-Za-z0-9+/_-]/

const widest = 12

/** Letters, digits, and the signs of escapes. */
const goesOn = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x7a) || (unit >= 0x23 && unit <= 0x26)

/** What escapes are made of besides letters and digits. */
const escaping: ReadonlySet<number> = new Set([0x25, 0x26, 0x5c, 0x23, 0x3b])

/**
 * Finds many needles in one pass over UTF-16 units or bytes (Wu and Manber, 1994): the pair of units at the end of a window,
 * as wide as the shortest needle, says how far the window can move on. At one place the longest needle wins.
 */
export class NeedleTable {
  readonly #needles = new Map<string, Needle>()
  readonly #shifts = new Uint8Array(65_536)
  #byPair = new Map<number, SortedNeedles>()
  #window = 0
  readonly #units = new Set<number>()
  #words = false

  /** Needles that are there already are left unchanged. */
  add(needles: readonly Needle[]): void {
    const added = needles.filter(({ text }) => !this.#needles.has(text) && text !== '')
    for (const needle of added) {
      this.#needles.set(needle.text, needle)
      this.#words ||= needle.stands !== 'anywhere'
      if (needle.bare) for (let index = 0; index < needle.text.length; index++) this.#units.add(needle.text.charCodeAt(index))
    }
    const shortest = added.reduce((least, { text }) => Math.min(least, text.length), widest)
    if (this.#window > 0 && shortest >= this.#window) return this.#enter(added)
    this.#window = shortest
    this.#shifts.fill(Math.max(1, shortest - 1))
    this.#byPair = new Map()
    this.#enter([...this.#needles.values()])
  }

  /**
   * Whether the character of an escape can be part of a needle, decide whether one stands alone, or, followed by the unit
   * `next`, start another escape.
   */
  readonly matters = (point: number, next: number): boolean =>
    point > 0xffff || this.#words || this.#units.has(point) || (escaping.has(point) && goesOn(next))

  #enter(needles: readonly Needle[]): void {
    const last = this.#window - 1
    for (const needle of needles) {
      const code = (index: number) => (index < 0 ? 0 : needle.text.charCodeAt(index))
      for (let index = Math.min(1, last); index <= last; index++) {
        const pair = pairOf(code(index - 1), code(index))
        this.#shifts[pair] = Math.min(this.#shifts[pair] ?? 0, last - index)
      }
      const pair = pairOf(code(last - 1), code(last))
      const list = this.#byPair.get(pair) ?? new SortedNeedles()
      list.add(needle)
      this.#byPair.set(pair, list)
    }
  }

  /** Every needle in order, none overlapping another; `passed` are ranges in which none starts, in order. */
  find(text: string, passed: readonly (readonly [start: number, end: number])[] = []): Found[] {
    const found: Found[] = []
    const shifts = this.#shifts
    const last = this.#window - 1
    let range = 0
    let at = 0
    while (at + last < text.length) {
      const pair = pairOf(last === 0 ? 0 : text.charCodeAt(at + last - 1), text.charCodeAt(at + last))
      const shift = shifts[pair] ?? 1
      if (shift > 0) {
        at += shift
        continue
      }
      while ((passed[range]?.[1] ?? Infinity) <= at) range++
      const [start, end] = passed[range] ?? [Infinity, Infinity]
      const needle = at < start ? this.#at(pair, text, at) : undefined
      if (needle === undefined) at = at < start ? at + 1 : end
      else {
        found.push({ start: at, end: endOf(needle, text, at), replacement: needle.replacement })
        at = endOf(needle, text, at)
      }
    }
    return found
  }

  #at(pair: number, text: string, at: number): Needle | undefined {
    return this.#byPair.get(pair)?.longest(
      (needle) => orderInText(needle, text, at),
      (needle) => matches(needle, text, at),
    )
  }

  #holds(pair: number, bytes: Uint8Array, at: number): boolean {
    const list = this.#byPair.get(pair)
    return (
      list?.longest(
        (needle) => orderInBytes(needle, bytes, at),
        () => true,
      ) !== undefined
    )
  }

  /** Whether bytes may hold a needle; needles must have been added as binary strings (one unit a byte). */
  isIn(bytes: Uint8Array): boolean {
    const shifts = this.#shifts
    const last = this.#window - 1
    let at = 0
    while (at + last < bytes.length) {
      const pair = pairOf(last === 0 ? 0 : (bytes[at + last - 1] ?? 0), bytes[at + last] ?? 0)
      const shift = shifts[pair] ?? 1
      if (shift === 0 && this.#holds(pair, bytes, at)) return true
      at += Math.max(1, shift)
    }
    return false
  }
}

/** Needles in the order of their texts, so that of many that start alike few are looked at. */
class SortedNeedles {
  #needles: Needle[] = []
  /** Of each the longest other one that it starts with, by their places. */
  #beginnings: number[] = []
  #isSorted = true

  add(needle: Needle): void {
    this.#needles.push(needle)
    this.#isSorted = this.#needles.length === 1
  }

  /**
   * The longest needle that a string starts with and that `stands`. `order` compares a needle with that text: 0 if the text
   * starts with it. What a string starts with is the last needle that is not behind it, or one of those that this one starts
   * with.
   */
  longest(order: (needle: string) => number, stands: (needle: Needle) => boolean): Needle | undefined {
    if (!this.#isSorted) this.#sort()
    let before = -1
    for (let after = this.#needles.length; after - before > 1;) {
      const middle = (before + after) >> 1
      if (order(this.#needles[middle]?.text ?? '') <= 0) before = middle
      else after = middle
    }
    for (let place = before; place >= 0; place = this.#beginnings[place] ?? -1) {
      const needle = this.#needles[place]
      if (needle !== undefined && order(needle.text) === 0 && stands(needle)) return needle
    }
    return undefined
  }

  #sort(): void {
    this.#needles.sort((one, other) => (one.text < other.text ? -1 : 1))
    const open: number[] = []
    this.#beginnings = this.#needles.map(({ text }, place) => {
      while (open.length > 0 && !text.startsWith(this.#needles[open.at(-1) ?? 0]?.text ?? '')) open.pop()
      const beginning = open.at(-1) ?? -1
      open.push(place)
      return beginning
    })
    this.#isSorted = true
  }
}

const pairOf = (first: number, second: number) => ((first & 255) << 8) | (second & 255)

/** How a needle stands to what starts at a place: negative before it, 0 if that starts with the needle, positive behind it. */
function orderInText(needle: string, text: string, at: number): number {
  for (let index = 0; index < needle.length; index++) {
    const difference = needle.charCodeAt(index) - (at + index < text.length ? text.charCodeAt(at + index) : -1)
    if (difference !== 0) return difference
  }
  return 0
}

/** The same for bytes. */
function orderInBytes(needle: string, bytes: Uint8Array, at: number): number {
  for (let index = 0; index < needle.length; index++) {
    const difference = needle.charCodeAt(index) - (bytes[at + index] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether a needle that the text has there counts, by what is beside it. */
function matches(needle: Needle, text: string, at: number): boolean {
  const end = at + needle.text.length
  if (needle.stands === 'anywhere') return true
  if (needle.stands === 'whole') return isWhole(text, at, end)
  const before = at === 0 ? '' : text.charAt(at - 1)
  return !letterOrDigit.test(before) && !letterOrDigit.test(text.charAt(end))
}

/** Signs that set a value off, in JSON, markup, addresses, forms, headers and lists. */
const opens = /["'`=/?&>|,;[{‹\r\n\t]/
const closes = /["'`=/?#&<|,;\]}›\r\n\t]/

/** True if what is there is a whole value, not a word among others: the sentences of a report stay readable. */
function isWhole(text: string, at: number, end: number): boolean {
  const before = text.charAt(at - 1)
  const opened = at === 0 || opens.test(before) || (before === ' ' && /[:=]/.test(text.charAt(at - 2)))
  const after = text.charAt(end)
  return opened && (end === text.length || closes.test(after) || (after === ' ' && /[/=&?]/.test(before)))
}

function endOf(needle: Needle, text: string, at: number): number {
  let end = at + needle.text.length
  if (!needle.sharesLast) return end
  if (base64Letter.test(text.charAt(end))) end++
  while (text[end] === '=') end++
  return end
}
