import { exampleOf, typeIn } from '#engine/api/example.ts'
import { itemsOf } from '#engine/api/fields.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import { textOfPattern } from '#engine/api/text-of-pattern.ts'
import { plus } from '../classes.ts'
import { listOf } from '../marks.ts'

/** A value that may go into a slot, not proved yet. `value` is what is sent; `shown` what the design says for it, if that is not the same. */
export interface Candidate {
  value: unknown
  shown?: string
  valid: boolean
  /** The keyword that it obeys or breaks. */
  rule: string
  /** What an invalid one has to fit: all that is asked but that keyword. The schema without the keyword unless said. */
  without?: JsonSchema
}

/** Texts that are made at most, in characters; longer limits are not tried. */
const longest = 10_000
/** Items of lists that are made at most. */
export const mostItems = 200
/** Members of an enumeration that become values. */
const mostMembers = 60

/** A part of a schema with the definitions that it may refer to. */
export const selfContained = (part: JsonSchema, root: JsonSchema): JsonSchema =>
  root['$defs'] === undefined ? part : { ...part, $defs: root['$defs'] }

/** Where a value goes: a body has types of its own, everything else is text on the wire. */
export type Carrier = 'body' | 'text'

/**
 * Values for a flat schema (see `flatSchema`): examples first, then by keyword what lies on each side of it. The first valid one is the one to
 * stand for all. Whether they are what they say is for the validator.
 */
export function candidatesFor(
  schema: JsonSchema,
  root: JsonSchema,
  carrier: Carrier,
  examples: readonly unknown[] = [],
  name = '',
): Candidate[] {
  const whole: JsonSchema = selfContained(schema, root)
  const found: Candidate[] = [
    ...examples.map((value) => valid('example', value)),
    ...(schema['default'] === undefined ? [] : [valid('default', schema['default'])]),
    ...membersOf(schema),
  ]
  const type = typeIn(schema)
  if (!Object.hasOwn(schema, 'enum') && !Object.hasOwn(schema, 'const')) {
    if (type !== 'array') found.push(valid('type', exampleOf(whole, { way: 'request', made: true, name })))
    if (type === 'object') found.push(valid('type', exampleOf(whole, { way: 'request', made: true, required: true })))
    if (type === 'integer' || type === 'number') found.push(...numbersFor(schema, type === 'integer'))
    if (type === 'string') found.push(...textsFor(schema))
    if (type === 'boolean') found.push(valid('type', true), valid('type', false))
    if (type === 'array') found.push(...listsFor(schema, whole, carrier))
  }
  return [...found, ...wrongTypes(schema, type, carrier)].map(withShown)
}

const valid = (rule: string, value: unknown): Candidate => ({ value, valid: true, rule })
const invalid = (rule: string, value: unknown): Candidate => ({ value, valid: false, rule })

/** What is no scalar is shown as its JSON; an empty list, and one of objects, whose fields have slots of their own, by its size. */
function withShown(one: Candidate): Candidate {
  if (one.shown !== undefined || typeof one.value !== 'object' || one.value === null) return one
  const { value } = one
  if (
    Array.isArray(value) &&
    one.valid &&
    (value.length === 0 || value.some((item) => typeof item === 'object' && item !== null))
  )
    return { ...one, shown: listOf(value.length) }
  return { ...one, shown: JSON.stringify(one.value) }
}

function membersOf(schema: JsonSchema): Candidate[] {
  if (Object.hasOwn(schema, 'const')) return [valid('const', schema['const']), invalid('const', unlike([schema['const']]))]
  const members = itemsOf(schema['enum'])
  if (members.length === 0) return []
  const known = members.slice(0, mostMembers).map((one) => valid('enum', one))
  return [...known, invalid('enum', unlike(members))]
}

/** A value of the type of these that is none of them. */
function unlike(members: readonly unknown[]): unknown {
  const numbers = members.filter((one) => typeof one === 'number')
  if (numbers.length > 0) return Math.max(...numbers) + 1
  const text = members.find((one) => typeof one === 'string') ?? 'none'
  for (let tail = 'x'; ; tail += 'x') if (!members.includes(text + tail)) return text + tail
}

