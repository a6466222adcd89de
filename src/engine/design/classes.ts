import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { name } from './fields.ts'
import { designTexts } from './texts.ts'

const texts = designTexts.classes

/** A number parameter by its classes: values that are treated alike. Without `from` a class has no lower end, without `to` no upper one. */
export const classedParameter = v.strictObject({
  name,
  type: v.optional(v.picklist(['integer', 'number']), 'integer'),
  /** The distance to the next value. */
  step: v.optional(v.pipe(v.number(), v.gtValue(0, 'is not over 0')), 1),
  classes: v.array(
    v.strictObject({
      name,
      from: v.optional(v.pipe(v.number(), v.finite())),
      to: v.optional(v.pipe(v.number(), v.finite())),
      valid: v.optional(v.boolean(), true),
    }),
  ),
})
/** See {@link classedParameter}. */
export type ClassedParameter = v.InferOutput<typeof classedParameter>
/** One class of it. */
export type ValueClass = ClassedParameter['classes'][number]

/** Checks parameters. AssayError `design-unusable` for classes that overlap, that are empty, or where no value is valid. */
export function checkClasses(parameters: readonly ClassedParameter[]): void {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  if (parameters.length === 0) refuse(designTexts.noParameters)
  const names = new Set<string>()
  for (const { name: parameter, classes, type, step } of parameters) {
    if (names.has(parameter.toLowerCase())) refuse(designTexts.twice(parameter))
    names.add(parameter.toLowerCase())
    if (classes.length === 0) refuse(texts.none(parameter))
    if (!classes.some(({ valid }) => valid)) refuse(designTexts.noValidValues(parameter))
    if (type === 'integer' && !Number.isInteger(step)) refuse(texts.wholeStep(parameter, step))
    const ordered = classes.toSorted((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
    for (const [at, one] of ordered.entries()) {
      const { from = -Infinity, to = Infinity } = one
      if (from > to) refuse(texts.empty(parameter, one.name, from, to))
      const before = ordered[at - 1]
      if (before !== undefined && (before.to ?? Infinity) >= from)
        refuse(texts.overlap(parameter, before.name, one.name, Math.max(from, before.from ?? from)))
    }
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

/** A value from inside of a class: off its ends, where there is room. */
export function valueIn({ from, to }: ValueClass, step: number): number {
  if (from === undefined) return to === undefined ? 0 : plus(to, -10 * step)
  if (to === undefined) return plus(from, 10 * step)
  return plus(from, Math.floor((to - from) / step / 2) * step)
}

/** The class that holds a value. */
export const classOf = ({ classes }: ClassedParameter, value: number): ValueClass | undefined =>
  classes.find(({ from = -Infinity, to = Infinity }) => from <= value && value <= to)

/** The value that stands for a parameter while another one is tested: from its first valid class. */
export function nominalOf({ classes, step }: ClassedParameter): number {
  const valid = classes.find((one) => one.valid)
  return valid === undefined ? 0 : valueIn(valid, step)
}
