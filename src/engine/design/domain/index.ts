import { AssayError } from '#engine/base/errors.ts'
import { checkNames, orderedOf } from '../classes.ts'
import type { Inequality } from '../linear.ts'
import { parseDecision, type Relation } from '../mcdc/parse-decision.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type InfeasibleItem, type Pieces, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { solveWhole } from './grid.ts'
import type { DomainDesign } from './schema.ts'

const texts = designTexts.domain

/** A border over whole steps of its parameters: `Σ factor · steps + constant (relation) 0`. */
interface Border {
  text: string
  terms: ReadonlyMap<string, number>
  constant: number
  relation: Exclude<Relation, '<>'>
}

interface Axis {
  name: string
  step: number
  from?: number
  to?: number
}

type Point = ReadonlyMap<string, number>

/** A point that a border asks for: on it, or off it by one step of one parameter; `side`: -1 inside, 1 outside, for `=` the two sides. */
interface Wanted {
  id: string
  text: string
  border: number
  side: -1 | 0 | 1
}

/**
 * Domain analysis (Beizer; Binder 1999, 10.2.4, "1x1"): for each border of a domain one point on it and one off it, the nearest
 * on the other side: outside a closed border, inside an open one; two for `=`. All other borders hold, so that only this one
 * decides.
 */
export const deriveDomain: Derive<DomainDesign> = function* (design) {
  const axes = axesOf(design)
  const borders = design.borders.map((text) => borderOf(text, axes))
  const limits = axes.flatMap(limitsOf)
  if (borders.length === 0) throw new AssayError('design-unusable', texts.noBorders)
  if ((yield* solveWhole([...limits, ...borders.map(inside)])) === undefined)
    throw new AssayError('design-unusable', texts.nothing(yield* conflictOf(limits, borders)))
  const wanted = borders.flatMap(wantedOf)
  const tests: DesignTest[] = []
  const infeasible: InfeasibleItem[] = []
  for (const one of wanted) {
    const point = yield* pointFor(one, borders, limits)
    if (point === undefined) infeasible.push({ item: one.id, because: yield* becauseOf(one, borders, limits) })
    else tests.push(testOf(point, one, borders, axes))
  }
  const unique = [...new Map(tests.map((test) => [JSON.stringify(test.values), test])).values()]
  for (const test of unique)
    test.covers = wanted.filter((one) => isAt(one, stepsOf(test, axes), borders, axes)).map(({ id }) => id)
  const items = wanted.map(({ id, text }): CoverageItem => ({ id, text }))
  return {
    method: 'domain',
    items,
    infeasible,
    tests: unique,
    coverage: coverageOf(items, infeasible, unique),
    notes: [texts.reading],
  }
}

function axesOf({ parameters, borders }: DomainDesign): Axis[] {
  if (parameters.length > 0) checkNames(parameters)
  const axes = parameters.flatMap((one): Axis[] => {
    if ('values' in one) throw new AssayError('design-unusable', texts.noNumber(one.name))
    if (!('classes' in one)) {
      if ((one.from ?? -Infinity) > (one.to ?? Infinity))
        throw new AssayError('design-unusable', texts.empty(one.name, one.from ?? 0, one.to ?? 0))
      return [
        {
          name: one.name,
          step: one.step,
          ...(one.from !== undefined && { from: one.from }),
          ...(one.to !== undefined && { to: one.to }),
        },
      ]
    }
    if (one.type !== 'integer' && one.type !== 'number') throw new AssayError('design-unusable', texts.noNumber(one.name))
    const valid = orderedOf(one).classes.filter((each) => each.valid)
    const [from, to] = [
      Math.min(...valid.map((each) => each.from ?? -Infinity)),
      Math.max(...valid.map((each) => each.to ?? Infinity)),
    ]
    return [{ name: one.name, step: one.step, ...(Number.isFinite(from) && { from }), ...(Number.isFinite(to) && { to }) }]
  })
  // What is only named in a border is a whole number.
  for (const text of borders)
    for (const { compared } of parseDecision(text).conditions)
      for (const name of compared.type === 'linear' ? compared.sum.terms.keys() : [])
        if (!axes.some((one) => one.name === name)) axes.push({ name, step: 1 })
  return axes
}

function borderOf(text: string, axes: readonly Axis[]): Border {
  const { decision, conditions } = parseDecision(text)
  const compared = conditions[0]?.compared
  if (decision.type !== 'condition' || compared?.type !== 'linear') throw new AssayError('design-unusable', texts.noBorder(text))
  const { relation, sum } = compared
  if (relation === '<>') throw new AssayError('design-unusable', texts.unequal(text))
  const stepOf = (name: string): number => axes.find((one) => one.name === name)?.step ?? 1
  const terms = new Map([...sum.terms].map(([name, by]) => [name, Number((by * stepOf(name)).toPrecision(15))]))
  return { text, terms, constant: sum.constant, relation }
}

const turned = (terms: ReadonlyMap<string, number>): Map<string, number> => new Map([...terms].map(([name, by]) => [name, -by]))

/** What a border asks of points inside. */
function inside({ terms, constant, relation }: Border): Inequality {
  if (relation === '<' || relation === '<=' || relation === '=') return { terms, constant, relation }
  return { terms: turned(terms), constant: -constant, relation: relation === '>' ? '<' : '<=' }
}

function limitsOf({ name, step, from, to }: Axis): Inequality[] {
  return [
    ...(from === undefined ? [] : [{ terms: new Map([[name, -step]]), constant: from, relation: '<=' as const }]),
    ...(to === undefined ? [] : [{ terms: new Map([[name, step]]), constant: -to, relation: '<=' as const }]),
  ]
}

