import type { Draws } from '#engine/templates/seeded.ts'
import type { Problem, Work } from './greedy.ts'
import { PairSuite } from './pair-suite.ts'
import type { Pairs } from './pairs.ts'
import { power } from './shrink.ts'

/** Each step has a cost, or a small model would be searched for seconds. */
const stepWork = 256
/** Rows that are looked at between two breaths. */
const rowsAtOnce = 16
/** Steps in which annealing cools down, before it starts again. */
const coolSteps = 40_000

/** A change of one cell: a parameter, and a value by its number among all. */
type Change = [parameter: number, to: number]

/** As `shrink`, for pairs: what a change costs is asked of words of bits. */
export function* shrinkPairs(
  problem: Problem,
  pairs: Pairs,
  from: readonly Int32Array[],
  { bound, until, draws, work }: { bound: number; until: number; draws: Draws; work: Work },
): Generator<Int32Array[] | undefined> {
  const suite = new PairSuite(pairs)
  for (const [at, row] of from.entries()) {
    if (at % rowsAtOnce === 0) yield
    suite.add(row)
  }
  const fixed = problem.seeds.length
  while (suite.rows.length > Math.max(bound, fixed) && work.done < until) {
    let cheapest = fixed
    let least = Infinity
    for (let at = fixed; at < suite.rows.length; at++) {
      if (at % (8 * rowsAtOnce) === 0) yield
      const alone = suite.alone(at)
      if (alone < least) [cheapest, least] = [at, alone]
    }
    work.done += suite.rows.length * pairs.parameters * pairs.words
    suite.remove(cheapest)
    if (suite.rows.length === 0) return
    yield* repair(new Search(problem, suite, draws, work), until)
    if (suite.missing.length > 0) return
    yield suite.plain()
  }
}

/** Tabu search and annealing in turns, until nothing is missing. */
function* repair(search: Search, until: number): Generator<undefined> {
  const { suite, draws, work } = search
  const { missing } = suite
  for (let step = 1; missing.length > 0 && work.done < until; step++) {
    if (step % 64 === 0) yield
    const pair = missing[draws.next() % missing.length] ?? 0
    work.done += suite.rows.length + stepWork
    if (step % 2 === 0) search.anneal(pair, 0.6 - 0.45 * ((step % coolSteps) / coolSteps))
    else if (!search.change(pair, step)) search.anneal(pair, 4)
  }
}

/** Moves that bring a missing pair into a row. */
class Search {
  readonly problem: Problem
  readonly suite: PairSuite
  readonly draws: Draws
  readonly work: Work
  /** By row and parameter the step from which on the cell may change again. */
  readonly #tabu: readonly Int32Array[]

  constructor(problem: Problem, suite: PairSuite, draws: Draws, work: Work) {
    this.problem = problem
    this.suite = suite
    this.draws = draws
    this.work = work
    this.#tabu = suite.rows.map(() => new Int32Array(suite.pairs.parameters))
  }

