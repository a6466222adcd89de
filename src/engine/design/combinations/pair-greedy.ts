import type { Draws } from '#engine/templates/seeded.ts'
import type { Problem, Work } from './greedy.ts'
import { bits, clearBit, hasBit, setBit, type Pairs } from './pairs.ts'

/**
 * Rows that cover all pairs that are wanted, one by one. A value is worth what it covers with the values that the row has, and what it may
 * be expected to cover with those to come (density: Bryce and Colbourn 2007); the value that is worth most comes next.
 */
export function* pairRows(problem: Problem, pairs: Pairs, draws: Draws, work: Work): Generator<undefined, Int32Array[]> {
  const open = new OpenPairs(pairs)
  const rows: Int32Array[] = []
  for (const seed of problem.seeds) {
    const row = build(problem, open, draws, work, seed)
    open.cover(row)
    rows.push(row)
    yield
  }
  while (open.left > 0) {
    const row = build(problem, open, draws, work, open.begin(draws))
    const gain = open.gain(row)
    yield
    if (gain === 0) break
    open.cover(row)
    rows.push(row)
  }
  return rows
}

/** The pairs that are not covered yet. */
export class OpenPairs {
  readonly pairs: Pairs
  /** By value the set of its open partners. */
  readonly open: Int32Array
  /** By parameter and value (parameter * values + value) how many of the parameter's values are open partners. */
  readonly by: Int32Array
  /** By value what it may be expected to cover in a row of which nothing is known. */
  readonly worth: Float64Array
  left = 0

  constructor(pairs: Pairs) {
    this.pairs = pairs
    const { values, words, owner, parameters } = pairs
    this.open = Int32Array.from(pairs.wanted)
    this.by = new Int32Array(values * parameters)
    this.worth = new Float64Array(values)
    for (let value = 0; value < values; value++)
      for (let word = 0; word < words; word++) {
        let rest = this.open[value * words + word] ?? 0
        while (rest !== 0) {
          const other = word * 32 + 31 - Math.clz32(rest & -rest)
          rest &= rest - 1
          const at = (owner[other] ?? 0) * values + value
          this.by[at] = (this.by[at] ?? 0) + 1
          this.left++
        }
      }
    this.left /= 2
    for (let value = 0; value < values; value++) this.#weigh(value)
  }

  /** Worked out again, since what is taken off repeatedly would leave a rest. */
  #weigh(value: number): void {
    const { values, parameters, levels } = this.pairs
    let sum = 0
    for (let parameter = 0; parameter < parameters; parameter++)
      sum += (this.by[parameter * values + value] ?? 0) / (levels[parameter] ?? 1)
    this.worth[value] = sum
  }

  /** A row with only an open pair. */
  begin(draws: Draws): Int32Array {
    const { values, words, owner, first, parameters } = this.pairs
    const row = new Int32Array(parameters).fill(-1)
    for (let value = draws.next() % values; ; value = (value + 1) % values)
      for (let word = 0; word < words; word++) {
        const rest = this.open[value * words + word] ?? 0
        if (rest === 0) continue
        const other = word * 32 + 31 - Math.clz32(rest & -rest)
        for (const one of [value, other]) row[owner[one] ?? 0] = one - (first[owner[one] ?? 0] ?? 0)
        return row
      }
  }

  gain(row: Int32Array): number {
    const { words, first } = this.pairs
    const held = new Int32Array(words)
    let gain = 0
    for (let parameter = 0; parameter < row.length; parameter++) {
      const value = (first[parameter] ?? 0) + (row[parameter] ?? 0)
      for (let word = 0; word < words; word++) gain += bits((this.open[value * words + word] ?? 0) & (held[word] ?? 0))
      setBit(held, 0, value)
    }
    return gain
  }

  cover(row: Int32Array): void {
    const { words, values, first } = this.pairs
    const { open, by } = this
    for (let one = 0; one < row.length; one++) {
      const a = (first[one] ?? 0) + (row[one] ?? 0)
      for (let other = one + 1; other < row.length; other++) {
        const b = (first[other] ?? 0) + (row[other] ?? 0)
        if (!hasBit(open, a * words, b)) continue
        clearBit(open, a * words, b)
        clearBit(open, b * words, a)
        by[other * values + a] = (by[other * values + a] ?? 0) - 1
        by[one * values + b] = (by[one * values + b] ?? 0) - 1
        this.left--
      }
    }
    for (let parameter = 0; parameter < row.length; parameter++) this.#weigh((first[parameter] ?? 0) + (row[parameter] ?? 0))
  }
}

