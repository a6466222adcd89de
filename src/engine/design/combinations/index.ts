import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import type { Better, CoverageItem, DesignResult, DesignTest, InfeasibleItem, Value } from '../result.ts'
import { designTexts as texts } from '../texts.ts'
import { coverAll, type Cover, type CoverModel } from './cover.ts'
import { modelOf, oneInvalid, onlyValid, type Model } from './model.ts'
import { Assignment, conflict, type Nogood } from './rules.ts'
import type { CombinationsDesign } from './schema.ts'
import { indexIn, subsets, tupleAt, tuplesOf } from './tuples.ts'

/** Tests that cover every combination of values of the strength that is asked for. */
export const deriveCombinations: Derive<CombinationsDesign> = function* (design, { seed, budget }) {
  const model = modelOf(design)
  assertPossible(model)
  const notes: string[] = []
  const passes = passesOf(model, notes)
  const covers: { pass: CoverModel; cover: Cover }[] = []
  const result = (): DesignResult => resultOf(model, covers, notes)
  for (const [at, pass] of passes.entries()) {
    if (design.combine === 'base-choice') {
      covers.push({ pass, cover: baseChoice(pass) })
      continue
    }
    // Passes before this one are done, those after it not begun: only the last makes the suite complete.
    const isLast = at === passes.length - 1
    const steps = coverAll(pass, { seed, budget: Math.floor(budget / passes.length) })
    for (;;) {
      const step = steps.next()
      if (step.done) {
        covers.push({ pass, cover: step.value })
        break
      }
      yield step.value === undefined || !isLast ? undefined : betterOf(step.value, pass)
    }
  }
  return result()

  function betterOf(cover: Cover, pass: CoverModel): Better {
    const all = [...covers, { pass, cover }]
    return { tests: all.reduce((sum, one) => sum + one.cover.rows.length, 0), result: () => resultOf(model, all, notes) }
  }
}

/** What the required rows of a design exercise, with no test added: the items that no test of it `covers` are what they lack. */
export function measureCombinations(design: CombinationsDesign): DesignResult {
  const model = modelOf(design)
  assertPossible(model)
  const notes: string[] = []
  const covers = passesOf(model, notes).map((pass) => {
    const steps = coverAll({ ...pass, seeds: [] }, { seed: 1, budget: 0 })
    let step = steps.next()
    while (!step.done && step.value === undefined) step = steps.next()
    const cover = step.value as Cover
    return { pass, cover: { ...cover, rows: (pass.seeds ?? []).map((row) => Int32Array.from(row)), bound: 0 } }
  })
  const { bound: _, ...result } = resultOf(model, covers, notes)
  return result
}

function assertPossible({ levels, nogoods, constraints }: Model): void {
  if (new Assignment(levels, nogoods).isWhole()) return
  const rules = conflict(levels, nogoods, [], []).map((rule) => constraints[rule] ?? '')
  throw new AssayError('design-unusable', texts.nothingLeft(rules))
}

/** Valid values by themselves; then each invalid one, alone in its tests. */
function passesOf(model: Model, notes: string[]): CoverModel[] {
  const { levels, sets, parameters } = model
  const weights = parameters.map((one) => one.weights)
  const isInvalid = (parameter: number, value: number): boolean => parameters[parameter]?.invalid[value] ?? false
  const invalid = parameters.flatMap(({ invalid: of }, parameter) =>
    of.flatMap((one, value) => (one ? [{ parameter, value }] : [])),
  )
  const countOf = (given: readonly number[], values: readonly number[]): number =>
    given.reduce((sum, parameter, at) => sum + (isInvalid(parameter, values[at] ?? 0) ? 1 : 0), 0)
  const rows = usableRows(model, countOf, notes)
  if (new Set(sets.map(({ length }) => length)).size > 1) notes.push(texts.groupIsSet)
  if (invalid.length === 0) return [{ levels, sets, nogoods: model.nogoods, seeds: rows, weights }]
  notes.push(texts.invalidApart)
  const all = levels.map((_, index) => index)
  const noneInvalid = invalid.map(({ parameter, value }): Nogood => ({
    parameters: [parameter],
    values: [value],
    rule: onlyValid,
  }))
  const noneTwice = subsets(
    invalid.map((_, index) => index),
    2,
  ).flatMap(([a = 0, b = 0]): Nogood[] => {
    const [one, other] = [invalid[a], invalid[b]]
    if (one === undefined || other === undefined || one.parameter === other.parameter) return []
    return [{ parameters: [one.parameter, other.parameter], values: [one.value, other.value], rule: oneInvalid }]
  })
  const hasInvalid = (row: readonly number[]): boolean => countOf(all, row) > 0
  return [
    {
      levels,
      sets,
      weights,
      nogoods: [...model.nogoods, ...noneInvalid],
      counts: (given, values) => countOf(given, values) === 0,
      seeds: rows.filter((row) => !hasInvalid(row)),
    },
    {
      levels,
      sets: model.invalidOnce ? [...new Set(invalid.map(({ parameter }) => parameter))].map((one) => [one]) : sets,
      weights,
      nogoods: [...model.nogoods, ...noneTwice],
      counts: (given, values) => countOf(given, values) === 1,
      apart: isInvalid,
      seeds: rows.filter(hasInvalid),
    },
  ]
}

