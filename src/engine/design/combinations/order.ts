import type { Cover } from './cover.ts'
import { OpenPairs } from './pair-greedy.ts'
import { pairsOf } from './pairs.ts'
import { indexIn } from './tuples.ts'

/** A row, and how many tuples it is the first to cover. */
export interface Placed {
  row: Int32Array
  adds: number
}

/** Rows, and tuples in them, that are put in order, at most: more are kept as they were found. */
const [mostOrdered, mostCells] = [5000, 20_000_000]

/** Required rows first; then always the row that covers most of what is still missing, so that any beginning is worth the most. */
export function inOrder(cover: Cover, required: number): Placed[] {
  const { rows, tuples } = cover
  const open = openOf(cover)
  const take = (row: Int32Array): Placed => {
    const adds = open.gain(row)
    open.cover(row)
    return { row, adds }
  }
  if (rows.length > mostOrdered || rows.length * tuples.sets.length > mostCells) return rows.map(take)
  const ordered = rows.slice(0, required).map(take)
  const rest = rows.slice(required)
  // What a row gains only ever shrinks: what it gained before is its most, and only who might be first is counted again.
  const gains = rest.map((row) => open.gain(row))
  const counts = rest.map(() => required)
  while (ordered.length < rows.length) {
    let next = -1
    for (const [at, own] of gains.entries()) if (own >= 0 && (next < 0 || own > (gains[next] ?? 0))) next = at
    const row = rest[next]
    if (row === undefined) break
    if (counts[next] !== ordered.length) {
      counts[next] = ordered.length
      gains[next] = open.gain(row)
      continue
    }
    ordered.push(take(row))
    gains[next] = -1
  }
  return ordered
}

/** Tuples that no row has covered yet. */
interface Open {
  gain(row: Int32Array): number
  cover(row: Int32Array): void
}

function openOf({ tuples, feasible, rows, counted }: Cover): Open {
  // A row that breaks off, as measured ones may, has open values.
  const pairs = rows.every((row) => !row.includes(-1)) ? pairsOf(tuples, feasible) : undefined
  if (pairs !== undefined) return new OpenPairs(pairs)
  const open = Uint8Array.from(counted)
  const each = (row: Int32Array, visit: (index: number) => void): void => {
    for (let set = 0; set < tuples.sets.length; set++) {
      const index = indexIn(tuples, set, row)
      if (index >= 0) visit(index)
    }
  }
  return {
    gain(row) {
      let sum = 0
      each(row, (index) => (sum += open[index] ?? 0))
      return sum
    },
    cover: (row) => each(row, (index) => (open[index] = 0)),
  }
}
