import { madeAddress } from '#engine/base/placeholder-email.ts'
import { namesAnEnd } from '#engine/base/end-time-name.ts'
import { isObject } from '#engine/checks/values.ts'
import { itemsOf, member, textOf, textsOf } from './fields.ts'
import type { JsonSchema, Way } from './schema.ts'
import { textOfPattern } from './text-of-pattern.ts'

/** How an example is made. */
export interface ExampleOptions {
  way: Way
  /** Only what has to be there. */
  required?: boolean
  /** What it is the value of, which distinguishes its ends from its starts. */
  name?: string
  /** Without the examples and defaults of the schema, for when those do not fit it. */
  made?: boolean
}

/** Levels below which only what is required is made: schemas that hold themselves would never end. */
const deepestOptional = 4
const deepest = 30
/** References and `allOf` that lead on from one another. */
const deepestWhole = 500

/** Values of one example, a hundred characters counted as one: nested lists of a short schema would have a billion. */
const mostValues = 5_000
const perValue = 100

/** Parts of one schema that are combined a second time, since they lead back to themselves. */
const mostAgain = 10_000

/** A value that fits a JSON Schema made by `jsonSchemaOf`, as far as the schema determines it: its examples first. */
export const exampleOf = (schema: JsonSchema, options: ExampleOptions): unknown => boundedExample(schema, options).value

/** {@link exampleOf}; `isCut`: it would have more than 5,000 values, and has only the first of them. */
export function boundedExample(schema: JsonSchema, options: ExampleOptions): { value: unknown; isCut: boolean } {
  const making: Making = { ...options, ...makingOf(schema), left: mostValues }
  const value = make(schema, making, 0, [], options.name)
  return { value, isCut: making.left <= 0 }
}

/** What is known of a schema and its `$defs`, for all examples of it. */
interface Known {
  /** Parts that were combined and don't lead back to themselves. */
  wholes: WeakMap<object, JsonSchema>
  /** How often something was not combined, since it leads back to itself. */
  cuts: number
  again: number
}

interface Making extends ExampleOptions {
  known: Known
  root: JsonSchema
  /** Values that may still be made. */
  left: number
}

const roots = new WeakMap<object, Known>()

function makingOf(root: JsonSchema): Pick<Making, 'known' | 'root'> {
  const definitions = root['$defs']
  const key = isObject(definitions) ? definitions : root
  const known = roots.get(key) ?? { wholes: new WeakMap(), cuts: 0, again: 0 }
  roots.set(key, known)
  return { known, root }
}

/** What a part of a schema asks for in one place: its references and `allOf` combined, the first alternative taken. */
export function flatSchema(part: unknown, root: JsonSchema): JsonSchema {
  const making: Making = { way: 'request', ...makingOf(root), left: mostValues }
  return chosen(whole(part, making), making)
}

/** What a part asks for once its references and `allOf` are combined. */
function whole(given: unknown, making: Making, seen: readonly unknown[] = []): JsonSchema {
  if (!isObject(given)) return {}
  const { known } = making
  const made = known.wholes.get(given)
  if (made) return made
  if (seen.includes(given) || seen.length > deepestWhole || known.again > mostAgain) {
    known.cuts++
    return {}
  }
  const { cuts } = known
  const whole = putTogether(given, making, seen)
  // What was cut depends on where it was come from.
  if (known.cuts === cuts) known.wholes.set(given, whole)
  else known.again++
  return whole
}

function putTogether(given: JsonSchema, making: Making, seen: readonly unknown[]): JsonSchema {
  const ref = textOf(given, '$ref')
  const target = ref.startsWith('#/$defs/') ? member(making.root['$defs'], ref.slice(8)) : undefined
  const parts = [...itemsOf(given['allOf']), ...(target === undefined ? [] : [target])].map((one) =>
    whole(one, making, [...seen, given]),
  )
  const { $ref: _, allOf: __, ...own } = given
  return parts.reduce<JsonSchema>((merged, part) => merge(part, merged), own)
}

// oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
const conditionOf = (schema: JsonSchema) => ({ if: schema['if'], then: schema['then'] })

const mostConditions = 1_000

/** Both schemas at once; `own` counts where both say the same thing. */
function merge(part: JsonSchema, own: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...part, ...own }
  if (isObject(part['properties']) && isObject(own['properties']))
    merged['properties'] = { ...part['properties'], ...own['properties'] }
  const required = [...textsOf(part['required']), ...textsOf(own['required'])]
  if (required.length > 0) merged['required'] = [...new Set(required)]
  const conditions = [...itemsOf(part['conditions']), ...itemsOf(own['conditions'])]
  if (own['if'] !== undefined) conditions.push(conditionOf(own))
  if (part['if'] !== undefined) conditions.push(conditionOf(part))
  if (conditions.length > 0) merged['conditions'] = conditions.slice(0, mostConditions)
  for (const key of ['minimum', 'minLength', 'minItems', 'exclusiveMinimum'])
    if (typeof part[key] === 'number' && typeof own[key] === 'number') merged[key] = Math.max(part[key], own[key])
  for (const key of ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum'])
    if (typeof part[key] === 'number' && typeof own[key] === 'number') merged[key] = Math.min(part[key], own[key])
  if (Array.isArray(part['enum']) && Array.isArray(own['enum'])) {
    const values = new Set(own['enum'] as unknown[])
    const both = (part['enum'] as unknown[]).filter((one) => values.has(one))
    if (both.length > 0) merged['enum'] = both
  }
  return merged
}

