import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { valuesOf } from '../classes.ts'
import type { Value } from '../result.ts'
import { designTexts as texts } from '../texts.ts'
import { parseConstraint, type Condition } from './constraint.ts'
import { nogoodsOf } from './nogoods.ts'
import type { Nogood } from './rules.ts'
import type { CombinationsDesign } from './schema.ts'
import { countTuples, subsets } from './tuples.ts'

/** Combinations that are covered at most. */
const mostTuples = 20_000_000

/** What rules out values besides the constraints, as the `rule` of a nogood. */
export const [onlyValid, oneInvalid] = [-1, -2]

/** A parameter of a checked model; everything by the index of its value. */
export interface Parameter {
  name: string
  values: Value[]
  names: Value[][]
  invalid: boolean[]
  weights: number[]
}

/** A design that can be worked with. */
export interface Model {
  parameters: Parameter[]
  levels: number[]
  sets: number[][]
  constraints: readonly string[]
  nogoods: Nogood[]
  /** Required rows, -1 where a value is open. */
  rows: number[][]
  /** What may not be meant as written. */
  notes: string[]
  /** The suite of longer work; empty if it does not fit the parameters. */
  kept: number[][]
  /** Each invalid value in one test, instead of with every valid value of the others. */
  invalidOnce: boolean
}

/** Checks a design. AssayError `design-unusable` for what can't be used, by name. */
export function modelOf(design: CombinationsDesign): Model {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  const parameters = design.parameters.map((any): Parameter => {
    const { name, values } = valuesOf(any).parameter
    const given = values.map((one) => (one !== null && typeof one === 'object' ? one : { value: one }))
    if (given.length === 0) refuse(texts.noValues(name))
    if (given.every(({ valid }) => valid === false)) refuse(texts.noValidValues(name))
    return {
      name,
      values: given.map(({ value }) => value),
      names: given.map(({ value, alias = [] }) => [value, ...alias]),
      invalid: given.map(({ valid }) => valid === false),
      weights: given.map(({ weight = 1 }) => weight),
    }
  })
  if (parameters.length === 0) refuse(texts.noParameters)
  const names = new Map<string, number>()
  for (const [index, { name }] of parameters.entries()) {
    if (names.has(name.toLowerCase())) refuse(texts.twice(name))
    names.set(name.toLowerCase(), index)
  }
  const indexOf = (name: string): number => {
    const index = names.get(name.toLowerCase())
    if (index !== undefined) return index
    const near = nearest(
      name,
      parameters.map((one) => one.name),
    )[0]
    return refuse(texts.unknownParameter(name, near))
  }
  const levels = parameters.map(({ values }) => values.length)
  const constraints = design.constraints ?? []
  const notes: string[] = []
  const nogoods = constraints.flatMap((text, rule) => {
    const condition = parseConstraint(text, parameters)
    if (isIdle(condition, levels)) notes.push(texts.constraint.idle(text))
    return nogoodsOf(condition, rule, levels, text)
  })
  const rows = (design.rows ?? []).map((row) => {
    const indices = Array.from({ length: levels.length }, () => -1)
    for (const [name, value] of Object.entries(row)) {
      const index = indexOf(name)
      const at = valueAt(parameters[index], value)
      if (at < 0) refuse(texts.unknownValue(name, String(value)))
      indices[index] = at
    }
    return indices
  })
  return {
    parameters,
    levels,
    sets: setsOf(design, levels, indexOf),
    constraints,
    nogoods,
    notes,
    rows,
    kept: keptOf(design, parameters),
    invalidOnce: design.invalid === 'once',
  }
}

/** Whether a comparison holds for all values, or for none, as with a value that is misspelt. */
function isIdle(condition: Condition, levels: readonly number[]): boolean {
  if (condition.type !== 'term') return condition.of.some((one) => isIdle(one, levels))
  const { parameters, holds } = condition
  const [one = 0, other] = parameters.map((parameter) => levels[parameter] ?? 0)
  // A parameter of one value, and large ones that are compared with each other, say nothing.
  if (parameters.length === 0 || one * (other ?? 2) < 4 || one * (other ?? 1) > 10_000) return false
  let held = 0
  for (let a = 0; a < one; a++) for (let b = 0; b < (other ?? 1); b++) if (holds([a, b])) held++
  return held === 0 || held === one * (other ?? 1)
}

function keptOf({ minimised = [] }: CombinationsDesign, parameters: readonly Parameter[]): number[][] {
  const rows = minimised.map((row) => row.map((value, at) => valueAt(parameters[at], value)))
  return rows.every((row) => row.length === parameters.length && !row.includes(-1)) ? rows : []
}

/** A value as a row of a table names it: also by an alias, as a string, with PICT's `~`. */
function valueAt(parameter: Parameter | undefined, value: Value): number {
  if (parameter === undefined) return -1
  const same = parameter.values.findIndex((one) => one === value)
  if (same >= 0) return same
  const text = String(value).toLowerCase()
  const named = parameter.names.findIndex((names) => names.some((one) => String(one).toLowerCase() === text))
  if (named >= 0) return named
  return parameter.values.findIndex((one, at) => parameter.invalid[at] && `~${String(one)}`.toLowerCase() === text)
}

function setsOf(design: CombinationsDesign, levels: readonly number[], indexOf: (name: string) => number): number[][] {
  const all = levels.map((_, index) => index)
  const strength = { 'each-choice': 1, 'base-choice': 1, all: levels.length, 't-wise': design.strength ?? 2 }[
    design.combine ?? 't-wise'
  ]
  const orders = new Map(Object.entries(design.orders ?? {}).map(([name, order]) => [indexOf(name), order]))
  const wanted: { of: number[]; with?: number; strength: number }[] = [
    { of: all.filter((index) => !orders.has(index)), strength },
    ...[...orders].map(([index, order]) => ({ of: all.filter((one) => one !== index), with: index, strength: order })),
    ...(design.groups ?? []).map((group) => ({ of: group.parameters.map(indexOf), strength: group.strength })),
  ]
  let count = 0
  const sets: number[][] = []
  for (const { of, with: one, strength: size } of wanted) {
    const available = of.length + (one === undefined ? 0 : 1)
    if (size > available && one === undefined && of.length === levels.length && of.length > 1 && design.combine !== 'all')
      throw new AssayError('design-unusable', texts.strength(size, available))
    const inner = Math.min(size, available) - (one === undefined ? 0 : 1)
    if (available === 0) continue
    count +=
      countTuples(
        of.map((index) => levels[index] ?? 1),
        inner,
      ) * (one === undefined ? 1 : (levels[one] ?? 1))
    if (count > mostTuples) throw new AssayError('design-unusable', texts.tooMany(count, mostTuples))
    for (const set of subsets(of, inner)) sets.push((one === undefined ? set : [...set, one]).toSorted((a, b) => a - b))
  }
  return sets
}