/** Required rows that break no rule; the others are named. */
function usableRows(
  { rows, levels, nogoods, constraints, parameters }: Model,
  countOf: (given: readonly number[], values: readonly number[]) => number,
  notes: string[],
): number[][] {
  const assignment = new Assignment(levels, nogoods)
  return rows.filter((row, at) => {
    const given = row.flatMap((value, parameter) => (value < 0 ? [] : [parameter]))
    const values = given.map((parameter) => row[parameter] ?? 0)
    const invalid = given.filter((parameter, index) => countOf([parameter], [values[index] ?? 0]) > 0)
    const [one, other] = invalid.map((parameter) => parameters[parameter]?.name ?? '')
    const because =
      one !== undefined && other !== undefined
        ? [texts.oneInvalid(one, other)]
        : assignment.canHold(given, values)
          ? []
          : conflict(levels, nogoods, given, values).map((rule) => constraints[rule] ?? '')
    if (because.length > 0) notes.push(texts.badRow(at + 1, because))
    return because.length === 0
  })
}

/** The row of first values, and one row for each other value, as near to it as rules allow (ISO 29119-4, base choice). */
function baseChoice({ levels, nogoods, counts, seeds = [] }: CoverModel): Cover {
  const tuples = tuplesOf(
    levels,
    levels.map((_, parameter) => [parameter]),
  )
  const assignment = new Assignment(levels, nogoods)
  const [counted, feasible] = [new Uint8Array(tuples.total), new Uint8Array(tuples.total)]
  const first = levels.map((level, parameter) => {
    for (let value = 0; value < level; value++) if (counts === undefined || counts([parameter], [value])) return value
    return 0
  })
  const rows = seeds.map((row) => Int32Array.from(row))
  const done = new Set<number>()
  const add = (parameter: number, value: number): boolean => {
    const { depth } = assignment
    let isPossible = assignment.assign(parameter, value)
    for (let part = 0; isPossible && part < assignment.parts.length; part++) isPossible = assignment.solve(part, first)
    if (isPossible) {
      const row = Int32Array.from(assignment.value, (held, at) => (held < 0 ? (first[at] ?? 0) : held))
      rows.push(row)
      for (const at of levels.keys()) done.add(indexIn(tuples, at, row))
    }
    assignment.undoTo(depth)
    return isPossible
  }
  for (const row of rows) for (const at of levels.keys()) done.add(indexIn(tuples, at, row))
  add(0, first[0] ?? 0)
  for (const [parameter, level] of levels.entries())
    for (let value = 0; value < level; value++) {
      if (counts !== undefined && !counts([parameter], [value])) continue
      const index = indexIn(
        tuples,
        parameter,
        levels.map((_, at) => (at === parameter ? value : 0)),
      )
      counted[index] = 1
      if (done.has(index) || add(parameter, value)) feasible[index] = 1
    }
  return { tuples, counted, feasible, rows, bound: 0 }
}

function resultOf(model: Model, covers: readonly { pass: CoverModel; cover: Cover }[], notes: readonly string[]): DesignResult {
  const items: CoverageItem[] = []
  const infeasible: InfeasibleItem[] = []
  const tests: DesignTest[] = []
  let exercised = 0
  for (const { pass, cover } of covers) {
    const named = itemsOf(model, pass, cover)
    // One by one: a list of a hundred thousand is too long to be arguments.
    for (const item of named.items) items.push(item)
    for (const item of named.infeasible) infeasible.push(item)
    const { tuples, counted } = cover
    const seen = new Uint8Array(tuples.total)
    for (const row of inOrder(cover, pass.seeds?.length ?? 0)) {
      const covered: string[] = []
      for (let set = 0; set < tuples.sets.length; set++) {
        const index = indexIn(tuples, set, row)
        if (index < 0 || counted[index] !== 1) continue
        if (seen[index] === 0) exercised++
        seen[index] = 1
        covered.push(named.ids[index] ?? '')
      }
      tests.push(testOf(model, row, covered))
    }
  }
  rotateAliases(model, tests)
  const coverage = { exercised, feasible: items.length - infeasible.length }
  const bound = covers.reduce((sum, { cover }) => sum + cover.bound, 0)
  return { method: 'combinations', items, infeasible, tests, coverage, ...(bound > 0 && { bound }), notes: [...notes] }
}

