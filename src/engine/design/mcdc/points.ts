import type { Condition } from './parse-decision.ts'
import { breath, type Table } from './vectors.ts'

/** Something that one vector shows by itself. */
export interface Point {
  id: string
  text: string
  holds(vector: number): boolean
}

/** What has to be shown: each truth of each condition, each outcome, or each combination of truths. */
export function pointsOf(
  { count, size, outcome }: Table,
  conditions: readonly Condition[],
  coverage: 'condition' | 'decision' | 'condition-decision' | 'multiple-condition',
): Point[] {
  if (coverage === 'multiple-condition')
    return Array.from({ length: size }, (_, vector): Point => ({
      id: `m${vector.toString(2).padStart(count, '0')}`,
      text: conditions.map(({ text }, at) => `${text} = ${((vector >> at) & 1) === 1}`).join(', '),
      holds: (one) => one === vector,
    }))
  const truths = conditions.flatMap(({ text }, at) =>
    [true, false].map((truth): Point => ({
      id: `c${at + 1}=${truth}`,
      text: `${text} = ${truth}`,
      holds: (vector) => (((vector >> at) & 1) === 1) === truth,
    })),
  )
  const outcomes = [true, false].map((truth): Point => ({
    id: `d=${truth}`,
    text: `decision = ${truth}`,
    holds: (vector) => (outcome[vector] === 1) === truth,
  }))
  return [...(coverage === 'decision' ? [] : truths), ...(coverage === 'condition' ? [] : outcomes)]
}

/** Vectors that are started with, at most. */
const mostStarts = 256

/** The fewest vectors found that show all points: each choice is the one that shows most. One or two are proven to be the fewest. */
export function* coverPoints(
  { size, possible }: Table,
  points: readonly Point[],
): Generator<undefined, { vectors: number[]; isMinimal: boolean }> {
  const vectors: number[] = []
  for (let vector = 0; vector < size; vector++) if (possible[vector] === 1) vectors.push(vector)
  if (points.length > 0 && points.every(({ id }) => id.startsWith('m'))) return { vectors, isMinimal: true }
  let best: number[] | undefined
  const starts = size > 65_536 ? 4 : Math.min(mostStarts, vectors.length)
  for (let start = 0; start < starts && (best?.length ?? 3) > 2; start++) {
    const chosen: number[] = []
    let open = [...points]
    while (open.length > 0) {
      const first = chosen.length === 0 ? vectors[Math.floor((start * vectors.length) / starts)] : undefined
      const next = first ?? (yield* richest(vectors, open))
      chosen.push(next)
      open = open.filter(({ holds }) => !holds(next))
    }
    yield
    if (best === undefined || chosen.length < best.length) best = chosen
  }
  const found = best ?? []
  if (found.length !== 2) return { vectors: found, isMinimal: found.length === 1 }
  // Whether one vector shows all of them.
  for (const [at, vector] of vectors.entries()) {
    if ((at & breath) === breath) yield
    if (points.every(({ holds }) => holds(vector))) return { vectors: found, isMinimal: false }
  }
  return { vectors: found, isMinimal: true }
}

function* richest(vectors: readonly number[], open: readonly Point[]): Generator<undefined, number> {
  let [best, most] = [vectors[0] ?? 0, -1]
  // The more points, the fewer vectors between two breaths.
  const pause = Math.ceil((8 * breath) / Math.max(8, open.length))
  for (const [at, vector] of vectors.entries()) {
    if (at % pause === 0) yield
    let count = 0
    for (const { holds } of open) if (holds(vector)) count++
    if (count > most) [best, most] = [vector, count]
  }
  return best
}