const numberAt = (schema: JsonSchema, key: string): number | undefined =>
  typeof schema[key] === 'number' ? schema[key] : undefined

/**
 * The lowest and highest number that a schema allows, on its step, and what lies one step outside each with the keyword that
 * forbids it.
 */
export function limitsOf(schema: JsonSchema, isWhole: boolean) {
  const ends = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((key) => numberAt(schema, key) ?? [])
  const fine = ends.some((end) => !Number.isInteger(end)) ? Math.min(...ends.map(precision)) : isWhole ? 1 : 0.01
  const step = numberAt(schema, 'multipleOf') ?? (isWhole ? 1 : fine)
  const [least, above] = [numberAt(schema, 'minimum'), numberAt(schema, 'exclusiveMinimum')]
  const [most, below] = [numberAt(schema, 'maximum'), numberAt(schema, 'exclusiveMaximum')]
  const isExclusiveLow = above !== undefined && (least === undefined || above >= least)
  const isExclusiveHigh = below !== undefined && (most === undefined || below <= most)
  const onStep = (value: number, towards: 1 | -1): number => {
    const count = (towards === 1 ? Math.ceil : Math.floor)(Number((value / step).toFixed(9)))
    return plus(Number((count * step).toPrecision(15)), 0)
  }
  const low = isExclusiveLow ? plus(onStep(above, -1), step) : least === undefined ? undefined : onStep(least, 1)
  const high = isExclusiveHigh ? plus(onStep(below, 1), -step) : most === undefined ? undefined : onStep(most, -1)
  return {
    step,
    low,
    high,
    lowRule: isExclusiveLow ? 'exclusiveMinimum' : 'minimum',
    highRule: isExclusiveHigh ? 'exclusiveMaximum' : 'maximum',
  }
}

const precision = (value: number): number => {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  return Number(`1e-${decimals}`)
}

function numbersFor(schema: JsonSchema, isWhole: boolean): Candidate[] {
  const { step, low, high, lowRule, highRule } = limitsOf(schema, isWhole)
  const multiple = numberAt(schema, 'multipleOf')
  const off = multiple === undefined ? undefined : isWhole ? multiple + 1 : plus(low ?? 0, multiple / 2)
  return [
    ...(low === undefined ? [] : [valid(lowRule, low)]),
    ...(high === undefined ? [] : [valid(highRule, high)]),
    ...(low === undefined ? [] : [invalid(lowRule, plus(low, -step))]),
    ...(high === undefined ? [] : [invalid(highRule, plus(high, step))]),
    ...(off === undefined ? [] : [invalid('multipleOf', off), invalid('multipleOf', plus(off, multiple ?? 0))]),
  ]
}

/** Texts that each format rejects, the nearest misses first. */
const misses: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', 'not a date'],
  'date-time': ['2026-02-30T12:00:00Z', 'not a time'],
  time: ['25:00:00Z'],
  email: ['user.example.com'],
  uuid: ['123e4567-e89b-42d3-a456-42661417400'],
  ipv4: ['192.0.2.256'],
  ipv6: ['2001:db8:::1'],
  uri: ['not a uri'],
  url: ['not a uri'],
}

function textsFor(schema: JsonSchema): Candidate[] {
  const [least, most] = [numberAt(schema, 'minLength'), numberAt(schema, 'maxLength')]
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : undefined
  const ofLength = (length: number): unknown[] => {
    if (length > longest) return []
    if (pattern === undefined) return ['text'.padEnd(length, 'x').slice(0, length)]
    return textsOfPattern(pattern, length)
  }
  const breaking = pattern === undefined ? [] : againstPattern(pattern, least ?? 0, most ?? longest)
  return [
    ...(least === undefined ? [] : ofLength(least).map((text) => valid('minLength', text))),
    ...(most === undefined ? [] : ofLength(most).map((text) => valid('maxLength', text))),
    ...(least === undefined || least === 0 ? [] : ofLength(least - 1).map((text) => invalid('minLength', text))),
    ...(most === undefined ? [] : ofLength(most + 1).map((text) => invalid('maxLength', text))),
    ...breaking.map((text) => invalid('pattern', text)),
    ...(misses[String(schema['format'])] ?? []).map((text) => invalid('format', text)),
  ]
}