/** `name` is that of the member that it is made for. */
function make(given: unknown, making: Making, depth: number, above: readonly unknown[], name = ''): unknown {
  if (--making.left < 0) return null
  if (given === true || given === undefined) return 'text'
  if (depth > deepest) return null
  const schema = chosen(whole(given, making), making)
  if (Object.hasOwn(schema, 'const')) return schema['const']
  if (making.made !== true) {
    const [example] = itemsOf(schema['examples'])
    if (example !== undefined) return example
    if (schema['default'] !== undefined && schema['default'] !== null) return schema['default']
  }
  const values = itemsOf(schema['enum'])
  if (values.length > 0) return values[0]
  switch (typeIn(schema)) {
    case 'object':
      return makeObject(schema, making, depth, [...above, given])
    case 'array':
      return makeList(schema, making, depth, [...above, given])
    case 'string':
      return made(makeText(schema, name), making)
    case 'integer':
    case 'number':
      return makeNumber(schema, typeIn(schema) === 'integer')
    case 'boolean':
      return true
    default:
      return schema['type'] === 'null' ? null : 'text'
  }
}

function made(text: string, making: Making): string {
  making.left -= Math.floor(text.length / perValue)
  return text
}

/** The schema with the first of its alternatives that is not null. */
function chosen(schema: JsonSchema, making: Making, depth = 0): JsonSchema {
  const key = ['oneOf', 'anyOf'].find((name) => itemsOf(schema[name]).length > 0)
  if (key === undefined || depth > 10) return schema
  const { [key]: _, ...rest } = schema
  const options = itemsOf(schema[key]).map((one) => whole(one, making))
  const option = options.find((one) => one['type'] !== 'null') ?? options[0] ?? {}
  return chosen(merge(option, rest), making, depth + 1)
}

/**
 * The alternatives of a part of a schema, each flat: those of `oneOf` and `anyOf` without null, or one for each value of a discriminator.
 * Fewer than two: there is nothing to choose.
 */
export function alternativesOf(part: unknown, root: JsonSchema): JsonSchema[] {
  const making: Making = { way: 'request', ...makingOf(root), left: mostValues }
  const schema = whole(part, making)
  const key = ['oneOf', 'anyOf'].find((name) => itemsOf(schema[name]).length > 0)
  if (key !== undefined) {
    const { [key]: _, ...rest } = schema
    const options = itemsOf(schema[key]).map((one) => whole(one, making))
    return options.filter((one) => one['type'] !== 'null').map((one) => chosen(merge(one, rest), making))
  }
  return itemsOf(schema['conditions']).flatMap((condition) => {
    const asked = member(member(condition, 'if'), 'properties')
    const [[name, values] = []] = isObject(asked) ? Object.entries(asked) : []
    const [value] = itemsOf(member(values, 'enum'))
    if (name === undefined || value === undefined) return []
    const { conditions: _, ...rest } = schema
    return [merge({ properties: { [name]: { const: value } } }, merge(whole(member(condition, 'then'), making), rest))].map(
      (one) => ({
        ...one,
        properties: { ...(isObject(one['properties']) ? one['properties'] : {}), [name]: { const: value } },
      }),
    )
  })
}

/** The type of what a flat schema asks for, null omitted; undefined if it says nothing of one. */
export function typeIn(schema: JsonSchema): string | undefined {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return textsOf(type).find((one) => one !== 'null') ?? 'null'
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined || schema['required'] !== undefined)
    return 'object'
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return 'array'
  if (['minLength', 'maxLength', 'pattern', 'format'].some((key) => schema[key] !== undefined)) return 'string'
  return ['minimum', 'maximum', 'multipleOf'].some((key) => schema[key] !== undefined) ? 'number' : undefined
}

function makeObject(schema: JsonSchema, making: Making, depth: number, above: readonly unknown[]): unknown {
  const required = new Set(textsOf(schema['required']))
  const other = making.way === 'request' ? 'readOnly' : 'writeOnly'
  const made = new Map<string, unknown>()
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  for (const [name, part] of properties) {
    const inner = whole(part, making)
    const needless =
      making.left <= 0 ||
      making.required === true ||
      depth >= deepestOptional ||
      above.includes(part) ||
      inner['deprecated'] === true
    if (!required.has(name) && (needless || inner[other] === true || part === false || refersAbove(part, making, above))) continue
    made.set(name, make(part, making, depth + 1, above, name))
  }
  for (const condition of itemsOf(schema['conditions'])) takeCondition(condition, made, making, depth, above)
  const { additionalProperties } = schema
  for (const name of required) if (!made.has(name)) made.set(name, make(additionalProperties ?? true, making, depth + 1, above))
  const least = typeof schema['minProperties'] === 'number' ? schema['minProperties'] : 0
  const wanted =
    properties.length === 0 && isObject(additionalProperties) && making.required !== true && depth < deepestOptional ? 1 : 0
  for (let n = 1; making.left > 0 && made.size < Math.max(Math.min(least, 100), wanted); n++)
    made.set(`key${n}`, make(additionalProperties === false ? true : additionalProperties, making, depth + 1, above))
  return Object.fromEntries(made)
}

