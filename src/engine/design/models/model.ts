import { typeIn } from '#engine/api/example.ts'
import type { ClassedParameter } from '../fields.ts'
import { inBrackets, inQuotes } from '../combinations/quoted.ts'
import type { Parameter } from '../fields.ts'
import type { Model } from '../schemas.ts'
import { placeHeld, writtenAs } from '../axis.ts'
import type { Value } from '../result.ts'
import { isGone, isLeftOut, listOf, marks } from '../marks.ts'
import { limitsOf } from './candidates.ts'
import type { Shape, Slot } from './shape.ts'

/** Methods that a shape gives a model for. */
export const shapeMethods = ['combinations', 'partitions', 'boundaries', 'random', 'error-guessing'] as const
/** See {@link shapeMethods}. */
export type ShapeMethod = (typeof shapeMethods)[number]

/** The model of a shape, as a design keeps it: to be edited, derived and kept. Each invalid value is in one test. */
export function modelOf(
  shape: Shape,
  { method = 'combinations', strength = 2 }: { method?: ShapeMethod; strength?: number } = {},
): Model {
  const common = { name: shape.title, seed: 1 }
  if (method === 'combinations')
    return {
      ...common,
      method,
      parameters: shape.slots.map(valued),
      constraints: constraintsOf(shape),
      strength: Math.max(1, Math.min(strength, shape.slots.length)),
      groups: [],
      combine: 't-wise',
      invalid: 'once',
      rows: [],
    }
  if (method === 'error-guessing')
    return { ...common, method, parameters: shape.slots.flatMap(guessed), body: isJsonBody(shape), without: [] }
  // Classes have no place for what is omitted, which a test of boundaries does not need.
  const canGo = ({ values }: Slot): boolean => values.some(({ value, valid }) => valid && value === marks.absent)
  const isAtEnds = method === 'boundaries'
  const parameters = shape.slots.map(
    (slot) => (!isAtEnds && canGo(slot) ? undefined : classed(slot, isAtEnds, isJsonBody(shape))) ?? valued(slot),
  )
  if (method === 'partitions') return { ...common, method, parameters, constraints: constraintsOf(shape), combine: 'each-choice' }
  if (method === 'random') return { ...common, method, parameters, constraints: constraintsOf(shape), count: 20 }
  return { ...common, method, parameters, points: 2, boundaries: 'all-boundaries', combine: 'one-at-a-time' }
}

const isJsonBody = ({ body }: Shape): boolean => body !== undefined && /[/+]json|^\*\/\*/i.test(body.type)

type Guessed = Extract<Model, { method: 'error-guessing' }>['parameters'][number]

/** A slot as guesses see it; the asker, and unknown fields, are none. */
function guessed({ name, in: place, schema, values, required, path }: Slot): Guessed[] {
  const usual = values.find(({ valid, value }) => valid && value !== marks.absent)
  if (place === 'token' || usual === undefined || path.at(-1) === 'unknownField') return []
  const type = typeIn(schema)
  const format = schema['format']
  const known: Partial<Record<string, Guessed['type']>> = {
    string: format === 'date' || format === 'date-time' ? format : 'text',
    integer: 'integer',
    number: 'number',
    boolean: 'boolean',
    array: 'list',
    object: 'object',
  }
  return [
    {
      name,
      type: known[type ?? ''] ?? 'any',
      value: usual.value,
      wire: place !== 'body',
      required: required && place !== 'path',
    },
  ]
}

const valued = ({ name, values }: Slot): Parameter => ({
  name,
  values: values.map(({ value, valid, rule }) => ({ value, ...(valid ? {} : { valid }), rule })),
})

/** The ends of the type itself, where the schema names one with ends that can be written (OpenAPI Format Registry). */
const typesOwn: Readonly<Record<string, readonly [number, number]>> = { int32: [-(2 ** 31), 2 ** 31 - 1] }

/**
 * A slot whose values have an order, by its classes; undefined for others.
 *
 * @param atEnds Also ends that are none of a keyword's: those of its type, and of texts and lists of a JSON body nothing at all.
 */
function classed(slot: Slot, atEnds: boolean, isJson: boolean): ClassedParameter | undefined {
  const found = classesOf(slot, atEnds, isJson)
  const usual = found && usualOf(slot, found)
  return found && { ...found, ...(usual !== undefined && { usual }) }
}

/** The value that a slot has while others are tested, unless it was only made to stand at an end of the class. */
function usualOf({ values }: Slot, { type, classes }: ClassedParameter): Value | undefined {
  const usual = values.find(({ value, valid }) => valid && value !== null && !isLeftOut(value))?.value
  if (usual === undefined) return undefined
  const place = placeHeld(type, usual)
  const held = classes.find(({ valid }) => valid)
  const isMade = type !== 'text' || usual === writtenAs(type, place)
  return isMade && (held?.from === place || held?.to === place) && held.from !== held.to ? undefined : usual
}

