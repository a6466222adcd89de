import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import { wholeResult, type Better, type DesignResult } from '../result.ts'
import { designTexts as texts } from '../texts.ts'
import { coverAll, type Cover, type CoverModel } from './cover.ts'
import { modelOf, oneInvalid, onlyValid, type Model } from './model.ts'
import { Conflicts } from './conflicts.ts'
import { Assignment, type Nogood } from './rules.ts'
import type { CombinationsDesign } from './schema.ts'
import { suiteOf, type Covered } from './suite.ts'
import { indexIn, subsets, tuplesOf } from './tuples.ts'

/** Tests that cover every combination of values of the requested strength. */
export function* deriveCombinations(
  design: CombinationsDesign,
  { seed, budget }: Parameters<Derive<CombinationsDesign>>[1],
): Generator<Better | undefined, Better> {
  const model = modelOf(design)
  assertPossible(model)
  const notes = [...model.notes]
  const passes = passesOf(model, notes)
  const covers: Covered[] = []
  for (const [at, pass] of passes.entries()) {
    if (design.combine === 'base-choice') {
      covers.push({ pass, cover: baseChoice(pass) })
      continue
    }
    // Passes before this one are done, those after it not started: only the last makes the suite complete.
    const isLast = at === passes.length - 1
    const steps = coverAll(pass, { seed, budget: Math.floor(budget / passes.length) })
    for (;;) {
      const step = steps.next()
      if (step.done) {
        covers.push({ pass, cover: step.value })
        break
      }
      yield step.value === undefined || !isLast ? undefined : suiteOf(model, [...covers, { pass, cover: step.value }], notes)
    }
  }
  return suiteOf(model, covers, notes)
}

/** What the required rows of a design exercise, with no test added: the items that no test of it `covers` are what they lack. */
export function measureCombinations(design: CombinationsDesign): DesignResult {
  const model = modelOf(design)
  assertPossible(model)
  const notes = [...model.notes]
  const covers = passesOf(model, notes).map((pass) => {
    const steps = coverAll({ ...pass, seeds: [], kept: [] }, { seed: 1, budget: 0 })
    let step = steps.next()
    while (!step.done && step.value === undefined) step = steps.next()
    const cover = step.value as Cover
    return { pass, cover: { ...cover, rows: (pass.seeds ?? []).map((row) => Int32Array.from(row)), bound: 0 } }
  })
  const { bound: _, ...result } = wholeResult(suiteOf(model, covers, notes))
  return result
}

function assertPossible({ levels, nogoods, constraints }: Model): void {
  if (new Assignment(levels, nogoods).isWhole()) return
  const rules = new Conflicts(levels, nogoods).of([], [])?.map((rule) => constraints[rule] ?? '') ?? constraints
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
  if (invalid.length === 0) return [{ levels, sets, nogoods: model.nogoods, seeds: rows, kept: model.kept, weights }]
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
      kept: model.kept.filter((row) => !hasInvalid(row)),
    },
    {
      levels,
      sets: model.invalidOnce ? [...new Set(invalid.map(({ parameter }) => parameter))].map((one) => [one]) : sets,
      weights,
      nogoods: [...model.nogoods, ...noneTwice],
      counts: (given, values) => countOf(given, values) === 1,
      apart: isInvalid,
      seeds: rows.filter(hasInvalid),
      kept: model.kept.filter(hasInvalid),
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
  const conflicts = new Conflicts(levels, nogoods)
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
          : (conflicts.of(given, values)?.map((rule) => constraints[rule] ?? '') ?? [texts.notToldApart])
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