/** Texts of a length that a pattern may take: as it is with more and more repetitions. */
function textsOfPattern(pattern: string, length: number): string[] {
  for (let extra = 0; extra <= length; extra++) {
    const text = textOfPattern(pattern, extra)
    if (text === undefined || [...text].length > length) return []
    if ([...text].length === length) return [text]
  }
  return []
}

function againstPattern(pattern: string, least: number, most: number): string[] {
  const fits = textOfPattern(pattern) ?? 'text'
  return [
    `${fits.slice(0, -1)}!`,
    `${fits}!`,
    `!${fits.slice(1)}`,
    fits.toUpperCase(),
    fits.toLowerCase(),
    '!'.repeat(Math.max(1, least)),
  ].filter(({ length }) => length >= least && length <= most)
}

/**
 * Lists by their size, each allowed item that is named, an item that is not allowed, two that are the same. As text an empty
 * one can't be distinguished from none.
 */
function listsFor(schema: JsonSchema, whole: JsonSchema, carrier: Carrier): Candidate[] {
  const [least, most] = [numberAt(schema, 'minItems') ?? 0, numberAt(schema, 'maxItems')]
  const made = (count: number): Candidate[] => {
    const value = count === 0 && carrier === 'text' ? undefined : itemsFor(whole, count)
    return value === undefined ? [] : [{ value, shown: listOf(count), valid: true, rule: '' }]
  }
  const sized = (count: number, isValid: boolean, rule: string) =>
    made(count).map((one): Candidate => ({ ...one, valid: isValid, rule }))
  const items = schema['items']
  const members = typeof items === 'object' && items !== null ? itemsOf((items as JsonSchema)['enum']) : []
  const two = itemsFor(whole, 1)
  return [
    ...sized(Math.max(least, Math.min(1, most ?? 1)), true, 'type'),
    ...members.slice(0, mostMembers).map((one) => valid('enum', [one])),
    ...sized(least, true, 'minItems'),
    ...(most === undefined ? [] : sized(most, true, 'maxItems')),
    ...(least === 0 ? [] : sized(least - 1, false, 'minItems')),
    ...(most === undefined ? [] : sized(most + 1, false, 'maxItems')),
    ...(schema['uniqueItems'] === true && two !== undefined ? [invalid('uniqueItems', [...two, ...two])] : []),
    ...(members.length > 0 ? [invalid('items', [unlike(members)])] : []),
  ]
}

/** A list of so many items that are made of its schema; undefined if that is too long. */
export function itemsFor(whole: JsonSchema, count: number): unknown[] | undefined {
  if (count > mostItems) return undefined
  const list = exampleOf(
    { ...whole, type: 'array', minItems: count, maxItems: Math.max(count, 0), examples: undefined, default: undefined },
    { way: 'request' },
  )
  if (!Array.isArray(list)) return undefined
  return list.length > count ? list.slice(0, count) : (list as unknown[])
}

function wrongTypes(schema: JsonSchema, type: string | undefined, carrier: Carrier): Candidate[] {
  const types = itemsOf(Array.isArray(schema['type']) ? schema['type'] : [schema['type']])
  const isNullable = types.includes('null')
  const isFixed = Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')
  const found: Candidate[] = []
  // Also where only an alternative is null (`anyOf`); whether it fits is for the validator.
  if (carrier === 'body' && type !== undefined) found.push(valid('nullable', null))
  if (carrier === 'body' && type !== undefined && !isNullable && !isFixed) found.push(invalid('type', null))
  if (type === undefined || isFixed) return found
  if (type === 'string') return carrier === 'body' ? [...found, invalid('type', 12_345)] : found
  if (type === 'integer') found.push(invalid('type', 1.5))
  if (type === 'array' && carrier === 'text') return found
  return [...found, invalid('type', type === 'boolean' ? 'yes' : 'text')]
}
