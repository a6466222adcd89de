import { seeded, type Draws } from '#engine/templates/seeded.ts'
import { binaryRows, leastBinaryRows, orthogonalRows } from './constructions.ts'
import { greedyRows, type Problem, type Work } from './greedy.ts'
import { pairRows } from './pair-greedy.ts'
import { tuplePairs } from './pairs.ts'
import { shrinkPairs } from './pair-shrink.ts'
import { Assignment, type Nogood } from './rules.ts'
import { shrink } from './shrink.ts'
import { indexIn, tupleAt, tuplesOf, type Tuples } from './tuples.ts'

/** What rows have to cover. Values are numbers from 0. */
export interface CoverModel {
  levels: readonly number[]
  /** Sets of parameters whose combinations have to be covered. */
  sets: readonly (readonly number[])[]
  nogoods: readonly Nogood[]
  /** Tuples that count although they are possible only where this says so: those with exactly one invalid value, say. */
  counts?: (parameters: readonly number[], values: readonly number[]) => boolean
  /** Values of which every row holds exactly one: no row can serve two of them. */
  apart?: (parameter: number, value: number) => boolean
  seeds?: readonly (readonly number[])[]
  weights?: readonly (readonly number[])[]
  /** Rows that were found before: where they still do, they are the result, and what is searched from. */
  kept?: readonly (readonly number[])[]
}

/** Rows that cover every tuple that can be covered. */
export interface Cover {
  tuples: Tuples
  /** 1 by tuple that belongs to the definition; the others are of no interest. */
  counted: Uint8Array
  /** 1 by tuple of the definition that some row can hold. */
  feasible: Uint8Array
  rows: Int32Array[]
  /** Proven least number of rows; 0 if none is known. */
  bound: number
}

/** How long is searched. */
export interface CoverControls {
  seed: number
  /** Work for fewer rows beyond the instant answer. */
  budget: number
  onBetter?: (cover: Cover) => void
}

/** Work for fewer rows that the instant answer takes, well under 100 ms. */
const instantWork = 5_000_000
/** Sets of parameters that are counted between two breaths. */
const setsAtOnce = 1_000
/** Tuples under which less of it is enough. */
const smallModel = 700

/**
 * The best rows found. Yields between pieces of some milliseconds: who drives it may stop there, and takes `best` as far as it has come.
 */
export function* coverAll(model: CoverModel, { seed, budget, onBetter }: CoverControls): Generator<Cover | undefined, Cover> {
  const tuples = tuplesOf(model.levels, model.sets)
  yield
  const assignment = new Assignment(model.levels, model.nogoods)
  yield
  const draws = seeded(`design ${seed}`)
  const counted = yield* countedTuples(model, tuples)
  const feasible = yield* feasibleTuples(tuples, counted, assignment, draws)
  const seeds = (model.seeds ?? []).map((row) => Int32Array.from(row))
  const problem: Problem = { tuples, assignment, wanted: feasible, seeds, weights: model.weights ?? [] }
  const pairs = tuplePairs(tuples, feasible)
  const isPlain = model.nogoods.length === 0 && model.counts === undefined && model.sets.every(({ length }) => length === 2)
  const isWhole = isPlain && tuples.sets.length === (model.levels.length * (model.levels.length - 1)) / 2
  yield
  const bound = Math.max(seeds.length, yield* leastRows(tuples, feasible, model.apart), isWhole ? leastOfPairs(model.levels) : 0)
  const cover = (rows: Int32Array[]): Cover => ({ tuples, counted, feasible, rows, bound })
  const work: Work = { done: 0 }
  let best: Int32Array[] | undefined
  const keep = (rows: Int32Array[]): Cover => {
    best = rows
    onBetter?.(cover(rows))
    return cover(rows)
  }
  const kept = keptRows(model.kept ?? [], problem)
  if (kept !== undefined) {
    yield keep(kept)
    if (budget === 0) return cover(kept)
  }
  const known = kept === undefined && isWhole && seeds.length === 0 ? knownRows(model.levels) : undefined
  if (known !== undefined) yield keep(known)
  if (best === undefined || (kept === undefined && best.length > bound)) {
    const rows = yield* pairs === undefined ? greedyRows(problem, draws, work) : pairRows(problem, pairs, draws, work)
    if (best === undefined || rows.length < best.length) yield keep(rows)
  }
  if (best === undefined) return cover([])
  // What is small is searched through long before.
  const until = work.done + Math.ceil(instantWork * Math.min(1, tuples.total / smallModel)) + budget
  const controls = { bound, until, draws, work }
  const shrinking = pairs === undefined ? shrink(problem, best, controls) : shrinkPairs(problem, pairs, best, controls)
  for (const fewer of shrinking) yield fewer === undefined ? undefined : keep(fewer)
  return cover(best)
}

