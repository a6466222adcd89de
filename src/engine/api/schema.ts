import { isObject } from '#engine/checks/values.ts'
import type { Dialect } from './api.ts'
import { itemsOf, member, membersOf, textOf, textsOf } from './fields.ts'
import { refOf, type References } from './references.ts'

/** A JSON Schema 2020-12 that needs nothing outside it. */
export type JsonSchema = Record<string, unknown>

/** Which way a value goes: what is `readOnly` is not sent, what is `writeOnly` does not come back. */
export type Way = 'request' | 'response'

/** What conversions need of an API. */
export interface SchemaSource {
  dialect: Dialect
  references: References
}

/** A part of a document that references lead to, converted once for all that refer to it. */
interface Definition {
  schema: unknown
  /** The references in it, in their order. */
  refs: readonly string[]
}

/** What is converted of a document: thousands of operations refer to the same schemas. */
interface Converted {
  definitions: Map<string, Definition>
  bySchema: WeakMap<object, JsonSchema>
  /** Of short schemas: `{ "type": "string" }`, and references. */
  byText: Map<string, JsonSchema>
}

/** Characters of a short schema, and how many of them are kept. */
const short = { text: 500, count: 20_000 }

const convertedOf = new WeakMap<References, Record<Way, Converted>>()

function convertedIn({ references }: SchemaSource, way: Way): Converted {
  const none = (): Converted => ({ definitions: new Map(), bySchema: new WeakMap(), byText: new Map() })
  const known = convertedOf.get(references) ?? { request: none(), response: none() }
  convertedOf.set(references, known)
  return known[way]
}

/**
 * A schema of a description as JSON Schema 2020-12: `nullable`, `discriminator`, `readOnly` and the forms of Swagger 2.0 and
 * OpenAPI 3.0 in its words. What it refers to is in its `$defs`, circles stay circles; what can't be found is `true`. The same
 * object for the same schema: it is not to be changed.
 */
export function jsonSchemaOf(schema: unknown, way: Way, source: SchemaSource): JsonSchema {
  if (!isObject(schema)) return wholeSchemaOf(schema, way, source)
  const { bySchema, byText } = convertedIn(source, way)
  const known = bySchema.get(schema)
  if (known) return known
  const text = Object.keys(schema).length > 10 ? '' : JSON.stringify(schema)
  const isShort = text !== '' && text.length <= short.text
  const made = (isShort ? byText.get(text) : undefined) ?? wholeSchemaOf(schema, way, source)
  bySchema.set(schema, made)
  if (isShort && byText.size < short.count) byText.set(text, made)
  return made
}

function wholeSchemaOf(schema: unknown, way: Way, source: SchemaSource): JsonSchema {
  const { definitions } = convertedIn(source, way)
  const convertPart = (part: unknown): Definition => {
    const refs: string[] = []
    const define = (ref: string): string => {
      refs.push(ref)
      return plainName(ref)
    }
    return { schema: convert(part, { ...source, way, define }), refs }
  }
  const root = convertPart(schema)
  const found = new Map<string, unknown>()
  const waiting: string[] = []
  const take = ({ refs }: Definition) => {
    for (const ref of refs) {
      if (found.has(ref)) continue
      found.set(ref, true)
      waiting.push(ref)
    }
  }
  take(root)
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const definition = definitions.get(ref) ?? convertPart(source.references.at(ref))
    definitions.set(ref, definition)
    found.set(ref, definition.schema)
    take(definition)
  }
  const named = new Map(Array.from(found, ([ref, one]) => [plainName(ref), one]))
  // Two references that end alike need names of this schema's own.
  if (named.size < found.size) return withOwnNames(schema, way, source)
  const whole = wholeOf(root.schema)
  return named.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(named) }
}

const wholeOf = (converted: unknown): JsonSchema => (isObject(converted) ? converted : converted === false ? { not: {} } : {})

function withOwnNames(schema: unknown, way: Way, source: SchemaSource): JsonSchema {
  const definitions = new Map<string, { name: string; schema: unknown }>()
  const names = new Set<string>()
  const waiting: string[] = []
  const conversion: Conversion = {
    ...source,
    way,
    define(ref) {
      const known = definitions.get(ref)
      if (known) return known.name
      const name = freeName(ref, names)
      names.add(name)
      definitions.set(ref, { name, schema: true })
      waiting.push(ref)
      return name
    },
  }
  const converted = convert(schema, conversion)
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const definition = definitions.get(ref)
    if (definition) definition.schema = convert(source.references.at(ref), conversion)
  }
  return {
    ...wholeOf(converted),
    $defs: Object.fromEntries([...definitions.values()].map(({ name, schema: one }) => [name, one])),
  }
}

