import { seeded, type Draws } from '#engine/templates/seeded.ts'
import { breath, isPair, matters, type PairRule, type Table } from './vectors.ts'

/** Vectors that hold a pair for every condition that can have one. */
export interface PairSuite {
  vectors: readonly number[]
  /** No suite has fewer: all smaller ones were looked through, or each condition needs one more vector. */
  isMinimal: boolean
}

/** Vectors of one condition that are kept for the search of large decisions. */
const mostKept = 500
/** Suites that are looked through for a proof: more than there are of up to five of 32 vectors. */
const mostSuites = 400_000
/** Candidates that are judged between two breaths. */
const candidatesAtOnce = 64
/** Suites that are looked through between two breaths. */
const suitesAtOnce = 1_000
/** Vectors that fit the bits of a number. */
const mostVectors = 32

/** The vectors in which each condition has a say; of many some that lie apart. */
function* sayings(table: Table, rules: readonly PairRule[]): Generator<undefined, number[][]> {
  const all: number[][] = []
  for (const condition of rules.keys()) {
    const found: number[] = []
    for (let step = 0; step < table.size && found.length < mostKept; step++) {
      // An odd factor goes through all of a power of two, in leaps.
      const vector = (step * 40_503) & (table.size - 1)
      if (table.possible[vector] === 1 && matters(table, vector, condition)) found.push(vector)
      if ((step & breath) === breath) yield
    }
    all.push(found)
  }
  return all
}

/** Whether a condition can have a pair at all, by every vector in which it has a say. */
export function* hasPair(table: Table, condition: number, rule: PairRule): Generator<undefined, boolean> {
  const bit = 1 << condition
  if (rule.free === 0) {
    for (let vector = 0; vector < table.size; vector++) {
      if ((vector & bit) === 0 && isPair(table, condition, rule, vector, vector | bit)) return true
      if ((vector & breath) === breath) yield
    }
    return false
  }
  // Vectors that agree in all that must stay form a class; a pair needs both sides of one.
  const sides = new Map<number, number>()
  const fixed = ~(rule.free | bit)
  for (let vector = 0; vector < table.size; vector++) {
    if ((vector & breath) === breath) yield
    if (table.possible[vector] !== 1 || !matters(table, vector, condition)) continue
    const side = 1 << (((vector & bit) === 0 ? 0 : 2) + (table.outcome[vector] ?? 0))
    const seen = (sides.get(vector & fixed) ?? 0) | side
    sides.set(vector & fixed, seen)
    // False with 0 and true with 1, or false with 1 and true with 0.
    if ((seen & 0b1001) === 0b1001 || (seen & 0b0110) === 0b0110) return true
  }
  return false
}

/** The smallest suite that was found. Yields between pieces of work. */
export function* pairSuite(
  table: Table,
  rules: readonly PairRule[],
  conditions: readonly number[],
  seed: number,
): Generator<undefined, PairSuite> {
  const draws = seeded(`mcdc ${seed}`)
  const known = yield* sayings(table, rules)
  // A vector more for each condition: pairs of different directions form no circle (Chilenski 2001).
  const least = conditions.every((one) => rules[one]?.free === 0) ? conditions.length + 1 : 2
  let best: number[] | undefined
  const starts = [...new Set(conditions.flatMap((one) => sample(known[one] ?? [], Math.ceil(60 / conditions.length), draws)))]
  for (const start of starts) {
    const suite = yield* grown(table, rules, conditions, known, start, draws)
    const found = yield* withoutNeedless(table, rules, conditions, suite)
    if (best === undefined || found.length < best.length) best = found
    if (best.length <= least) return { vectors: best, isMinimal: true }
    yield
  }
  const useful = [...new Set(conditions.flatMap((one) => known[one] ?? []))]
  const vectors = best ?? []
  if (useful.length > mostVectors) return { vectors, isMinimal: vectors.length <= least }
  return yield* smallest(table, rules, conditions, useful, vectors, least)
}

function sample(list: readonly number[], count: number, draws: Draws): number[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, () => list[draws.next() % list.length] ?? 0)
}

const isCovered = (table: Table, condition: number, rule: PairRule, vectors: readonly number[]): boolean =>
  vectors.some((a, at) => vectors.some((b, other) => other > at && isPair(table, condition, rule, a, b)))

