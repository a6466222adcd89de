import type { Draws } from '#engine/templates/seeded.ts'
import type { Assignment } from './rules.ts'
import { setOf, tupleAt, type Tuples } from './tuples.ts'

/** What has to be covered, and how rows may look. */
export interface Problem {
  tuples: Tuples
  assignment: Assignment
  /** 1 by tuple that has to be covered. */
  wanted: Uint8Array
  /** Rows that come first, -1 where a value is open. */
  seeds: readonly Int32Array[]
  /** By parameter and value how much rather it is taken where nothing else decides. */
  weights: readonly (readonly number[])[]
}

/** Work that was done, in steps of the innermost loops. */
export interface Work {
  done: number
}

/** Candidates that are built for each row; the best is kept. */
const candidates = 4

/** Rows that cover all that is wanted, one by one, each built for the most tuples that are still open. */
export function* greedyRows(problem: Problem, draws: Draws, work: Work): Generator<undefined, Int32Array[]> {
  const open = new OpenTuples(problem.tuples, problem.wanted)
  const rows: Int32Array[] = []
  for (const seed of problem.seeds) {
    const row = build(problem, open, draws, work, seed)
    open.cover(row)
    rows.push(row)
    yield
  }
  while (open.left > 0) {
    let best: Int32Array | undefined
    let most = -1
    for (let candidate = 0; candidate < candidates; candidate++) {
      const row = build(problem, open, draws, work, open.rowOf(open.pick(draws)))
      const gain = open.gain(row)
      work.done += problem.tuples.sets.length
      if (gain > most) [best, most] = [row, gain]
      yield
    }
    if (best === undefined) break
    open.cover(best)
    rows.push(best)
  }
  return rows
}

/** The tuples that are not covered yet. */
class OpenTuples {
  readonly tuples: Tuples
  readonly open: Uint8Array
  left = 0
  readonly #bySet: Int32Array

  constructor(tuples: Tuples, wanted: Uint8Array) {
    this.tuples = tuples
    this.open = Uint8Array.from(wanted)
    this.#bySet = new Int32Array(tuples.sets.length)
    for (let set = 0; set < tuples.sets.length; set++) {
      const end = tuples.offsets[set + 1] ?? tuples.total
      for (let index = tuples.offsets[set] ?? 0; index < end; index++)
        if (this.open[index] === 1) this.#bySet[set] = (this.#bySet[set] ?? 0) + 1
      this.left += this.#bySet[set] ?? 0
    }
  }

