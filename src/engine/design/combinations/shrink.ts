import type { Draws } from '#engine/templates/seeded.ts'
import type { Problem, Work } from './greedy.ts'
import { indexIn, setOf, tupleAt } from './tuples.ts'

/** More rows than a tuple can ever be in: one that no one wants is never missing, and never in just one row. */
const unwanted = 1 << 30

/** Rows, and in how many of them each tuple is. */
class Suite {
  readonly problem: Problem
  readonly rows: Int32Array[] = []
  readonly count: Int32Array
  readonly missing: number[] = []
  readonly #at: Int32Array

  constructor(problem: Problem) {
    this.problem = problem
    const { tuples, wanted } = problem
    this.count = new Int32Array(tuples.total)
    this.#at = new Int32Array(tuples.total).fill(-1)
    for (let index = 0; index < tuples.total; index++) if (wanted[index] !== 1) this.count[index] = unwanted
  }

  add(given: Int32Array): void {
    const row = Int32Array.from(given)
    this.rows.push(row)
    this.#each(row, (index) => (this.count[index] = (this.count[index] ?? 0) + 1))
  }

  #each(row: Int32Array, visit: (index: number) => void): void {
    for (let set = 0; set < this.problem.tuples.sets.length; set++) visit(indexIn(this.problem.tuples, set, row))
  }

  /** Tuples that are in this row only. */
  alone(row: Int32Array): number {
    let alone = 0
    this.#each(row, (index) => (alone += this.count[index] === 1 ? 1 : 0))
    return alone
  }

  remove(at: number): void {
    const row = this.rows[at]
    if (row === undefined) return
    this.rows.splice(at, 1)
    this.#each(row, (index) => this.#leave(index))
  }

  #leave(index: number): void {
    const left = (this.count[index] ?? 0) - 1
    this.count[index] = left
    if (left > 0) return
    this.#at[index] = this.missing.length
    this.missing.push(index)
  }

  #enter(index: number): void {
    const count = (this.count[index] ?? 0) + 1
    this.count[index] = count
    if (count > 1) return
    const at = this.#at[index] ?? 0
    const last = this.missing.pop() ?? 0
    if (last !== index) {
      this.missing[at] = last
      this.#at[last] = at
    }
  }

  /** How many more are missing once a cell has this value. */
  cost(row: Int32Array, parameter: number, to: number, work: Work): number {
    const of = this.problem.tuples.of[parameter]
    if (of === undefined) return 0
    const { offset, own, start, others, strides } = of
    const { count } = this
    const from = row[parameter] ?? 0
    let cost = 0
    for (let set = 0; set < offset.length; set++) {
      let base = offset[set] ?? 0
      const end = start[set + 1] ?? 0
      for (let at = start[set] ?? 0; at < end; at++) base += (strides[at] ?? 0) * (row[others[at] ?? 0] ?? 0)
      const step = own[set] ?? 0
      if (count[base + step * from] === 1) cost++
      if (count[base + step * to] === 0) cost--
    }
    work.done += others.length
    return cost
  }

  set(row: Int32Array, parameter: number, to: number): void {
    const of = this.problem.tuples.of[parameter]
    const from = row[parameter] ?? 0
    if (of === undefined || from === to) return
    const { offset, own, start, others, strides } = of
    for (let set = 0; set < offset.length; set++) {
      let base = offset[set] ?? 0
      const end = start[set + 1] ?? 0
      for (let at = start[set] ?? 0; at < end; at++) base += (strides[at] ?? 0) * (row[others[at] ?? 0] ?? 0)
      this.#leave(base + (own[set] ?? 0) * from)
      this.#enter(base + (own[set] ?? 0) * to)
    }
    row[parameter] = to
  }
}

/** e to the power of a number from -20 to 0, the same on every machine. */
export function power(exponent: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; n < 12; n++) sum += term *= exponent / 32 / n
  for (let n = 0; n < 5; n++) sum *= sum
  return sum
}

/**
 * Fewer rows that cover the same: takes out the row that costs least and repairs the others, by the best change of one cell that
 * was not changed lately (tabu search) or by any change that is not much worse (annealing). Yields each complete suite that has one
 * row less, and `undefined` between pieces of work; ends at `bound` rows, or when `work` has reached `until`.
 */
export function* shrink(
  problem: Problem,
  from: readonly Int32Array[],
  { bound, until, draws, work }: { bound: number; until: number; draws: Draws; work: Work },
): Generator<Int32Array[] | undefined> {
  const suite = new Suite(problem)
  for (const row of from) {
    yield
    suite.add(row)
  }
  const fixed = problem.seeds.length
  while (suite.rows.length > Math.max(bound, fixed) && work.done < until) {
    let cheapest = fixed
    let least = Infinity
    for (let at = fixed; at < suite.rows.length; at++) {
      yield
      const alone = suite.alone(suite.rows[at] ?? new Int32Array())
      if (alone < least) [cheapest, least] = [at, alone]
    }
    work.done += suite.rows.length * problem.tuples.sets.length * 2
    suite.remove(cheapest)
    if (suite.rows.length === 0) return
    yield* repair(suite, { until, draws, work })
    if (suite.missing.length > 0) return
    yield suite.rows.map((row) => Int32Array.from(row))
  }
}