interface Conversion extends SchemaSource {
  way: Way
  /** The name in `$defs` of what is at a reference. */
  define(ref: string): string
}

const plainName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_') || 'schema'

function freeName(ref: string, taken: ReadonlySet<string>): string {
  const plain = plainName(ref)
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}_${n}`
    if (!taken.has(name)) return name
  }
}

/** Keywords of 2020-12 that are taken unchanged. */
const plain = new Set(
  (
    'title description default deprecated readOnly writeOnly format pattern const enum multipleOf maximum minimum maxLength minLength ' +
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired examples'
  ).split(' '),
)
const single = new Set(
  'not if then else items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties'.split(' '),
)
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', 'dependentSchemas'])

function convert(given: unknown, conversion: Conversion): unknown {
  if (typeof given === 'boolean') return given
  if (!isObject(given)) return true
  const ref = refOf(given)
  // Before 3.1 nothing counts beside a reference.
  if (ref !== undefined && conversion.dialect !== '3.1') return referenceTo(ref, conversion)
  const schema: JsonSchema = ref === undefined ? {} : referenceTo(ref, conversion)
  for (const [key, value] of Object.entries(given)) {
    if (plain.has(key)) schema[key] = value
    else if (single.has(key)) schema[key] = convert(value, conversion)
    else if (listed.has(key) && itemsOf(value).length > 0) schema[key] = itemsOf(value).map((one) => convert(one, conversion))
    else if (named.has(key))
      schema[key] = Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).map(([name, one]) => [name, convert(one, conversion)]),
      )
  }
  takeType(given, schema)
  takeLimits(given, schema)
  takeExample(given, schema)
  takeRequired(given, schema, conversion)
  takeDiscriminator(given, schema, conversion)
  dropMisused(schema)
  return takeNull(given, schema)
}

const referenceTo = (ref: string, { references, define }: Conversion): JsonSchema =>
  ref.startsWith('#') && references.at(ref) !== undefined ? { $ref: `#/$defs/${define(ref)}` } : {}

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** Names of programming languages, which documents write in the place of JSON Schema's. */
const meant: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  str: 'string',
}

function takeType(given: JsonSchema, schema: JsonSchema): void {
  const type = Array.isArray(given['type']) ? textsOf(given['type']) : [given['type']]
  const known = type.map((one) => (typeof one === 'string' ? (meant[one] ?? one) : one)).filter((one) => types.has(String(one)))
  if (known.length > 0) schema['type'] = known.length === 1 ? known[0] : known
  // Bytes are no JSON.
  if (schema['format'] === 'binary' && schema['type'] === 'string') delete schema['format']
}

/** Draft 4 says whether a limit itself counts; `int32` is a range. */
function takeLimits(given: JsonSchema, schema: JsonSchema): void {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = given[exclusive]
    if (typeof value === 'number') schema[exclusive] = value
    else if (value === true && typeof schema[limit] === 'number') {
      schema[exclusive] = schema[limit]
      delete schema[limit]
    }
  }
  if (given['format'] !== 'int32' || !/^(integer|number)$/.test(String(given['type']))) return
  schema['minimum'] ??= -2_147_483_648
  schema['maximum'] ??= 2_147_483_647
}

function takeExample(given: JsonSchema, schema: JsonSchema): void {
  if (Object.hasOwn(given, 'example') && !Array.isArray(schema['examples'])) schema['examples'] = [given['example']]
  if (!Array.isArray(schema['examples'])) delete schema['examples']
}

/** What only goes the other way is not requested. In draft 3, which some documents still speak, `required` was a boolean. */
function takeRequired(given: JsonSchema, schema: JsonSchema, { way, references, dialect }: Conversion): void {
  const other = way === 'request' ? 'readOnly' : 'writeOnly'
  const properties = member(given, 'properties')
  const required = textsOf(given['required']).filter(
    (name) => member(references.follow(member(properties, name)).value, other) !== true,
  )
  const isRequest = way === 'request' && dialect !== '2.0'
  if (Array.isArray(given['required']) && (required.length > 0 || isRequest || way === 'response')) schema['required'] = required
  else delete schema['required']
  if (textsOf(schema['required']).length === 0) delete schema['required']
}