  /** One of a set that has many left. */
  pick(draws: Draws): number {
    const { sets, offsets, total } = this.tuples
    let set = -1
    for (let tries = 0; tries < 8 || set < 0; tries++) {
      const other = draws.next() % sets.length
      if ((this.#bySet[other] ?? 0) > (set < 0 ? 0 : (this.#bySet[set] ?? 0))) set = other
      if (tries > 64 && set < 0) set = this.#bySet.findIndex((count) => count > 0)
    }
    const begin = offsets[set] ?? 0
    const size = (offsets[set + 1] ?? total) - begin
    for (let at = draws.next() % size; ; at = (at + 1) % size) if (this.open[begin + at] === 1) return begin + at
  }

  rowOf(index: number): Int32Array {
    const { parameters, values } = tupleAt(this.tuples, setOf(this.tuples, index), index)
    const row = new Int32Array(this.tuples.levels.length).fill(-1)
    for (const [at, parameter] of parameters.entries()) row[parameter] = values[at] ?? 0
    return row
  }

  gain(row: Int32Array): number {
    let gain = 0
    for (let set = 0; set < this.tuples.sets.length; set++) gain += this.open[this.#index(set, row)] ?? 0
    return gain
  }

  cover(row: Int32Array): void {
    for (let set = 0; set < this.tuples.sets.length; set++) {
      const index = this.#index(set, row)
      if (this.open[index] !== 1) continue
      this.open[index] = 0
      this.#bySet[set] = (this.#bySet[set] ?? 0) - 1
      this.left--
    }
  }

  #index(set: number, row: Int32Array): number {
    let index = 0
    const parameters = this.tuples.sets[set] ?? []
    for (let at = 0; at < parameters.length; at++) {
      const parameter = parameters[at] ?? 0
      index = index * (this.tuples.levels[parameter] ?? 1) + (row[parameter] ?? 0)
    }
    return (this.tuples.offsets[set] ?? 0) + index
  }
}

/**
 * A whole row from what is given of it. Looking one step ahead nearly always does; where it ends in a dead end, each value is
 * chosen again with a look at all that follows.
 */
function build(problem: Problem, open: OpenTuples, draws: Draws, work: Work, given: Int32Array): Int32Array {
  return tryRow(problem, open, draws, work, given, false) ?? tryRow(problem, open, draws, work, given, true) ?? given
}

function tryRow(
  problem: Problem,
  { open }: OpenTuples,
  draws: Draws,
  work: Work,
  given: Int32Array,
  isCareful: boolean,
): Int32Array | undefined {
  const { assignment, tuples, weights } = problem
  const { value } = assignment
  const waiting: number[] = []
  for (let parameter = 0; parameter < given.length; parameter++) {
    const held = given[parameter] ?? -1
    if (held < 0) waiting.push(parameter)
    else assignment.assign(parameter, held)
  }
  for (let at = waiting.length - 1; at > 0; at--) {
    const other = draws.next() % (at + 1)
    const moved = waiting[at] ?? 0
    waiting[at] = waiting[other] ?? 0
    waiting[other] = moved
  }
  const gains: number[] = []
  for (const parameter of waiting) {
    const level = tuples.levels[parameter] ?? 0
    for (let one = 0; one < level; one++) gains[one] = 0
    const of = tuples.of[parameter]
    if (of !== undefined) {
      const { offset, own, start, others, strides } = of
      for (let set = 0; set < offset.length; set++) {
        let index = offset[set] ?? 0
        const end = start[set + 1] ?? 0
        for (let at = start[set] ?? 0; at < end; at++) {
          const held = value[others[at] ?? 0] ?? -1
          if (held < 0) {
            index = -1
            break
          }
          index += (strides[at] ?? 0) * held
        }
        if (index < 0) continue
        const step = own[set] ?? 0
        for (let one = 0; one < level; one++, index += step) gains[one] = (gains[one] ?? 0) + (open[index] ?? 0)
      }
      work.done += offset.length * level
    }
    if (assignBest(parameter, gains, problem, draws, weights[parameter] ?? [], isCareful)) continue
    assignment.undoTo(0)
    return undefined
  }
  const row = Int32Array.from(value)
  assignment.undoTo(0)
  return row
}

/** Assigns the value with the highest gain that rules allow; `isCareful`: that leaves the rest of its part a way. */
function assignBest(
  parameter: number,
  gains: number[],
  { assignment, tuples }: Problem,
  draws: Draws,
  weights: readonly number[],
  isCareful: boolean,
): boolean {
  const level = tuples.levels[parameter] ?? 0
  const part = assignment.part[parameter] ?? -1
  const start = draws.next() % level
  for (let tries = 0; tries < level; tries++) {
    let best = -1
    for (let step = 0; step < level; step++) {
      const one = (start + step) % level
      const [gain, most] = [gains[one] ?? -1, best < 0 ? -1 : (gains[best] ?? -1)]
      if (gain > most || (gain === most && gain >= 0 && (weights[one] ?? 1) > (weights[best] ?? 1))) best = one
    }
    if (best < 0) break
    gains[best] = -1
    if (!assignment.assign(parameter, best)) continue
    if (!isCareful || part < 0 || assignment.isSolvable(part)) return true
    assignment.undo()
  }
  return false
}