/** A suite that grows by the vector that gives the most conditions a pair with one that is there already. */
function* grown(
  table: Table,
  rules: readonly PairRule[],
  conditions: readonly number[],
  known: readonly (readonly number[])[],
  start: number,
  draws: Draws,
): Generator<undefined, number[]> {
  const suite = [start]
  const open = new Set(conditions)
  const ruleOf = (condition: number): PairRule => rules[condition] ?? { free: 0 }
  const partners = (condition: number, vector: number): number[] => {
    const rule = ruleOf(condition)
    const alone = vector ^ (1 << condition)
    const wide = rule.free === 0 ? [] : sample(known[condition] ?? [], 40, draws)
    return [alone, ...wide].filter((one) => isPair(table, condition, rule, vector, one))
  }
  while (open.size > 0) {
    const candidates = new Set([...open].flatMap((condition) => suite.flatMap((vector) => partners(condition, vector))))
    let best: { vector: number; score: number } | undefined
    yield
    let looked = 0
    for (const vector of candidates) {
      if (++looked % candidatesAtOnce === 0) yield
      const closed = [...open].filter((one) => suite.some((other) => isPair(table, one, ruleOf(one), vector, other)))
      const hopes = [...open].filter((one) => matters(table, vector, one)).length
      const score = closed.length * 100 + hopes
      if (best === undefined || score > best.score) best = { vector, score }
    }
    if (best === undefined) {
      // Nothing that is there has a partner: a pair is put beside it.
      const [condition = 0] = open
      const list = known[condition] ?? []
      const partner = (vector: number): number | undefined =>
        [vector ^ (1 << condition), ...list].find((other) => isPair(table, condition, ruleOf(condition), vector, other))
      const next = list.find((vector) => partner(vector) !== undefined)
      if (next === undefined) {
        open.delete(condition)
        continue
      }
      for (const one of [next, partner(next) ?? next]) if (!suite.includes(one)) suite.push(one)
    } else suite.push(best.vector)
    yield
    for (const condition of open) if (isCovered(table, condition, ruleOf(condition), suite)) open.delete(condition)
  }
  return suite
}

function* withoutNeedless(
  table: Table,
  rules: readonly PairRule[],
  conditions: readonly number[],
  suite: number[],
): Generator<undefined, number[]> {
  const kept = [...suite]
  for (const vector of suite) {
    yield
    const fewer = kept.filter((one) => one !== vector)
    if (conditions.every((one) => isCovered(table, one, rules[one] ?? { free: 0 }, fewer))) kept.splice(kept.indexOf(vector), 1)
  }
  return kept
}

/** Looks through suites of few vectors, smallest first: by the condition with the fewest pairs, each pair of it in turn. */
function* smallest(
  table: Table,
  rules: readonly PairRule[],
  conditions: readonly number[],
  useful: readonly number[],
  best: readonly number[],
  least: number,
): Generator<undefined, PairSuite> {
  const pairs = conditions.map((condition) =>
    useful.flatMap((a, at) =>
      useful
        .slice(at + 1)
        .flatMap((b, offset) =>
          isPair(table, condition, rules[condition] ?? { free: 0 }, a, b) ? [(1 << at) | (1 << (at + 1 + offset))] : [],
        ),
    ),
  )
  let looked = 0
  for (let size = least; size < best.length; size++) {
    const seen = new Set<number>()
    const visit = function* (suite: number): Generator<undefined, number | undefined> {
      if (seen.has(suite) || ++looked > mostSuites) return undefined
      if (looked % suitesAtOnce === 0) yield
      seen.add(suite)
      let fewest: { pairs: number[] } | undefined
      for (const own of pairs) {
        if (own.some((pair) => (pair & suite) === pair)) continue
        const possible = own.filter((pair) => countBits(pair | suite) <= size)
        if (possible.length === 0) return undefined
        if (fewest === undefined || possible.length < fewest.pairs.length) fewest = { pairs: possible }
      }
      if (fewest === undefined) return suite
      for (const pair of fewest.pairs) {
        const found = yield* visit(suite | pair)
        if (found !== undefined) return found
      }
      return undefined
    }
    const found = yield* visit(0)
    yield
    if (found !== undefined)
      return { vectors: useful.filter((_, at) => (found & (1 << at)) !== 0), isMinimal: looked <= mostSuites }
    if (looked > mostSuites) return { vectors: best, isMinimal: false }
  }
  return { vectors: best, isMinimal: true }
}

function countBits(bits: number): number {
  let [left, count] = [bits, 0]
  for (; left !== 0; left &= left - 1) count++
  return count
}
