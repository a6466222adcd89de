import type { Decision } from './parse-decision.ts'
import type { Group } from './solve.ts'

/** Conditions that a decision can have: its table has two to the power of this many lines. */
export const mostConditions = 20

/** A decision as a table: by vector (bit i: condition i is true) its outcome, and whether some values give this vector. */
export interface Table {
  count: number
  size: number
  outcome: Uint8Array
  possible: Uint8Array
}

/** The table of a decision. Groups don't touch each other: a vector is possible if its part in each group is. */
export function tableOf(decision: Decision, count: number, groups: readonly Group[]): Table {
  const size = 2 ** count
  const possible = new Uint8Array(size).fill(1)
  for (const { conditions, possible: known } of groups) {
    if (known.length === 2 ** conditions.length) continue
    const patterns = new Set(known.map(({ truths }) => truths.reduce((bits, truth, at) => bits | (truth ? 1 << at : 0), 0)))
    for (let vector = 0; vector < size; vector++) {
      const bits = conditions.reduce((sum, condition, at) => sum | (((vector >> condition) & 1) << at), 0)
      if (!patterns.has(bits)) possible[vector] = 0
    }
  }
  return { count, size, outcome: outcomesOf(decision, size), possible }
}

function outcomesOf(decision: Decision, size: number): Uint8Array {
  const found = new Uint8Array(size)
  if (decision.type === 'condition') {
    for (let vector = 0; vector < size; vector++) found[vector] = (vector >> decision.at) & 1
    return found
  }
  const [first, ...others] = decision.of.map((one) => outcomesOf(one, size))
  if (first === undefined) return found
  for (let vector = 0; vector < size; vector++) {
    let value = first[vector] ?? 0
    if (decision.type === 'not') value ^= 1
    for (const other of others) {
      const next = other[vector] ?? 0
      value = decision.type === 'and' ? value & next : decision.type === 'or' ? value | next : value ^ next
    }
    found[vector] = value
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