function itemsOf({ parameters, constraints }: Model, { levels, nogoods }: CoverModel, { tuples, counted, feasible }: Cover) {
  const items: CoverageItem[] = []
  const infeasible: InfeasibleItem[] = []
  // By the number of the tuple: there may be hundreds of thousands.
  const ids: string[] = []
  ids.length = tuples.total
  for (let set = 0; set < tuples.sets.length; set++) {
    const end = tuples.offsets[set + 1] ?? tuples.total
    for (let index = tuples.offsets[set] ?? 0; index < end; index++) {
      if (counted[index] !== 1) continue
      const { parameters: given, values } = tupleAt(tuples, set, index)
      const id = given.map((parameter, at) => `${parameter + 1}.${(values[at] ?? 0) + 1}`).join('-')
      const pairs = given.map((parameter, at) => {
        const one = parameters[parameter]
        return texts.pair(one?.name ?? '', one?.values[values[at] ?? 0] ?? null)
      })
      ids[index] = id
      items.push({ id, text: texts.tuple(pairs) })
      if (feasible[index] === 1) continue
      const rules = conflict(levels, nogoods, given, values)
      const because = rules.map((rule) =>
        rule === onlyValid || rule === oneInvalid ? texts.invalidApart : (constraints[rule] ?? ''),
      )
      infeasible.push({ item: id, because })
    }
  }
  return { items, infeasible, ids }
}

/** Rows, and tuples in them, that are put in order, at most: more are kept as they were found. */
const [mostOrdered, mostCells] = [5000, 20_000_000]

/** Required rows first; then always the row that covers most of what is still missing, so that any beginning is worth the most. */
function inOrder({ tuples, counted, rows }: Cover, required: number): Int32Array[] {
  const ordered = rows.slice(0, required)
  const rest = rows.slice(required)
  const sets = tuples.sets.length
  if (rows.length > mostOrdered || rows.length * sets > mostCells) return rows
  // Where each row's tuples are is worked out once: it is asked for again and again.
  const places = new Map(rows.map((row) => [row, Int32Array.from({ length: sets }, (_, set) => indexIn(tuples, set, row))]))
  const seen = Uint8Array.from(counted, (one) => 1 - one)
  const gain = (row: Int32Array, mark: boolean): number => {
    let sum = 0
    const own = places.get(row) ?? new Int32Array()
    for (let set = 0; set < sets; set++) {
      const index = own[set] ?? -1
      if (index < 0 || seen[index] === 1) continue
      sum++
      if (mark) seen[index] = 1
    }
    return sum
  }
  for (const row of ordered) gain(row, true)
  // What a row gains only ever shrinks: what it gained before is its most, and only who might be first is counted again.
  const gains = rest.map((row) => gain(row, false))
  const counts = rest.map(() => required)
  while (ordered.length < rows.length) {
    let next = -1
    for (const [at, own] of gains.entries()) if (own >= 0 && (next < 0 || own > (gains[next] ?? 0))) next = at
    const row = rest[next]
    if (row === undefined) break
    if (counts[next] !== ordered.length) {
      counts[next] = ordered.length
      gains[next] = gain(row, false)
      continue
    }
    gain(row, true)
    gains[next] = -1
    ordered.push(row)
  }
  return ordered
}

function testOf({ parameters }: Model, row: Int32Array, covers: string[]): DesignTest {
  const values: Record<string, Value> = Object.create(null) as Record<string, Value>
  let invalid: string | undefined
  for (const [index, { name, values: of, invalid: wrong }] of parameters.entries()) {
    const value = row[index] ?? -1
    if (value < 0) continue
    values[name] = of[value] ?? null
    if (wrong[value]) invalid = name
  }
  return { values, valid: invalid === undefined, ...(invalid !== undefined && { invalid }), covers }
}

/** Names of one value take turns, as PICT has them. */
function rotateAliases({ parameters }: Model, tests: readonly DesignTest[]): void {
  for (const { name, values, names } of parameters) {
    if (names.every(({ length }) => length === 1)) continue
    const turns = new Map<Value, number>()
    for (const test of tests) {
      const value = test.values[name]
      if (value === undefined) continue
      const turn = turns.get(value) ?? 0
      turns.set(value, turn + 1)
      const of = names[values.indexOf(value)] ?? []
      test.values[name] = of[turn % of.length] ?? value
    }
  }
}