function* repair(suite: Suite, { until, draws, work }: { until: number; draws: Draws; work: Work }): Generator<undefined> {
  const { problem, rows, missing } = suite
  const { tuples } = problem
  const tabu = rows.map(() => new Int32Array(tuples.levels.length))
  const coolSteps = 40_000
  for (let step = 1; missing.length > 0 && work.done < until; step++) {
    if (step % 64 === 0) yield
    const index = missing[draws.next() % missing.length] ?? 0
    const { parameters, values } = tupleAt(tuples, setOf(tuples, index), index)
    // Each step has a cost, or a small model would be searched for seconds.
    work.done += rows.length * parameters.length + 64
    if (step % 2 === 0) {
      const temperature = 0.6 - 0.45 * ((step % coolSteps) / coolSteps)
      anneal(suite, parameters, values, temperature, draws, work)
      continue
    }
    let best = Infinity
    let [row, parameter, value] = [-1, 0, 0]
    let ties = 0
    for (let at = 0; at < rows.length; at++) {
      const cell = onlyDifference(rows[at], parameters, values)
      if (cell < 0) continue
      const changed = parameters[cell] ?? 0
      const to = values[cell] ?? 0
      const one = rows[at]
      if (one === undefined || !mayChange(problem, at, one, changed, to)) continue
      const cost = suite.cost(one, changed, to, work)
      if ((tabu[at]?.[changed] ?? 0) > step && missing.length + cost > 0) continue
      if (cost > best) continue
      ties = cost < best ? 1 : ties + 1
      if (ties > 1 && draws.next() % ties > 0) continue
      ;[best, row, parameter, value] = [cost, at, changed, to]
    }
    const chosen = rows[row]
    if (chosen === undefined) {
      anneal(suite, parameters, values, 4, draws, work)
      continue
    }
    suite.set(chosen, parameter, value)
    work.done += tuples.of[parameter]?.others.length ?? 0
    const cells = tabu[row]
    if (cells !== undefined) cells[parameter] = step + 4 + (draws.next() % 10)
  }
}

/** Where alone a row differs from a tuple; -1 if at more places. */
function onlyDifference(row: Int32Array | undefined, parameters: readonly number[], values: readonly number[]): number {
  let only = -1
  for (let at = 0; at < parameters.length; at++) {
    if (row?.[parameters[at] ?? 0] === values[at]) continue
    if (only >= 0) return -1
    only = at
  }
  return only
}

const isGiven = (problem: Problem, at: number, parameter: number): boolean => (problem.seeds[at]?.[parameter] ?? -1) >= 0

/** Whether a cell may take a value while the others stay. */
function mayChange(problem: Problem, at: number, row: Int32Array, parameter: number, to: number): boolean {
  return !isGiven(problem, at, parameter) && problem.assignment.allows(row, parameter, to)
}

/** Puts a tuple into a row by chance, repairs what rules ask for, and keeps it if that is not much worse. */
function anneal(
  suite: Suite,
  parameters: readonly number[],
  values: readonly number[],
  temperature: number,
  draws: Draws,
  work: Work,
): void {
  const { problem, rows, missing } = suite
  const start = draws.next() % rows.length
  // Rows that need one change only, if any; any, once in a while.
  let at = start
  if (draws.next() % 16 > 0)
    for (let step = 0; step < rows.length; step++) {
      const other = (start + step) % rows.length
      if (onlyDifference(rows[other], parameters, values) < 0) continue
      at = other
      break
    }
  const row = rows[at]
  if (row === undefined || parameters.some((one, cell) => row[one] !== values[cell] && isGiven(problem, at, one))) return
  const before = missing.length
  const changed: number[] = []
  const changes = changesFor(problem, at, row, parameters, values, work)
  if (changes === undefined) return
  for (const [parameter, to] of changes) {
    changed.push(parameter, row[parameter] ?? 0)
    suite.set(row, parameter, to)
    work.done += (problem.tuples.of[parameter]?.others.length ?? 0) * 2
  }
  const worse = missing.length - before
  if (worse <= 0 || draws.next() < power(Math.max(-20, -worse / temperature)) * 4_294_967_296) return
  for (let cell = changed.length - 2; cell >= 0; cell -= 2) suite.set(row, changed[cell] ?? 0, changed[cell + 1] ?? 0)
}

/** The cells that have to change so that a row holds a tuple and breaks no rule. */
function changesFor(
  problem: Problem,
  at: number,
  row: Int32Array,
  parameters: readonly number[],
  values: readonly number[],
  work: Work,
): [parameter: number, to: number][] | undefined {
  const { assignment } = problem
  const direct = parameters.flatMap((one, cell): [number, number][] =>
    row[one] === values[cell] ? [] : [[one, values[cell] ?? 0]],
  )
  const parts = new Set(direct.map(([one]) => assignment.part[one] ?? -1))
  parts.delete(-1)
  const [first] = direct
  if (parts.size === 0 || (direct.length === 1 && first && assignment.allows(row, ...first))) return direct
  const changes = direct.filter(([one]) => (assignment.part[one] ?? -1) < 0)
  let isPossible = true
  for (const [cell, one] of parameters.entries()) isPossible &&= assignment.assign(one, values[cell] ?? 0)
  const given = problem.seeds[at]
  if (isPossible && given !== undefined)
    for (const [one, value] of given.entries())
      if (value >= 0 && (assignment.value[one] ?? -1) < 0) isPossible &&= assignment.assign(one, value)
  for (const part of parts) {
    isPossible &&= assignment.solve(part, row)
    if (!isPossible) break
    for (const one of assignment.parts[part] ?? []) {
      const to = assignment.value[one] ?? 0
      if (to !== row[one]) changes.push([one, to])
    }
    work.done += ((assignment.parts[part]?.length ?? 0) ** 2) >> 2
  }
  assignment.undoTo(0)
  return isPossible ? changes : undefined
}