  /** The best change of one cell that was not changed lately. False if there is none. */
  change(pair: number, step: number): boolean {
    const { suite, draws, work } = this
    const { values, owner, words, parameters } = suite.pairs
    const [low, high] = [Math.floor(pair / values), pair % values]
    const [one, other] = [owner[low] ?? 0, owner[high] ?? 0]
    let best = Infinity
    let row = -1
    let ties = 0
    for (let at = 0; at < suite.rows.length; at++) {
      const own = suite.rows[at]
      if (own === undefined) continue
      const hasOne = own[one] === low
      if (hasOne === (own[other] === high)) continue
      const parameter = hasOne ? other : one
      const to = hasOne ? high : low
      if (!this.#mayChange(at, parameter, to)) continue
      const cost = suite.cost(at, own[parameter] ?? 0, to)
      work.done += words
      if (cost > best || ((this.#tabu[at]?.[parameter] ?? 0) > step && suite.missing.length + cost > 0)) continue
      ties = cost < best ? 1 : ties + 1
      if (ties > 1 && draws.next() % ties > 0) continue
      best = cost
      row = at
    }
    if (row < 0) return false
    const [parameter, to] = suite.rows[row]?.[one] === low ? [other, high] : [one, low]
    suite.set(row, parameter, to)
    work.done += parameters
    const cells = this.#tabu[row]
    if (cells !== undefined) cells[parameter] = step + 4 + (draws.next() % 10)
    return true
  }

  /** Puts a pair into a row by chance, repairs what rules ask for, and keeps it if that is not much worse. */
  anneal(pair: number, temperature: number): void {
    const { suite, draws, work } = this
    const { values, owner, words, parameters } = suite.pairs
    const [low, high] = [Math.floor(pair / values), pair % values]
    const [one, other] = [owner[low] ?? 0, owner[high] ?? 0]
    const at = this.#anyRow(one, low, other, high)
    const row = suite.rows[at]
    if (row === undefined) return
    const direct: Change[] = []
    if (row[one] !== low) direct.push([one, low])
    if (row[other] !== high) direct.push([other, high])
    if (direct.some(([parameter]) => this.#isGiven(at, parameter))) return
    const accepts = (worse: number): boolean =>
      worse <= 0 || draws.next() < power(Math.max(-20, -worse / temperature)) * 4_294_967_296
    const [first] = direct
    if (direct.length === 1 && first !== undefined && this.#allows(at, ...first)) {
      work.done += words
      if (!accepts(suite.cost(at, row[first[0]] ?? 0, first[1]))) return
      suite.set(at, ...first)
      work.done += parameters
      return
    }
    const before = suite.missing.length
    const undo: Change[] = []
    for (const [parameter, to] of this.#changesFor(at, direct, low, high) ?? []) {
      undo.push([parameter, row[parameter] ?? 0])
      suite.set(at, parameter, to)
      work.done += parameters * 2
    }
    if (undo.length === 0 || accepts(suite.missing.length - before)) return
    for (const [parameter, to] of undo.toReversed()) suite.set(at, parameter, to)
  }

  /** A row that needs one change only, if any; any, once in a while. */
  #anyRow(one: number, low: number, other: number, high: number): number {
    const { rows } = this.suite
    const start = this.draws.next() % rows.length
    if (this.draws.next() % 16 === 0) return start
    for (let step = 0; step < rows.length; step++) {
      const at = (start + step) % rows.length
      if (rows[at]?.[one] === low || rows[at]?.[other] === high) return at
    }
    return start
  }

  #isGiven(at: number, parameter: number): boolean {
    return (this.problem.seeds[at]?.[parameter] ?? -1) >= 0
  }

  /** Whether a cell may take a value while the others stay. */
  #mayChange(at: number, parameter: number, to: number): boolean {
    return !this.#isGiven(at, parameter) && this.#allows(at, parameter, to)
  }

  #allows(at: number, parameter: number, to: number): boolean {
    const { assignment } = this.problem
    if ((assignment.part[parameter] ?? -1) < 0) return true
    return assignment.allowsIn(this.suite.held[at] ?? new Int32Array(), parameter, to)
  }

  /** The cells that have to change so that a row holds a pair and breaks no rule. */
  #changesFor(at: number, direct: Change[], low: number, high: number): Change[] | undefined {
    const { assignment, seeds } = this.problem
    const { first, owner } = this.suite.pairs
    const parts = new Set(direct.map(([parameter]) => assignment.part[parameter] ?? -1))
    parts.delete(-1)
    if (parts.size === 0) return direct
    const row = (this.suite.rows[at] ?? new Int32Array()).map((value, parameter) => value - (first[parameter] ?? 0))
    const changes = direct.filter(([parameter]) => (assignment.part[parameter] ?? -1) < 0)
    let isPossible = true
    for (const value of [low, high]) {
      const parameter = owner[value] ?? 0
      isPossible &&= assignment.assign(parameter, value - (first[parameter] ?? 0))
    }
    for (const [parameter, value] of (seeds[at] ?? new Int32Array()).entries())
      if (value >= 0 && (assignment.value[parameter] ?? -1) < 0) isPossible &&= assignment.assign(parameter, value)
    for (const part of parts) {
      isPossible &&= assignment.solve(part, row)
      if (!isPossible) break
      for (const parameter of assignment.parts[part] ?? []) {
        const to = assignment.value[parameter] ?? 0
        if (to !== row[parameter]) changes.push([parameter, (first[parameter] ?? 0) + to])
      }
      this.work.done += ((assignment.parts[part]?.length ?? 0) ** 2) >> 2
    }
    assignment.undoTo(0)
    return isPossible ? changes : undefined
  }
}