/**
 * A whole row from what is given of it. Looking one step ahead nearly always does; where it ends in a dead end, each value is
 * chosen again with a look at all that follows.
 */
function build(problem: Problem, open: OpenPairs, draws: Draws, work: Work, given: Int32Array): Int32Array {
  return tryRow(problem, open, draws, work, given, false) ?? tryRow(problem, open, draws, work, given, true) ?? given
}

/** Below what anything is worth: a value that rules leave no room for. */
const worthless = -1e9

function tryRow(
  { assignment, weights }: Problem,
  { pairs, open, by, worth: alone }: OpenPairs,
  draws: Draws,
  work: Work,
  given: Int32Array,
  isCareful: boolean,
): Int32Array | undefined {
  const { values, words, owner, first, levels } = pairs
  const { banned } = assignment
  const worth = Float64Array.from(alone)
  const take = (parameter: number, value: number): void => {
    const own = ((first[parameter] ?? 0) + value) * words
    const level = levels[parameter] ?? 1
    const start = parameter * values
    for (let other = 0; other < values; other++) {
      const count = by[start + other] ?? 0
      if (count > 0) worth[other] = (worth[other] ?? 0) - count / level
    }
    for (let word = 0; word < words; word++) {
      let rest = open[own + word] ?? 0
      while (rest !== 0) {
        const other = word * 32 + 31 - Math.clz32(rest & -rest)
        rest &= rest - 1
        worth[other] = (worth[other] ?? 0) + 1
      }
    }
    work.done += values
  }
  const waiting: number[] = []
  for (let parameter = 0; parameter < given.length; parameter++) {
    const held = given[parameter] ?? -1
    if (held < 0) waiting.push(parameter)
    else if (assignment.assign(parameter, held)) take(parameter, held)
  }
  while (waiting.length > 0) {
    let best = -1
    let most = worthless
    let place = -1
    let ties = 0
    for (let at = 0; at < waiting.length; at++) {
      const parameter = waiting[at] ?? 0
      const begin = first[parameter] ?? 0
      const end = first[parameter + 1] ?? 0
      for (let value = begin; value < end; value++) {
        const one = worth[value] ?? 0
        // What is left of fractions does not decide.
        if (one < most - 1e-6 || one <= worthless || (banned[value] ?? 0) > 0) continue
        if (one > most + 1e-6) ties = 1
        else if (at === place && (weights[parameter]?.[value - begin] ?? 1) !== (weights[parameter]?.[best - begin] ?? 1)) {
          if ((weights[parameter]?.[value - begin] ?? 1) < (weights[parameter]?.[best - begin] ?? 1)) continue
          ties = 1
        } else if (draws.next() % ++ties > 0) continue
        best = value
        most = one
        place = at
      }
    }
    work.done += values
    if (best < 0) {
      assignment.undoTo(0)
      return undefined
    }
    const parameter = owner[best] ?? 0
    const value = best - (first[parameter] ?? 0)
    const part = assignment.part[parameter] ?? -1
    if (assignment.assign(parameter, value)) {
      if (!isCareful || part < 0 || assignment.isSolvable(part)) {
        waiting[place] = waiting.at(-1) ?? 0
        waiting.pop()
        take(parameter, value)
        continue
      }
      assignment.undo()
    }
    worth[best] = 2 * worthless
  }
  const row = Int32Array.from(assignment.value)
  assignment.undoTo(0)
  return row
}