/** Rows that were kept, if they start with the required ones, break no rule and cover all that is wanted. */
function keptRows(
  kept: readonly (readonly number[])[],
  { tuples, assignment, wanted, seeds }: Problem,
): Int32Array[] | undefined {
  const parameters = [...tuples.levels.keys()]
  if (kept.length === 0 || !kept.every((row) => assignment.canHold(parameters, row))) return undefined
  if (!seeds.every((seed, at) => seed.every((value, parameter) => value < 0 || kept[at]?.[parameter] === value))) return undefined
  const missing = Uint8Array.from(wanted)
  for (const row of kept) for (let set = 0; set < tuples.sets.length; set++) missing[indexIn(tuples, set, row)] = 0
  return missing.includes(1) ? undefined : kept.map((row) => Int32Array.from(row))
}

function* countedTuples({ counts }: CoverModel, tuples: Tuples): Generator<undefined, Uint8Array> {
  const counted = new Uint8Array(tuples.total).fill(1)
  if (counts === undefined) return counted
  for (let set = 0; set < tuples.sets.length; set++) {
    if (set % setsAtOnce === 0) yield
    const end = tuples.offsets[set + 1] ?? tuples.total
    for (let index = tuples.offsets[set] ?? 0; index < end; index++) {
      const { parameters, values } = tupleAt(tuples, set, index)
      if (!counts(parameters, values)) counted[index] = 0
    }
  }
  return counted
}

/** Rows by chance that show what is possible before single tuples are looked at. */
const firstWitnesses = 64

/**
 * Tuples that some row can hold. Parts of the model don't touch each other: a tuple is possible if what it holds of each part
 * is. Where that is a single value, it is required once; of the others, a row that is found for one of them is a witness for
 * all that are in it.
 */
function* feasibleTuples(
  tuples: Tuples,
  counted: Uint8Array,
  assignment: Assignment,
  draws: Draws,
): Generator<undefined, Uint8Array> {
  if (assignment.nogoods.length === 0) return Uint8Array.from(counted)
  const feasible = new Uint8Array(tuples.total)
  if (!assignment.isWhole()) return feasible
  yield
  const { part, first } = assignment
  const possible = new Uint8Array(first[tuples.levels.length] ?? 0).fill(1)
  for (const [parameter, level] of tuples.levels.entries())
    if ((part[parameter] ?? -1) >= 0)
      for (let value = 0; value < level; value++)
        possible[(first[parameter] ?? 0) + value] = assignment.canHold([parameter], [value]) ? 1 : 0
  yield
  const hard: number[] = []
  for (const [set, parameters] of tuples.sets.entries()) {
    if (isOfParts(parameters, part)) hard.push(set)
    else singlesOf(tuples, set, counted, feasible, (parameter, value) => possible[(first[parameter] ?? 0) + value] === 1)
    if (set % 256 === 0) yield
  }
  const row = new Int32Array(tuples.levels.length)
  /** Whether a row holds these values; then all its tuples are feasible. */
  const witness = (parameters: readonly number[], values: readonly number[]): boolean => {
    for (const [at, level] of tuples.levels.entries()) row[at] = draws.next() % level
    let isPossible = parameters.every((parameter, at) => assignment.assign(parameter, values[at] ?? 0))
    for (let one = 0; isPossible && one < assignment.parts.length; one++) isPossible = assignment.solve(one, row)
    if (isPossible) {
      for (const [at, value] of assignment.value.entries()) if (value >= 0) row[at] = value
      for (const set of hard) {
        const index = indexIn(tuples, set, row)
        feasible[index] = counted[index] ?? 0
      }
    }
    assignment.undoTo(0)
    return isPossible
  }
  for (let count = 0; count < firstWitnesses && hard.length > 0; count++) {
    witness([], [])
    yield
  }
  for (const set of hard) {
    const end = tuples.offsets[set + 1] ?? tuples.total
    for (let index = tuples.offsets[set] ?? 0; index < end; index++) {
      if (counted[index] !== 1 || feasible[index] === 1) continue
      const { parameters, values } = tupleAt(tuples, set, index)
      if (assignment.mayHold(parameters, values)) witness(parameters, values)
    }
    yield
  }
  return feasible
}

