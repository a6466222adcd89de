import { same } from '#engine/base/deep-equal.ts'
import { isClassed, valuesOf } from '../classes.ts'
import type { Parameter } from '../fields.ts'
import type { Value } from '../result.ts'
import { parsePict, startsConstraints } from './pict.ts'
import type { CombinationsDesign } from './schema.ts'

type Given = Exclude<Parameter['values'][number], Value>

const given = (value: Parameter['values'][number]): Given => (value !== null && typeof value === 'object' ? value : { value })

/** A value as PICT's text has it: `~` before an invalid one, its other names behind `|`, its weight in parentheses. */
export function writePictValue(value: Parameter['values'][number]): string {
  const { value: first, valid, weight, alias = [] } = given(value)
  return `${valid === false ? '~' : ''}${[first, ...alias].map(String).join('|')}${weight === undefined ? '' : ` (${weight})`}`
}

/** Constraints without their semicolons, the first in parentheses where PICT would take its line for a parameter (`NOT [a] = 1 OR [b] IN {1, 2}`). */
const begun = (constraints: readonly string[]): string[] =>
  constraints
    .map((text) => text.replace(/;\s*$/, '').trim())
    .map((text, at) => (at > 0 || startsConstraints(text.split('\n')[0] ?? '') ? text : `(${text})`))

/** What PICT's text says of a design. Whatever it doesn't know (the seed, rows) is not in it. */
export function writePict({ parameters, groups = [], constraints = [], orders = {} }: CombinationsDesign): string {
  const lines = parameters.map((one) => {
    const { name, values } = valuesOf(one).parameter
    const order = Object.hasOwn(orders, name) ? ` @ ${orders[name]}` : ''
    return `${name}${order}: ${values.map(writePictValue).join(', ')}`
  })
  const models = groups.map(({ parameters: of, strength }) => `{ ${of.join(', ')} } @ ${strength}`)
  const rules = begun(constraints).map((text) => `${text};`)
  return [lines, models, rules]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/**
 * The design that results from applying a PICT text to another one: what the text doesn't know stays, and values keep their
 * types where their texts stay the same, since PICT knows only texts and numbers.
 */
export function afterText<D extends CombinationsDesign>(before: D, text: string): D {
  const { parameters, groups, constraints, orders } = parsePict(text)
  const known = new Map(before.parameters.map((one) => [one.name.toLowerCase(), valuesOf(one).parameter]))
  const typed = parameters.map(({ name, values }) => ({
    name,
    values: typedAs(values, known.get(name.toLowerCase())?.values ?? []),
  }))
  const { orders: _, ...rest } = before
  return { ...(rest as D), parameters: typed, groups, constraints, ...(orders !== undefined && { orders }) }
}

/** Values that were written and read, with the types and marks of those that were there before. */
export function typedAs(values: Parameter['values'], before: Parameter['values']): Parameter['values'] {
  const written = new Map(before.map((one) => [writePictValue(one), one]))
  const scalars = new Map(
    before.flatMap((one) => [given(one).value, ...(given(one).alias ?? [])]).map((one) => [String(one), one]),
  )
  const typed = (value: Value): Value => scalars.get(String(value)) ?? value
  return values.map((one) => {
    const same = written.get(writePictValue(one))
    if (same !== undefined) return same
    const { value, alias, ...rest } = given(one)
    const next = { value: typed(value), ...rest, ...(alias && { alias: alias.map(typed) }) }
    return Object.keys(next).length === 1 ? next.value : next
  })
}

/** Whether PICT's text says all of a design's parameters and constraints: a comma in a value, say, has no way into it. */
export function isWritable(design: CombinationsDesign): boolean {
  if (design.parameters.some(isClassed)) return false
  try {
    const { parameters, groups, constraints } = afterText(design, writePict(design))
    return (
      same(parameters, design.parameters) &&
      same(groups, design.groups ?? []) &&
      same(begun(constraints), begun(design.constraints ?? []))
    )
  } catch {
    // What can't be read back was not to be written.
    return false
  }
}
