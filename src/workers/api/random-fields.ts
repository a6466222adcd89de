import type { Api } from '#engine/api/api.ts'
import { isJson } from '#engine/api/conform.ts'
import { fittingExample } from '#engine/api/fitting-example.ts'
import { matchOperation, type SentRequest } from '#engine/api/match.ts'
import { jsonSchemaOf, type JsonSchema } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import { fittingFunction } from '#engine/templates/fitting-function.ts'
import { functions } from '#engine/templates/functions.ts'

/** A value of a body that the API describes, by its JSON pointer. */
export interface RandomField {
  pointer: string
  /** The call that makes a value which the API takes: `random.int(1,5)`; undefined: the value must stay unchanged. */
  call: string | undefined
}

/** What an API says of a JSON body. */
export interface RandomFields {
  /** `POST /orders`. */
  operation: string
  fields: RandomField[]
  /** A body that it takes, for a request that has none yet. */
  example?: unknown
}

/** How deep a body is looked at. */
const deepest = 64

/** Which calls fit the values of a JSON body by the schema of the operation that the request asks for; undefined: none, or it has no such body. */
export async function randomFieldsOf(api: Api, request: SentRequest, body: unknown): Promise<RandomFields | undefined> {
  const head = matchOperation(api, request)
  const content = head && api.operation(head.key)?.body?.contents.find(({ type }) => isJson(type))
  if (!head || !content) return undefined
  const root = jsonSchemaOf(content.schema, 'request', api)
  const operation = `${head.method} ${head.path}`
  const isEmpty = body === undefined || (isObject(body) && Object.keys(body).length === 0)
  const value = isEmpty ? (await fittingExample(root, 'request', content.example)).value : body
  const fields: RandomField[] = []
  walk(value, { schema: root, root }, { pointer: '', key: '', depth: 0 }, fields)
  return { operation, fields, ...(isEmpty && value !== undefined ? { example: value } : {}) }
}

interface Described {
  schema: unknown
  root: JsonSchema
}

function walk(value: unknown, described: Described, at: { pointer: string; key: string; depth: number }, fields: RandomField[]) {
  if (at.depth > deepest) return
  const schema = flattened(described, value)
  if (!schema) return
  const inside = (part: unknown, name: string | number, key: string, of: unknown): void =>
    walk(part, { ...described, schema: of }, { pointer: `${at.pointer}/${escaped(name)}`, key, depth: at.depth + 1 }, fields)
  if (Array.isArray(value)) {
    const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    for (const [index, item] of value.entries()) inside(item, index, at.key.replace(/s$/, ''), prefix[index] ?? schema.items)
  } else if (isObject(value)) {
    const properties = isObject(schema.properties) ? schema.properties : {}
    for (const [name, part] of Object.entries(value))
      inside(part, name, name, Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties)
  } else {
    const call = callOf(schema, at.key, value)
    if (call !== false) fields.push({ pointer: at.pointer, call })
  }
}

const escaped = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1')

/** What a schema says of a value, with what it refers to and is made of; undefined: nothing. */
function flattened({ schema, root }: Described, value: unknown, depth = 0): JsonSchema | undefined {
  if (!isObject(schema) || depth > deepest) return undefined
  const { $ref: ref, allOf, anyOf, oneOf, ...own } = schema
  const parts: unknown[] = []
  if (typeof ref === 'string') parts.push(definitionAt(ref, root))
  if (Array.isArray(allOf)) parts.push(...(allOf as unknown[]))
  for (const choice of [anyOf, oneOf]) {
    if (!Array.isArray(choice)) continue
    const fits = choice
      .map((one: unknown) => flattened({ schema: one, root }, value, depth + 1))
      .find((one) => one && takes(one, value))
    // None of the choices is of the value's type: what would fit is unknown.
    if (!fits) return undefined
    parts.push(fits)
  }
  let all: JsonSchema = {}
  for (const part of parts) {
    const inner = flattened({ schema: part, root }, value, depth + 1)
    if (inner) all = joined(all, inner)
  }
  return joined(all, own)
}

const joined = (one: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...one,
  ...other,
  ...(isObject(one.properties) && isObject(other.properties) ? { properties: { ...one.properties, ...other.properties } } : {}),
})

