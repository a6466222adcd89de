import { bits, clearBit, setBit, type Pairs } from './pairs.ts'

/** More rows than a pair can ever be in: one that no one wants is never missing, and never in just one row. */
const unwanted = 1 << 30

/** Rows, and in how many of them each pair is. Cells hold values by their numbers among all. */
export class PairSuite {
  readonly pairs: Pairs
  readonly rows: Int32Array[] = []
  /** By row the set of its values. */
  readonly held: Int32Array[] = []
  /** By pair (lower value * values + higher value) the rows that it is in. */
  readonly count: Int32Array
  /** By value those that it stands with in no row although it has to, and in one row only. */
  readonly none: Int32Array
  readonly once: Int32Array
  /** Pairs that are in no row. */
  readonly missing: number[] = []
  readonly #at: Int32Array

  constructor(pairs: Pairs) {
    this.pairs = pairs
    const { values, words, wanted } = pairs
    this.count = new Int32Array(values * values).fill(unwanted)
    this.#at = new Int32Array(values * values)
    this.none = Int32Array.from(wanted)
    this.once = new Int32Array(wanted.length)
    for (let low = 0; low < values; low++)
      for (let word = low >> 5; word < words; word++) {
        let rest = wanted[low * words + word] ?? 0
        while (rest !== 0) {
          const high = word * 32 + 31 - Math.clz32(rest & -rest)
          rest &= rest - 1
          if (high < low) continue
          const pair = low * values + high
          this.count[pair] = 0
          this.#at[pair] = this.missing.length
          this.missing.push(pair)
        }
      }
  }

  /** Adds a row, with values by their numbers within their parameter. */
  add(row: Int32Array): void {
    const { first, words } = this.pairs
    const own = row.map((value, parameter) => (first[parameter] ?? 0) + value)
    const held = new Int32Array(words)
    for (const value of own) setBit(held, 0, value)
    this.rows.push(own)
    this.held.push(held)
    for (let one = 0; one < own.length; one++)
      for (let other = one + 1; other < own.length; other++) this.#enter(own[one] ?? 0, own[other] ?? 0)
  }

  /** Takes a row out. */
  remove(at: number): void {
    const own = this.rows[at]
    if (own === undefined) return
    this.rows.splice(at, 1)
    this.held.splice(at, 1)
    for (let one = 0; one < own.length; one++)
      for (let other = one + 1; other < own.length; other++) this.#leave(own[one] ?? 0, own[other] ?? 0)
  }

  /** Pairs that are in this row only. */
  alone(at: number): number {
    const { words } = this.pairs
    const held = this.held[at] ?? new Int32Array()
    let alone = 0
    for (const value of this.rows[at] ?? [])
      for (let word = 0; word < words; word++) alone += bits((this.once[value * words + word] ?? 0) & (held[word] ?? 0))
    return alone / 2
  }

  #leave(low: number, high: number): void {
    const { values, words } = this.pairs
    const pair = low * values + high
    const left = (this.count[pair] ?? 0) - 1
    this.count[pair] = left
    if (left > 1) return
    if (left === 1) {
      setBit(this.once, low * words, high)
      setBit(this.once, high * words, low)
      return
    }
    clearBit(this.once, low * words, high)
    clearBit(this.once, high * words, low)
    setBit(this.none, low * words, high)
    setBit(this.none, high * words, low)
    this.#at[pair] = this.missing.length
    this.missing.push(pair)
  }

  #enter(low: number, high: number): void {
    const { values, words } = this.pairs
    const pair = low * values + high
    const count = (this.count[pair] ?? 0) + 1
    this.count[pair] = count
    if (count > 2) return
    if (count === 2) {
      clearBit(this.once, low * words, high)
      clearBit(this.once, high * words, low)
      return
    }
    setBit(this.once, low * words, high)
    setBit(this.once, high * words, low)
    clearBit(this.none, low * words, high)
    clearBit(this.none, high * words, low)
    const at = this.#at[pair] ?? 0
    const last = this.missing.pop() ?? 0
    if (last === pair) return
    this.missing[at] = last
    this.#at[last] = at
  }

  /** How many more are missing once a row has this value instead of another one of its parameter. */
  cost(at: number, from: number, to: number): number {
    const { words } = this.pairs
    const { once, none } = this
    const held = this.held[at] ?? new Int32Array()
    let cost = 0
    let [old, next] = [from * words, to * words]
    for (let word = 0; word < words; word++, old++, next++) {
      const own = held[word] ?? 0
      const lost = (once[old] ?? 0) & own
      if (lost !== 0) cost += bits(lost)
      const won = (none[next] ?? 0) & own
      if (won !== 0) cost -= bits(won)
    }
    return cost
  }

  /** Sets a cell to another value. */
  set(at: number, parameter: number, to: number): void {
    const row = this.rows[at] ?? new Int32Array()
    const held = this.held[at] ?? new Int32Array()
    const from = row[parameter] ?? 0
    if (from === to) return
    for (let other = 0; other < parameter; other++) {
      this.#leave(row[other] ?? 0, from)
      this.#enter(row[other] ?? 0, to)
    }
    for (let other = parameter + 1; other < row.length; other++) {
      this.#leave(from, row[other] ?? 0)
      this.#enter(to, row[other] ?? 0)
    }
    row[parameter] = to
    clearBit(held, 0, from)
    setBit(held, 0, to)
  }

  /** The rows with values by their numbers within their parameter. */
  plain(): Int32Array[] {
    const { first } = this.pairs
    return this.rows.map((row) => row.map((value, parameter) => value - (first[parameter] ?? 0)))
  }
}