/** What the alternative that was named asks for besides. */
function takeCondition(
  condition: unknown,
  made: Map<string, unknown>,
  making: Making,
  depth: number,
  above: readonly unknown[],
): void {
  const asked = member(member(condition, 'if'), 'properties')
  const holds =
    isObject(asked) && Object.entries(asked).every(([name, part]) => itemsOf(member(part, 'enum')).includes(made.get(name)))
  if (!holds) return
  const part = make({ ...whole(member(condition, 'then'), making), examples: undefined }, making, depth, above)
  for (const [name, value] of Object.entries(isObject(part) ? part : {})) if (!made.has(name)) made.set(name, value)
}

/** Whether a part leads back to what it is in. */
function refersAbove(part: unknown, { root }: Making, above: readonly unknown[]): boolean {
  const items = member(part, 'items') ?? part
  const ref = textOf(items, '$ref')
  const target = ref === '' ? undefined : member(root['$defs'], ref.slice(8))
  return above.some((one) => one === target || (ref !== '' && textOf(one, '$ref') === ref))
}

function makeList(schema: JsonSchema, making: Making, depth: number, above: readonly unknown[]): unknown[] {
  const first = itemsOf(schema['prefixItems']).map((one) => make(one, making, depth + 1, above))
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : 1_000
  const wanted = depth >= deepestOptional || making.required === true || schema['items'] === undefined ? 0 : 1
  const list = [...first]
  while (making.left > 0 && list.length < Math.min(Math.max(least, wanted), most, 1_000))
    list.push(make(schema['items'], making, depth + 1, above))
  return schema['uniqueItems'] === true ? distinct(list, schema, making) : list
}

/** Items that have to differ are numbered, where they are texts or numbers, or taken from the values that are allowed. */
function distinct(list: readonly unknown[], schema: JsonSchema, making: Making): unknown[] {
  if (list.length < 2) return [...list]
  const values = itemsOf(whole(schema['items'], making)['enum'])
  return list.map((one, index) => {
    if (values.length > 0) return values[index % values.length]
    if (typeof one === 'number') return one + index
    return typeof one === 'string' && index > 0 ? `${one}${index}` : one
  })
}

const formats: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: madeAddress,
  'idn-email': madeAddress,
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/path',
  iri: 'https://example.com/',
  'uri-template': 'https://example.com/{id}',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'dGV4dA==',
  'json-pointer': '/path',
  regex: '^a$',
  decimal: '1.5',
}

/** What ends is later than what starts, and not over yet. */
const ends: Record<string, string> = { 'date-time': '2099-12-31T12:00:00Z', date: '2099-12-31' }

function makeText(schema: JsonSchema, name: string): string {
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity
  const pattern = textOf(schema, 'pattern')
  if (pattern !== '') {
    const made = [0, 1, Math.max(least - 1, 0), least]
      .map((extra) => textOfPattern(pattern, extra))
      .filter((text) => text !== undefined)
    const fits = made.filter((text) => text.length >= least && text.length <= most)
    // A pattern that takes nothing as well is that of a value all the same.
    const found = fits.find((text) => /\w/.test(text)) ?? fits[0] ?? made[0]
    if (found !== undefined) return found
  }
  const format = textOf(schema, 'format')
  const text = (namesAnEnd(name) ? ends[format] : undefined) ?? formats[format] ?? 'text'
  return text.padEnd(Math.min(least, 10_000), 'x').slice(0, most)
}

function makeNumber(schema: JsonSchema, isWhole: boolean): number {
  const limit = (key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined)
  const step = limit('multipleOf') ?? (isWhole ? 1 : 0)
  const above = limit('exclusiveMinimum')
  const below = limit('exclusiveMaximum')
  const least = Math.max(limit('minimum') ?? -Infinity, above ?? -Infinity)
  const most = Math.min(limit('maximum') ?? Infinity, below ?? Infinity)
  const usual = isWhole ? 1 : 1.5
  const wanted = usual >= least && usual <= most ? usual : least > -Infinity ? least : Math.min(most, usual)
  const stepped = step === 0 ? wanted : Math.ceil(wanted / step) * step
  if (above !== undefined && stepped <= above)
    return step === 0 ? (most < Infinity ? (above + most) / 2 : above + 1) : stepped + step
  if (stepped > most || (below !== undefined && stepped >= below))
    return step === 0 ? (least > -Infinity ? (least + most) / 2 : most - 1) : stepped - step
  return stepped
}