function wantedOf({ text, relation }: Border, border: number): Wanted[] {
  const id = `b${border + 1}`
  const on: Wanted = { id: `${id}.on`, text: texts.on(text), border, side: 0 }
  if (relation === '=')
    return [
      on,
      { id: `${id}.under`, text: texts.under(text), border, side: -1 },
      { id: `${id}.over`, text: texts.over(text), border, side: 1 },
    ]
  const isOpen = relation === '<' || relation === '>'
  return [on, { id: `${id}.off`, text: isOpen ? texts.offInside(text) : texts.offOutside(text), border, side: isOpen ? -1 : 1 }]
}

/** The side of a border on which a value of its sum lies: 0 on it, 1 where its relation points away from. */
const outwards = ({ relation }: Border): 1 | -1 => (relation === '>' || relation === '>=' ? -1 : 1)

/** Points that are on a border, or one step of one parameter away from it: the one that is nearest. */
function* pointFor(wanted: Wanted, borders: readonly Border[], limits: readonly Inequality[]): Pieces<Point | undefined> {
  const border = borders[wanted.border]
  if (border === undefined) return undefined
  const others = borders.filter((_, at) => at !== wanted.border)
  // Inside the others if there is room, else at least not over them.
  for (const strict of [true, false]) {
    const rest = [...limits, ...others.map((one) => (strict ? strictly(inside(one)) : inside(one)))]
    if (wanted.side === 0) {
      const on = yield* solveWhole([{ terms: border.terms, constant: border.constant, relation: '=' }, ...rest])
      if (on !== undefined) return on
      continue
    }
    const direction = wanted.side * outwards(border)
    const sizes = [...new Set([...border.terms.values()].map(Math.abs))].toSorted((a, b) => a - b)
    for (const size of sizes) {
      // direction * sum lies over 0, by no more than one step.
      const signed = direction === 1 ? border : { terms: turned(border.terms), constant: -border.constant }
      const found = yield* solveWhole([
        { terms: turned(signed.terms), constant: -signed.constant, relation: '<' },
        { terms: signed.terms, constant: signed.constant - size, relation: '<=' },
        ...rest,
      ])
      if (found !== undefined) return found
    }
  }
  return undefined
}

const strictly = (one: Inequality): Inequality => (one.relation === '<=' ? { ...one, relation: '<' } : one)

/** Whether a point is what is wanted: the others hold, and it lies on the border, or within one step of a parameter beside it. */
function isAt({ border: at, side }: Wanted, point: Point, borders: readonly Border[], axes: readonly Axis[]): boolean {
  const border = borders[at]
  if (border === undefined || borders.some((one, index) => index !== at && !holds(inside(one), point))) return false
  if (axes.flatMap(limitsOf).some((one) => !holds(one, point))) return false
  const sum = sumAt(border, point)
  if (side === 0) return sum === 0
  const distance = sum * side * outwards(border)
  return distance > 0 && distance <= Math.max(...[...border.terms.values()].map(Math.abs))
}

const sumAt = ({ terms, constant }: Pick<Inequality, 'terms' | 'constant'>, point: Point): number =>
  Number([...terms].reduce((sum, [name, by]) => sum + by * (point.get(name) ?? 0), constant).toFixed(9))

const holds = (one: Inequality, point: Point): boolean => {
  const sum = sumAt(one, point)
  return one.relation === '=' ? sum === 0 : one.relation === '<' ? sum < 0 : sum <= 0
}

const valueOf = (steps: number, { step }: Axis): number => Number((steps * step).toPrecision(15))

const stepsOf = ({ values }: DesignTest, axes: readonly Axis[]): Point =>
  new Map(axes.map(({ name, step }) => [name, Math.round(Number(values[name]) / step)]))

function testOf(point: Point, { border, id }: Wanted, borders: readonly Border[], axes: readonly Axis[]): DesignTest {
  const values = Object.create(null) as Record<string, Value>
  const whole = new Map(axes.map((axis) => [axis.name, point.get(axis.name) ?? Math.ceil((axis.from ?? 0) / axis.step)]))
  for (const axis of axes) values[axis.name] = valueOf(whole.get(axis.name) ?? 0, axis)
  const isInside = borders.every((one) => holds(inside(one), whole))
  return {
    values,
    valid: isInside,
    ...(!isInside && { invalid: borders[border]?.text ?? '' }),
    expected: { inside: isInside },
    covers: [id],
  }
}

/** The smallest set of borders that leaves nothing. */
function* conflictOf(limits: readonly Inequality[], borders: readonly Border[]): Pieces<string[]> {
  let needed = [...borders]
  for (const one of borders) {
    const fewer = needed.filter((other) => other !== one)
    if ((yield* solveWhole([...limits, ...fewer.map(inside)])) === undefined) needed = fewer
  }
  return needed.map(({ text }) => text)
}

function* becauseOf(wanted: Wanted, borders: readonly Border[], limits: readonly Inequality[]): Pieces<string[]> {
  const own = borders[wanted.border]
  let needed = borders.filter((_, at) => at !== wanted.border)
  for (const one of needed) {
    const fewer = needed.filter((other) => other !== one)
    const kept = own === undefined ? fewer : [own, ...fewer]
    if ((yield* pointFor({ ...wanted, border: 0 }, kept, limits)) === undefined) needed = fewer
  }
  if (needed.length > 0) return needed.map(({ text }) => text)
  return [wanted.side === 0 ? texts.noWhole : texts.outOfLimits]
}
