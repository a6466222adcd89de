import { AssayError } from '#engine/base/errors.ts'
import { leastOf, placeText } from '../axis.ts'
import { checkNames, classAt, isClassed, nominalOf, orderedOf, plus, valueOf, valuesOf, type Ordered } from '../classes.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { BoundariesDesign } from './schema.ts'

const texts = designTexts.classes

/** Tests of all combinations of boundaries, at most. */
const most = 100_000

/** A boundary of a parameter: where it lies, and whether it has to be taken or rejected. */
interface Point {
  place: number
  valid: boolean
  name: string
}

/** A parameter with its boundaries; without an order it has none, and keeps one value. */
interface Bounded {
  name: string
  ordered?: Ordered
  points: readonly Point[]
  nominal: number
  value: Value
}

/**
 * Boundary values (ISTQB CTFL v4, 4.2.2): with 2 points each end of a class and its neighbor in the next one, with 3 points the
 * end and both neighbors. Each boundary in its own test, the other parameters inside their first valid class, or every
 * combination of them.
 */
export const deriveBoundaries: Derive<BoundariesDesign> = function* (design) {
  checkNames(design.parameters)
  const { combine = 'one-at-a-time' } = design
  const notes = new Set<string>([
    design.boundaries === 'all-boundaries' ? texts.allBoundaries : texts.validBoundaries,
    ...(combine === 'one-at-a-time' ? [] : [texts.combined[combine]]),
  ])
  const parameters = design.parameters.map((one) => boundedOf(one, design, notes))
  if (parameters.every(({ ordered }) => ordered === undefined)) throw new AssayError('design-unusable', texts.noOrder)
  yield
  const isWorst = combine === 'worst-case' || combine === 'robust-worst-case'
  const result = isWorst ? yield* everyCombination(parameters) : oneAtATime(parameters)
  const { items, tests } = result
  return { method: 'boundaries', items, infeasible: [], tests, coverage: coverageOf(items, [], tests), notes: [...notes] }
}

function boundedOf(parameter: BoundariesDesign['parameters'][number], design: BoundariesDesign, notes: Set<string>): Bounded {
  const { name } = parameter
  if (!isClassed(parameter)) {
    const given = valuesOf(parameter).parameter.values.map((one) =>
      one !== null && typeof one === 'object' ? one : { value: one, valid: true },
    )
    const first = given.find(({ valid }) => valid !== false)
    if (first === undefined) throw new AssayError('design-unusable', designTexts.noValidValues(name))
    notes.add(texts.unordered(name, String(first.value)))
    return { name, points: [], nominal: 0, value: first.value }
  }
  const ordered = orderedOf(parameter)
  const isRobust = design.combine?.startsWith('robust') === true
  const points = pointsOf(ordered, design).flatMap((place): Point[] => {
    const held = classAt(ordered, place)
    if (held === undefined && place < leastOf(ordered.type)) return []
    if (held === undefined && !isRobust) {
      notes.add(texts.outside(name, placeText(ordered.type, place)))
      return []
    }
    if (design.combine === 'worst-case' && held?.valid !== true) return []
    return [{ place, valid: held?.valid ?? false, name: held?.name ?? texts.noClass }]
  })
  const nominal = nominalOf(ordered)
  return { name, ordered, points, nominal, value: valueOf(ordered, nominal) }
}

function pointsOf({ classes, step }: Ordered, { points, boundaries }: BoundariesDesign): number[] {
  const places = new Set<number>()
  for (const { from, to, valid } of classes) {
    if (boundaries === 'valid-boundaries' && !valid) continue
    for (const [end, outwards] of [
      [from, -step],
      [to, step],
    ] as const) {
      if (end === undefined) continue
      places.add(end)
      places.add(plus(end, outwards))
      if (points === 3) places.add(plus(end, -outwards))
    }
  }
  return [...places].toSorted((a, b) => a - b)
}

interface Derived {
  items: CoverageItem[]
  tests: DesignTest[]
}

const written = ({ ordered, value }: Bounded, place: number): Value => (ordered === undefined ? value : valueOf(ordered, place))

const textOf = ({ name, ordered }: Bounded, { place, name: held }: Point): string =>
  texts.point(name, placeText(ordered?.type ?? 'number', place), held)

/** A test for each boundary, all other parameters in their first valid class. What lies on a boundary by chance is traced too. */
function oneAtATime(parameters: readonly Bounded[]): Derived {
  const items = parameters.flatMap((one, at) =>
    one.points.map((point): CoverageItem => ({ id: `${at + 1}=${point.place}`, text: textOf(one, point) })),
  )
  const known = new Set(items.map(({ id }) => id))
  const tests = parameters.flatMap((own, at) =>
    own.points.map((point): DesignTest => {
      const values = Object.create(null) as Record<string, Value>
      const places = parameters.map((other, index) => (index === at ? point.place : other.nominal))
      for (const [index, other] of parameters.entries()) values[other.name] = written(other, places[index] ?? 0)
      const covers = places.map((place, index) => `${index + 1}=${place}`).filter((id) => known.has(id))
      return { values, valid: point.valid, ...(point.valid ? { about: own.name } : { invalid: own.name }), covers }
    }),
  )
  return { items, tests }
}

/** Every combination of the boundaries of all parameters, the value inside each among them. */
function* everyCombination(parameters: readonly Bounded[]): Generator<undefined, Derived> {
  const choices = parameters.map(({ points, nominal, ordered }) => {
    const inside: Point = { place: nominal, valid: true, name: '' }
    return ordered === undefined || points.some(({ place }) => place === nominal)
      ? points.length > 0
        ? points
        : [inside]
      : [...points, inside]
  })
  const count = choices.reduce((product, { length }) => product * length, 1)
  if (count > most) throw new AssayError('design-unusable', designTexts.tooMany(count, most))
  const items: CoverageItem[] = []
  const tests: DesignTest[] = []
  const at = choices.map(() => 0)
  for (let number = 0; number < count; number++) {
    if (number % 1024 === 1023) yield
    const values = Object.create(null) as Record<string, Value>
    const chosen = choices.map((points, index) => points[at[index] ?? 0])
    const wrong: string[] = []
    for (const [index, one] of parameters.entries()) {
      values[one.name] = written(one, chosen[index]?.place ?? 0)
      if (chosen[index]?.valid === false) wrong.push(one.name)
    }
    const id = chosen.map((point, index) => `${index + 1}=${point?.place ?? 0}`).join(' ')
    const shown = parameters.flatMap((one, index) =>
      one.ordered === undefined
        ? []
        : [placeText(one.ordered.type, chosen[index]?.place ?? 0)].map((text) => `${one.name} = ${text}`),
    )
    items.push({ id, text: designTexts.tuple(shown) })
    tests.push({ values, valid: wrong.length === 0, ...(wrong.length > 0 && { invalid: wrong.join(', ') }), covers: [id] })
    for (let index = choices.length - 1; index >= 0; index--) {
      const next = (at[index] ?? 0) + 1
      at[index] = next === choices[index]?.length ? 0 : next
      if (at[index] !== 0) break
    }
  }
  return { items, tests }
}