/**
 * Alternatives that a property tells apart: each is requested where the property names it, so that its own violations are
 * reported.
 */
function takeDiscriminator(given: JsonSchema, schema: JsonSchema, conversion: Conversion): void {
  const { discriminator } = given
  const { references } = conversion
  const property = textOf(discriminator, 'propertyName')
  const key = Array.isArray(given['oneOf']) ? 'oneOf' : 'anyOf'
  const refs = itemsOf(given[key]).map(refOf)
  if (property === '' || refs.length === 0 || refs.some((ref) => ref === undefined)) return
  const values = new Map<string, string[]>(refs.map((ref) => [ref ?? '', []]))
  for (const [value, target] of membersOf(member(discriminator, 'mapping'))) {
    if (typeof target !== 'string') continue
    const ref = target.includes('/') ? target : `#/components/schemas/${target}`
    values.get(ref)?.push(value)
  }
  // Many documents leave the mapping out and have values that aren't names of schemas: the alternative itself says them.
  for (const [ref, names] of values) {
    const own = valuesOf(property, references.at(ref), references)
    if (own.length > 0) values.set(ref, own)
    else if (names.length === 0) names.push(ref.split('/').at(-1) ?? '')
  }
  const all = [...values.values()].flat()
  if (new Set(all).size < all.length) return
  delete schema[key]
  schema['required'] = [...new Set([...textsOf(schema['required']), property])]
  schema['properties'] = { ...(isObject(schema['properties']) ? schema['properties'] : {}), [property]: { enum: all } }
  const chosen = [...values].map(([ref, names]) => ({
    if: { properties: { [property]: { enum: names } }, required: [property] },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: referenceTo(ref, conversion),
  }))
  schema['allOf'] = [...itemsOf(schema['allOf']), ...chosen]
}

/** The values that a schema allows for one of its properties; none if it says nothing. */
function valuesOf(property: string, schema: unknown, references: References, depth = 0): string[] {
  const { value: part } = references.follow(member(member(schema, 'properties'), property))
  const constant = member(part, 'const')
  const own = constant === undefined ? textsOf(member(part, 'enum')) : textsOf([constant])
  if (own.length > 0 || depth > 10) return own
  for (const one of itemsOf(member(schema, 'allOf'))) {
    const found = valuesOf(property, references.follow(one).value, references, depth + 1)
    if (found.length > 0) return found
  }
  return []
}

const numbers = [
  'multipleOf',
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
]

/** Keywords whose value is of another type than JSON Schema allows count as not there: they are someone else's mistake. */
function dropMisused(schema: JsonSchema): void {
  for (const key of numbers) if (Object.hasOwn(schema, key) && typeof schema[key] !== 'number') delete schema[key]
  for (const key of ['multipleOf']) if (typeof schema[key] === 'number' && schema[key] <= 0) delete schema[key]
  for (const key of ['pattern', 'format', 'title', 'description'])
    if (Object.hasOwn(schema, key) && typeof schema[key] !== 'string') delete schema[key]
  for (const key of numbers.slice(3))
    if (typeof schema[key] === 'number' && (schema[key] < 0 || schema[key] % 1 !== 0)) delete schema[key]
  if (Object.hasOwn(schema, 'enum') && itemsOf(schema['enum']).length === 0) delete schema['enum']
  if (Object.hasOwn(schema, 'uniqueItems') && typeof schema['uniqueItems'] !== 'boolean') delete schema['uniqueItems']
}

/** `nullable` of 3.0, and `x-nullable`, which 2.0 had to do with. */
function takeNull(given: JsonSchema, schema: JsonSchema): unknown {
  if (given['nullable'] !== true && given['x-nullable'] !== true) return schema
  const { type, enum: values } = schema
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...(values as unknown[]), null]
  if (typeof type === 'string' && !['allOf', 'anyOf', 'oneOf', 'const', 'not'].some((key) => Object.hasOwn(schema, key)))
    return { ...schema, type: [type, 'null'] }
  return type === undefined && Object.keys(schema).every((key) => /^(title|description|enum)$/.test(key))
    ? schema
    : { anyOf: [schema, { type: 'null' }] }
}