function classesOf({ name, schema, values, in: place }: Slot, atEnds: boolean, isJson: boolean): ClassedParameter | undefined {
  const type = typeIn(schema)
  const lengths = lengthsOf(schema['pattern'])
  if (['enum', 'const', 'pattern', 'format'].some((key) => schema[key] !== undefined && !(key === 'format' && type !== 'string')))
    if (!lengths || schema['enum'] !== undefined || schema['const'] !== undefined || schema['format'] !== undefined)
      return undefined
  if (type === 'integer' || type === 'number') {
    const { low, high, step, lowRule, highRule } = limitsOf(schema, type === 'integer')
    const [from = low, to = high] = atEnds ? [low, high].map((end, at) => end ?? typesOwn[String(schema['format'])]?.[at]) : []
    if (from === undefined && to === undefined) return undefined
    return {
      name,
      type,
      step,
      classes: [
        ...(low === undefined ? [] : [{ name: `under ${lowRule}`, to: Number((low - step).toPrecision(15)), valid: false }]),
        { name: 'valid', ...(from !== undefined && { from }), ...(to !== undefined && { to }), valid: true },
        ...(high === undefined ? [] : [{ name: `over ${highRule}`, from: Number((high + step).toPrecision(15)), valid: false }]),
      ],
    }
  }
  const isList = type === 'array'
  if (type !== 'string' && !isList) return undefined
  const [leastKey, mostKey] = isList ? (['minItems', 'maxItems'] as const) : (['minLength', 'maxLength'] as const)
  const [ownLeast, ownMost] = [schema[leastKey], schema[mostKey]].map((one) => (typeof one === 'number' ? one : undefined))
  const least = lengths ? Math.max(lengths.least, ownLeast ?? 0) : ownLeast
  const most = lengths ? Math.min(lengths.most, ownMost ?? Infinity) : ownMost
  // Without limits the least there is is a boundary too; outside JSON it can't be distinguished from nothing.
  const isOpen = atEnds && isJson && place === 'body' && !values.some(({ rule }) => rule.startsWith('oneOf'))
  if (least === undefined && most === undefined && !isOpen) return undefined
  // A path without one of its parts is another path, and an empty list outside a body is none.
  const floor = place === 'path' || (isList && place !== 'body') ? 1 : 0
  const low = Math.max(least ?? 0, floor)
  const longest = values.length > 0 ? (isList ? 200 : 10_000) : 0
  // There may be no way to make so many different items.
  if (isList && most !== undefined && schema['uniqueItems'] === true && !values.some(({ value }) => value === listOf(most)))
    return undefined
  const hasTop = most !== undefined && most < longest
  if (hasTop && most < low) return undefined
  return {
    name,
    type: isList ? 'list' : 'text',
    step: 1,
    classes: [
      ...(low > floor ? [{ name: `under ${leastKey}`, from: floor, to: low - 1, valid: false }] : []),
      { name: 'valid', from: low, ...(hasTop && { to: most }), valid: true },
      ...(hasTop ? [{ name: `over ${mostKey}`, from: most + 1, valid: false }] : []),
    ],
  }
}

/** The lengths that a pattern allows which is one set of characters, repeated: `^[a-z0-9]{3,64}$`; undefined of others, and where the texts of boundaries don't fit the set. */
function lengthsOf(pattern: unknown): { least: number; most: number } | undefined {
  const found = typeof pattern === 'string' ? /^\^(\[(?:[^\]\\]|\\.)+\]|\\w)(?:\{(\d+)(,)?(\d*)\}|([+*]))\$$/.exec(pattern) : null
  if (!found) return undefined
  const [, set = '', from, comma, to, sign] = found
  try {
    if (!new RegExp(`^${set}+$`, 'u').test(String(writtenAs('text', 4)))) return undefined
  } catch {
    return undefined
  }
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: Infinity }
  const least = Number(from)
  return { least, most: comma === undefined ? least : to === '' ? Infinity : Number(to) }
}

/** What is in something that isn't there is not there either, and only then. */
function constraintsOf({ slots }: Shape): string[] {
  const byName = new Map(slots.map((slot) => [slot.name, slot]))
  return slots.flatMap(({ name, parent, values, required }) => {
    const above = parent === undefined ? undefined : byName.get(parent)
    const gone = above?.values.flatMap(({ value, valid }) => (valid && isGone(value) ? [String(value)] : [])) ?? []
    if (above === undefined || gone.length === 0) return []
    const when = `${inBrackets(above.name)} ${gone.length === 1 ? `= ${inQuotes(gone[0] ?? '')}` : `IN {${gone.map(inQuotes).join(', ')}}`}`
    const [it, absent] = [inBrackets(name), inQuotes(marks.absent)]
    const own = values.some(({ value }) => value === marks.absent)
    return own ? [`IF ${when} THEN ${it} = ${absent}${required ? ` ELSE ${it} <> ${absent}` : ''}`] : []
  })
}