/** Whether two of these parameters belong to the same part. */
function isOfParts(parameters: readonly number[], part: Int32Array): boolean {
  for (let one = 1; one < parameters.length; one++)
    for (let other = 0; other < one; other++) {
      const own = part[parameters[one] ?? 0] ?? -1
      if (own >= 0 && own === part[parameters[other] ?? 0]) return true
    }
  return false
}

/** The tuples of a set all of whose values are possible by themselves. */
function singlesOf(
  tuples: Tuples,
  set: number,
  counted: Uint8Array,
  feasible: Uint8Array,
  isPossible: (parameter: number, value: number) => boolean,
): void {
  const parameters = tuples.sets[set] ?? []
  let index = tuples.offsets[set] ?? 0
  const visit = (depth: number, so: number): void => {
    if (depth === parameters.length) {
      feasible[index] = so & (counted[index] ?? 0)
      index++
      return
    }
    const parameter = parameters[depth] ?? 0
    const level = tuples.levels[parameter] ?? 0
    for (let value = 0; value < level; value++) visit(depth + 1, so & (isPossible(parameter, value) ? 1 : 0))
  }
  visit(0, 1)
}

/** A row holds one tuple of each set, and one value of those that stand apart. */
function* leastRows(tuples: Tuples, feasible: Uint8Array, apart: CoverModel['apart']): Generator<undefined, number> {
  let most = 0
  const byValue = new Map<string, number>()
  for (let set = 0; set < tuples.sets.length; set++) {
    if (set % setsAtOnce === 0) yield
    let count = 0
    const own = new Map<string, number>()
    const end = tuples.offsets[set + 1] ?? tuples.total
    for (let index = tuples.offsets[set] ?? 0; index < end; index++) {
      if (feasible[index] !== 1) continue
      count++
      if (apart === undefined) continue
      const { parameters, values } = tupleAt(tuples, set, index)
      for (const [at, parameter] of parameters.entries()) {
        const value = values[at] ?? 0
        if (!apart(parameter, value)) continue
        const key = `${parameter}=${value}`
        own.set(key, (own.get(key) ?? 0) + 1)
      }
    }
    most = Math.max(most, count)
    for (const [key, rows] of own) byValue.set(key, Math.max(byValue.get(key) ?? 0, rows))
  }
  return Math.max(
    most,
    [...byValue.values()].reduce((sum, rows) => sum + rows, 0),
  )
}

/** Parameters with more values hold one of two: they need at least as many rows. */
function leastOfPairs(levels: readonly number[]): number {
  const several = levels.filter((level) => level > 1).length
  return several < 2 ? 0 : leastBinaryRows(several)
}

function knownRows(levels: readonly number[]): Int32Array[] | undefined {
  const rows = levels.length > 1 && levels.every((level) => level === 2) ? binaryRows(levels.length) : orthogonalRows(levels)
  return rows?.map((row) => Int32Array.from(row))
}
