import type { Tuples } from './tuples.ts'

/**
 * The values of all parameters under one number each, and for each the set of values that it has to stand with, as bits: what is asked
 * of a row as a whole is then a few words long.
 */
export interface Pairs {
  tuples: Tuples
  parameters: number
  /** Values of all parameters together. */
  values: number
  /** Words of 32 bits that a set of values takes. */
  words: number
  levels: Int32Array
  /** By parameter its first value; one more at the end. */
  first: Int32Array
  /** By value its parameter. */
  owner: Int32Array
  /** By value the set of those that it has to stand with. */
  wanted: Int32Array
}

/** More values than these make tables of pairs that are larger than what they save. */
const mostValues = 3000

/** The pairs of a problem; undefined where other than pairs are wanted, or values are too many. */
export function tuplePairs(tuples: Tuples, wanted: Uint8Array): Pairs | undefined {
  const { levels, sets, offsets } = tuples
  const first = new Int32Array(levels.length + 1)
  for (const [at, level] of levels.entries()) first[at + 1] = (first[at] ?? 0) + level
  const values = first[levels.length] ?? 0
  if (values > mostValues || !sets.every(({ length }) => length === 2)) return undefined
  const owner = new Int32Array(values)
  for (const [at, level] of levels.entries()) owner.fill(at, first[at], (first[at] ?? 0) + level)
  const words = (values + 31) >> 5
  const matrix = new Int32Array(values * words)
  for (const [set, [one = 0, other = 0]] of sets.entries()) {
    let index = offsets[set] ?? 0
    for (let a = first[one] ?? 0; a < (first[one + 1] ?? 0); a++)
      for (let b = first[other] ?? 0; b < (first[other + 1] ?? 0); b++, index++)
        if (wanted[index] === 1) {
          setBit(matrix, a * words, b)
          setBit(matrix, b * words, a)
        }
  }
  return { tuples, parameters: levels.length, levels: Int32Array.from(levels), values, words, first, owner, wanted: matrix }
}

/** Whether a set that starts at `start` has this bit. */
export const hasBit = (of: Int32Array, start: number, bit: number): boolean =>
  (((of[start + (bit >> 5)] ?? 0) >>> (bit & 31)) & 1) === 1

/** Adds a bit to a set that starts at `start`. */
export function setBit(of: Int32Array, start: number, bit: number): void {
  of[start + (bit >> 5)] = (of[start + (bit >> 5)] ?? 0) | (1 << (bit & 31))
}

/** Takes a bit out of a set that starts at `start`. */
export function clearBit(of: Int32Array, start: number, bit: number): void {
  of[start + (bit >> 5)] = (of[start + (bit >> 5)] ?? 0) & ~(1 << (bit & 31))
}

/** How many bits of a word are set. */
export function bits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