const definitionAt = (ref: string, { $defs }: JsonSchema): unknown => {
  const name = ref.replace(/^#\/\$defs\//, '')
  return isObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number' && Number.isInteger(value)
        ? 'integer'
        : typeof value

function takes({ type, properties, required }: JsonSchema, value: unknown): boolean {
  const types = type === undefined ? [] : [type].flat()
  const own = typeOf(value)
  if (types.length > 0 && !types.includes(own) && !(own === 'integer' && types.includes('number'))) return false
  if (!isObject(value) || !isObject(properties)) return true
  return !Array.isArray(required) || required.every((name) => typeof name === 'string' && Object.hasOwn(value, name))
}

/** The call for a value; undefined: it stays; false: the schema says nothing that tells. */
function callOf(schema: JsonSchema, key: string, value: unknown): string | undefined | false {
  if (!takes(schema, value) || schema.const !== undefined || value === null) return undefined
  if (Array.isArray(schema.enum)) return ofChoice(schema.enum, value)
  if (typeof value === 'boolean') return 'random.boolean'
  if (typeof value === 'number') return ofNumber(schema, key, value)
  return typeof value === 'string' ? ofText(schema, key, value) : undefined
}

/** Texts only: what is picked is one. */
function ofChoice(choices: readonly unknown[], value: unknown): string | undefined {
  const texts = choices.filter((one): one is string => typeof one === 'string')
  if (typeof value !== 'string' || texts.length < 2 || texts.length > 50 || texts.some((one) => !isPlain(one))) return undefined
  return `random.pick(${texts.map((one) => `'${one}'`).join(',')})`
}

/** Texts that are in an argument, inside a JSON text, unchanged. */
const isPlain = (text: string): boolean => /^[^'"\\$\p{Cc}]*$/u.test(text)

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

function ofNumber(schema: JsonSchema, key: string, value: number): string | undefined | false {
  if (schema.multipleOf !== undefined && schema.multipleOf !== 1) return undefined
  const whole = [schema.type].flat().includes('integer')
  const step = whole ? 1 : 1e-6
  const above = numberOf(schema.exclusiveMinimum)
  const below = numberOf(schema.exclusiveMaximum)
  const min = numberOf(schema.minimum) ?? (above === undefined ? undefined : above + step)
  const max = numberOf(schema.maximum) ?? (below === undefined ? undefined : below - step)
  if (/id$/i.test(key)) return undefined
  const name = whole ? 'random.int' : 'random.float'
  if (min === undefined && max === undefined) return fittingFunction(key, value) ?? false
  // Of what has one bound only a part of the range is used, which contains the value.
  const least = min ?? Math.min(0, (max ?? 0) - 100, value)
  const most = max ?? Math.max(least + 100, value)
  return least > most ? undefined : `${name}(${whole ? Math.ceil(least) : least},${whole ? Math.floor(most) : most})`
}

const byFormat: Readonly<Record<string, string>> = {
  email: 'random.email',
  'idn-email': 'random.email',
  uuid: 'random.uuid',
  date: 'random.pastDate',
  'date-time': 'now.iso',
  uri: 'random.url',
  url: 'random.url',
  ipv4: 'random.ipv4',
  ipv6: 'random.ipv6',
}

/** Characters that what is made by a function of a name or a form may have. */
const usualLength = 40

function ofText(schema: JsonSchema, key: string, value: string): string | undefined | false {
  const { format, pattern } = schema
  if (typeof pattern === 'string') return ofPattern(pattern)
  const least = numberOf(schema.minLength) ?? 0
  const most = numberOf(schema.maxLength) ?? Infinity
  const known = typeof format === 'string' ? byFormat[format] : undefined
  if (known !== undefined && most >= usualLength) return known
  if (format === 'password') return `random.password(${within(16, least, most)})`
  if (known !== undefined || most === 0) return undefined
  const fitting = fittingFunction(key, value)
  // A name or an id of something that is there: another one would make the request a wrong one.
  if (fitting === undefined) return false
  if (most >= usualLength && least <= 3) return fitting
  return `random.alphanumeric(${within(8, least, most)})`
}

const within = (wanted: number, least: number, most: number): number => Math.min(Math.max(wanted, least, 1), most, 1_000)

function ofPattern(pattern: string): string | undefined {
  if (!/^[^'"\p{Cc}]*$/u.test(pattern)) return undefined
  return typeof functions.get('random.regex')?.compile([pattern]) === 'function' ? `random.regex('${pattern}')` : undefined
}
