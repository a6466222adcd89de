import type { Cover, CoverModel } from './cover.ts'
import { OpenPairs } from './pair-greedy.ts'
import { tuplePairs } from './pairs.ts'
import type { Pieces } from '../result.ts'
import { indexIn } from './tuples.ts'

/** A row, and how many tuples it is the first to cover. */
export interface Placed {
  row: Int32Array
  adds: number
}

/** Rows, and tuples in them, that are put in order, at most: more are kept as they were found. */
const [mostOrdered, mostCells] = [5000, 20_000_000]
/** Tuples that are counted in one piece of work. */
const together = 200_000

/**
 * Required rows first; then always the row that covers most of what is still missing, so that any start is worth the most. A
 * combination is worth the product of its values' weights: what matters more comes first.
 */
export function* inOrder(cover: Cover, { seeds = [], weights = [] }: Pick<CoverModel, 'seeds' | 'weights'>): Pieces<Placed[]> {
  const { rows, tuples } = cover
  const required = seeds.length
  const open = openOf(cover, weights)
  let counted = 0
  function* pause(): Pieces<void> {
    counted += tuples.sets.length
    if (counted < together) return
    counted = 0
    yield
  }
  const isKept = rows.length > mostOrdered || rows.length * tuples.sets.length > mostCells
  const ordered: Placed[] = []
  const take = (row: Int32Array) => void ordered.push({ row, adds: open.cover(row) })
  for (const row of isKept ? rows : rows.slice(0, required)) {
    take(row)
    yield* pause()
  }
  if (isKept) return ordered
  const rest = rows.slice(required)
  // What a row gains only ever shrinks: what it gained before is its most, and only who might be first is counted again.
  const gains: number[] = []
  for (const row of rest) {
    gains.push(open.gain(row))
    yield* pause()
  }
  const counts = rest.map(() => required)
  while (ordered.length < rows.length) {
    let next = -1
    for (const [at, own] of gains.entries()) if (own >= 0 && (next < 0 || own > (gains[next] ?? 0))) next = at
    const row = rest[next]
    if (row === undefined) break
    yield* pause()
    if (counts[next] !== ordered.length) {
      counts[next] = ordered.length
      gains[next] = open.gain(row)
      continue
    }
    take(row)
    gains[next] = -1
  }
  return ordered
}

/** Tuples that no row has covered yet. */
interface Open {
  /** What those are worth that a row would cover. */
  gain(row: Int32Array): number
  /** How many a row covers: they are no longer open. */
  cover(row: Int32Array): number
}

function openOf({ tuples, feasible, rows, counted }: Cover, weights: readonly (readonly number[])[]): Open {
  const isWeighted = weights.some((own) => own.some((weight) => weight !== 1))
  // A row that breaks off, as measured ones may, has open values.
  const isPairs = !isWeighted && rows.every((row) => !row.includes(-1))
  const pairs = isPairs ? tuplePairs(tuples, feasible) : undefined
  if (pairs !== undefined) return pairsOpen(new OpenPairs(pairs))
  const open = Uint8Array.from(counted)
  const sum = (row: Int32Array, of: (index: number, set: readonly number[]) => number): number => {
    let total = 0
    for (const [at, set] of tuples.sets.entries()) {
      const index = indexIn(tuples, at, row)
      if (index >= 0 && open[index] === 1) total += of(index, set)
    }
    return total
  }
  const worth = (row: Int32Array, set: readonly number[]): number =>
    set.reduce((product, parameter) => product * (weights[parameter]?.[row[parameter] ?? 0] ?? 1), 1)
  return {
    gain: (row) => sum(row, isWeighted ? (_, set) => worth(row, set) : () => 1),
    cover: (row) =>
      sum(row, (index) => {
        open[index] = 0
        return 1
      }),
  }
}

const pairsOpen = (pairs: OpenPairs): Open => ({
  gain: (row) => pairs.gain(row),
  cover(row) {
    const adds = pairs.gain(row)
    pairs.cover(row)
    return adds
  },
})
