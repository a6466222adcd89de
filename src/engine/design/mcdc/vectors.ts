import type { Decision } from './parse-decision.ts'
import type { Group } from './groups.ts'

/** Conditions that a decision can have: its table has two to the power of this many lines. */
export const mostConditions = 20

/** A decision as a table: by vector (bit i: condition i is true) its outcome, and whether some values give this vector. */
export interface Table {
  count: number
  size: number
  outcome: Uint8Array
  possible: Uint8Array
}

/** Vectors that are gone through between two breaths, less one. */
export const breath = 0x7fff

/** The table of a decision. Groups don't touch each other: a vector is possible if its part in each group is. */
export function* tableOf(decision: Decision, count: number, groups: readonly Group[]): Generator<undefined, Table> {
  const size = 2 ** count
  const possible = new Uint8Array(size).fill(1)
  for (const { conditions, possible: known } of groups) {
    if (known.length === 2 ** conditions.length) continue
    const patterns = new Uint8Array(2 ** conditions.length)
    for (const { truths } of known) patterns[truths.reduce((bits, truth, at) => bits | (truth ? 1 << at : 0), 0)] = 1
    for (let vector = 0; vector < size; vector++) {
      let bits = 0
      for (let at = 0; at < conditions.length; at++) bits |= ((vector >> (conditions[at] ?? 0)) & 1) << at
      if (patterns[bits] === 0) possible[vector] = 0
      if ((vector & breath) === breath) yield
    }
  }
  return { count, size, outcome: yield* outcomesOf(decision, size), possible }
}

function* outcomesOf(decision: Decision, size: number): Generator<undefined, Uint8Array> {
  const found = new Uint8Array(size)
  if (decision.type === 'condition') {
    for (let vector = 0; vector < size; vector++) found[vector] = (vector >> decision.at) & 1
    yield
    return found
  }
  // Part by part: a table of each of them would be in memory at once.
  for (const [at, one] of decision.of.entries()) {
    const next = yield* outcomesOf(one, size)
    for (let vector = 0; vector < size; vector++) {
      const held = found[vector] ?? 0
      const value = next[vector] ?? 0
      if (at === 0) found[vector] = decision.type === 'not' ? value ^ 1 : value
      else found[vector] = decision.type === 'and' ? held & value : decision.type === 'or' ? held | value : held ^ value
      if ((vector & breath) === breath) yield
    }
  }
  return found
}

/** Whether the outcome depends on a condition in a vector: turned over alone it turns the outcome over. */
export const matters = ({ outcome }: Table, vector: number, condition: number): boolean =>
  outcome[vector] !== outcome[vector ^ (1 << condition)]

/** Which pairs of vectors show that a condition has a say on its own. */
export interface PairRule {
  /** Conditions that may differ besides, as bits: none for unique cause, all for masking, coupled ones for both. */
  free: number
}

/** Whether two vectors show that a condition decides: it differs, the outcome differs, nothing else does or it is masked. */
export function isPair(table: Table, condition: number, { free }: PairRule, a: number, b: number): boolean {
  const bit = 1 << condition
  const different = a ^ b
  return (
    (different & bit) !== 0 &&
    (different & ~bit & ~free) === 0 &&
    table.outcome[a] !== table.outcome[b] &&
    table.possible[a] === 1 &&
    table.possible[b] === 1 &&
    matters(table, a, condition) &&
    matters(table, b, condition)
  )
}
