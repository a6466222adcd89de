import type { DesignResult, Value } from '../result.ts'

/** A decision as the checker sees it: a tree in which each condition stands once, and which truths values can give. */
export type CheckedDecision =
  | { type: 'and' | 'or' | 'xor'; of: CheckedDecision[] }
  | { type: 'not'; of: CheckedDecision[] }
  | { type: 'condition'; at: number }

/** A condition: its text, and whether values make it true. */
export interface CheckedCondition {
  text: string
  holds: (inputs: Readonly<Record<string, Value>>) => boolean
}

type Vector = readonly boolean[]

/** The decision's outcome. */
export function outcomeOf(node: CheckedDecision, vector: Vector): boolean {
  if (node.type === 'condition') return vector[node.at] ?? false
  const parts = node.of.map((one) => outcomeOf(one, vector))
  if (node.type === 'not') return !parts[0]
  if (node.type === 'xor') return parts.filter(Boolean).length % 2 === 1
  return node.type === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

/**
 * Whether nothing on the way from a condition to the outcome masks it (Chilenski 2001: neighbors of `and` are true, of `or`
 * false).
 */
function isOpen(node: CheckedDecision, at: number, vector: Vector): boolean {
  if (node.type === 'condition') return node.at === at
  return node.of.some(
    (one) =>
      isOpen(one, at, vector) &&
      (node.type === 'xor' ||
        node.type === 'not' ||
        node.of.every((other) => other === one || outcomeOf(other, vector) === (node.type === 'and'))),
  )
}

/** Whether two vectors show a condition, by the definition of each coverage; `coupled`: which others may differ in "unique-cause-masking". */
function shows(
  decision: CheckedDecision,
  coverage: string,
  at: number,
  coupled: ReadonlySet<number>,
  a: Vector,
  b: Vector,
): boolean {
  if (a[at] === b[at] || outcomeOf(decision, a) === outcomeOf(decision, b)) return false
  const different = a.flatMap((truth, index) => (index !== at && truth !== b[index] ? [index] : []))
  if (coverage === 'unique-cause') return different.length === 0
  if (!isOpen(decision, at, a) || !isOpen(decision, at, b)) return false
  return coverage === 'masking' || different.every((one) => coupled.has(one))
}

/** What is asked of a result. */
export interface McdcQuestion {
  decision: CheckedDecision
  conditions: readonly CheckedCondition[]
  coverage: string
  /** All vectors that some values give, found by trying values. */
  possible: readonly Vector[]
  coupled: readonly ReadonlySet<number>[]
}

/** Everything that a result of MC/DC claims and that is not so. */
export function brokenMcdcLaws(question: McdcQuestion, result: DesignResult): string[] {
  const { decision, conditions, coverage, possible, coupled } = question
  const broken: string[] = []
  const pairs = (at: number, vectors: readonly Vector[]): boolean =>
    vectors.some((a) => vectors.some((b) => shows(decision, coverage, at, coupled[at] ?? new Set(), a, b)))
  const vectors = result.tests.map(({ values, inputs = {}, expected }) => {
    const vector = conditions.map(({ text }) => values[text] === true)
    for (const [at, { text, holds }] of conditions.entries())
      if (holds(inputs) !== vector[at]) broken.push(`${JSON.stringify(inputs)} do not give ${text} = ${vector[at]}`)
    if (expected?.['decision'] !== outcomeOf(decision, vector)) broken.push(`outcome of ${vector.join()}`)
    return vector
  })
  const infeasible = new Set(result.infeasible.map(({ item }) => item))
  if (result.items.map(({ text }) => text).join('|') !== conditions.map(({ text }) => text).join('|')) broken.push('items')
  for (const [at, { text }] of conditions.entries()) {
    const can = pairs(at, possible)
    if (can === infeasible.has(`c${at + 1}`)) broken.push(`${text}: a pair is possible ${can}, told otherwise`)
    if (can && !pairs(at, vectors)) broken.push(`${text}: no pair`)
    const told = result.items[at]?.shownBy?.map((one) => vectors[one] ?? []) ?? []
    if (can && !shows(decision, coverage, at, coupled[at] ?? new Set(), told[0] ?? [], told[1] ?? []))
      broken.push(`${text}: wrong pair`)
    for (const [index, { covers }] of result.tests.entries()) {
      const own = vectors.some((other) => shows(decision, coverage, at, coupled[at] ?? new Set(), vectors[index] ?? [], other))
      if (covers.includes(`c${at + 1}`) !== own) broken.push(`trace of ${text}`)
    }
  }
  if (result.coverage.exercised !== result.coverage.feasible) broken.push('not all is covered')
  return broken
}

/** The least number of vectors that show every condition that can be shown, by trying all sets of them. */
export function leastVectors({ decision, conditions, coverage, possible, coupled }: McdcQuestion): number {
  const pairs = conditions.map((_, at) =>
    possible.flatMap((a, first) =>
      possible.flatMap((b, second) =>
        second > first && shows(decision, coverage, at, coupled[at] ?? new Set(), a, b) ? [(1 << first) | (1 << second)] : [],
      ),
    ),
  )
  const needed = pairs.filter(({ length }) => length > 0)
  const search = (from: number, left: number, chosen: number): boolean => {
    if (left === 0) return needed.every((own) => own.some((pair) => (pair & chosen) >>> 0 === pair >>> 0))
    for (let next = from; next <= possible.length - left; next++)
      if (search(next + 1, left - 1, chosen | (1 << next))) return true
    return false
  }
  for (let size = 0; size <= possible.length; size++) if (search(0, size, 0)) return size
  return Infinity
}
