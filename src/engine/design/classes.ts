import { AssayError } from '#engine/base/errors.ts'
import { leastOf, placeHeld, placeOf, writtenAs, type End } from './axis.ts'
import type { ClassedParameter, Parameter } from './fields.ts'
import type { Value } from './result.ts'
import { designTexts } from './texts.ts'

const texts = designTexts.classes

/** A class as places on the axis of its parameter (`axis.ts`). */
export interface ValueClass {
  name: string
  from?: number
  to?: number
  valid: boolean
}

/** A checked parameter whose values have an order. */
export interface Ordered {
  name: string
  type: ClassedParameter['type']
  step: number
  classes: readonly ValueClass[]
  /** The value that a valid class holds at a place, instead of one that is made. */
  usual?: { place: number; value: Value }
}

const refuse = (text: string): never => {
  throw new AssayError('design-unusable', text)
}

/** Whether a parameter has classes instead of values. */
export const isClassed = (parameter: Parameter | ClassedParameter): parameter is ClassedParameter => 'classes' in parameter

/** A parameter as it is worked with. AssayError `design-unusable` for classes that overlap, that are empty, or where no value is valid. */
export function orderedOf({ name: parameter, classes, type, step, usual }: ClassedParameter): Ordered {
  if (classes.length === 0) refuse(texts.none(parameter))
  if (!classes.some(({ valid }) => valid)) refuse(designTexts.noValidValues(parameter))
  if (type !== 'number' && !Number.isInteger(step)) refuse(texts.wholeStep(parameter, step))
  const placed = classes.map(({ name: one, from, to, valid }): ValueClass => {
    const at = (given: End): number => {
      const place = placeOf(type, given)
      return Number.isNaN(place) ? refuse(texts.badEnd(parameter, one, String(given), type)) : place
    }
    const least = leastOf(type)
    const low = from === undefined ? (least === -Infinity ? undefined : least) : at(from)
    return { name: one, valid, ...(low !== undefined && { from: low }), ...(to !== undefined && { to: at(to) }) }
  })
  const inOrder = placed.toSorted((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
  const shown = (place: number): string =>
    Number.isFinite(place) && type.startsWith('date') ? String(writtenAs(type, place)) : String(place)
  for (const [at, one] of inOrder.entries()) {
    const { from = -Infinity, to = Infinity } = one
    if (from > to) refuse(texts.empty(parameter, one.name, shown(from), shown(to)))
    const before = inOrder[at - 1]
    if (before !== undefined && (before.to ?? Infinity) >= from)
      refuse(texts.overlap(parameter, before.name, one.name, shown(Math.max(from, before.from ?? from))))
  }
  const place = usual === undefined ? NaN : placeHeld(type, usual)
  const isHeld = placed.some(({ valid, from = -Infinity, to = Infinity }) => valid && from <= place && place <= to)
  return {
    name: parameter,
    type,
    step,
    classes: placed,
    ...(usual !== undefined && isHeld && { usual: { place, value: usual } }),
  }
}

/** The value at a place: the usual one where that is there. */
export const valueOf = ({ type, usual }: Ordered, place: number): Value =>
  usual?.place === place ? usual.value : writtenAs(type, place)

/** Checks that there are parameters, and that no name is duplicated. */
export function checkNames(parameters: readonly { name: string }[]): void {
  if (parameters.length === 0) refuse(designTexts.noParameters)
  const names = new Set<string>()
  for (const { name: parameter } of parameters) {
    if (names.has(parameter.toLowerCase())) refuse(designTexts.twice(parameter))
    names.add(parameter.toLowerCase())
  }
}

/** A sum without the dust of binary fractions: as many decimals as its parts have. */
export function plus(value: number, step: number): number {
  const decimals = Math.max(decimalsOf(value), decimalsOf(step))
  return Number((value + step).toFixed(Math.min(decimals, 20)))
}

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** A place inside a class: off its ends, where there is room. */
export function placeIn({ from, to }: ValueClass, step: number): number {
  if (from === undefined) return to === undefined ? 0 : plus(to, -10 * step)
  if (to === undefined) return plus(from, 10 * step)
  return plus(from, Math.floor((to - from) / step / 2) * step)
}

/** The class that holds a place. */
export const classAt = ({ classes }: Ordered, place: number): ValueClass | undefined =>
  classes.find(({ from = -Infinity, to = Infinity }) => from <= place && place <= to)

/** The place that represents a parameter while another one is tested: that of its usual value, or one in its first valid class. */
export function nominalOf({ classes, step, usual }: Ordered): number {
  if (usual !== undefined) return usual.place
  const valid = classes.find((one) => one.valid)
  return valid === undefined ? 0 : placeIn(valid, step)
}

/** A parameter with a value for each of its classes, and the names of those by the number of the value. */
export function valuesOf(parameter: Parameter | ClassedParameter): { parameter: Parameter; names: string[] } {
  if (!isClassed(parameter)) {
    const values = parameter.values.map((one) => (one !== null && typeof one === 'object' ? one.value : one))
    return { parameter, names: values.map(String) }
  }
  const ordered = orderedOf(parameter)
  const values = ordered.classes.map((one) => {
    const usual = ordered.usual?.place
    const isHere = usual !== undefined && (one.from ?? -Infinity) <= usual && usual <= (one.to ?? Infinity)
    const value = valueOf(ordered, isHere ? usual : placeIn(one, ordered.step))
    return one.valid ? value : { value, valid: false }
  })
  return { parameter: { name: parameter.name, values }, names: ordered.classes.map((one) => one.name) }
}
