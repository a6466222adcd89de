import type { RuntimeFunction } from './function.ts'

/** JSON Schema, and responses of an API. */
export const schemaFunctions = {
  conformsTo: {
    needs: ['equal', 'isObject', 'lengthOf', 'typeOf'],
    text: String.raw`/** Whether a value conforms to a JSON Schema (2020-12, the keywords that this script needs). */
function conformsTo(schema, value, root = schema) {
  if (typeof schema === 'boolean') return schema
  const conforms = (one, inner = value) => conformsTo(one, inner, root)
  const { $ref, allOf = [], anyOf, oneOf, not } = schema
  return (
    ($ref === undefined || conforms(schemaAt($ref, root))) &&
    hasType(schema, value) &&
    (!('const' in schema) || equal(schema.const, value)) &&
    (schema.enum === undefined || schema.enum.some((one) => equal(one, value))) &&
    allOf.every((one) => conforms(one)) &&
    (anyOf === undefined || anyOf.some((one) => conforms(one))) &&
    (oneOf === undefined || oneOf.filter((one) => conforms(one)).length === 1) &&
    (not === undefined || !conforms(not)) &&
    (schema.if === undefined || conforms((conforms(schema.if) ? schema.then : schema.else) ?? true)) &&
    (typeof value !== 'number' || numberConforms(schema, value)) &&
    (typeof value !== 'string' || textConforms(schema, value)) &&
    (!Array.isArray(value) || listConforms(schema, value, conforms)) &&
    (!isObject(value) || objectConforms(schema, value, conforms))
  )
}

const schemaAt = (ref, root) =>
  ref
    .split('/')
    .slice(1)
    .reduce((part, key) => part[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')], root)

const hasType = ({ type }, value) =>
  type === undefined ||
  [type].flat().some((one) => (one === 'integer' ? Number.isInteger(value) : typeOf(value) === one))

const numberConforms = ({ minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf }, value) =>
  value >= minimum &&
  value <= maximum &&
  (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
  (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
  (multipleOf === undefined || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9)

const formats = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d{2}:?\d{2})?$/i,
  'date-time': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[t\s]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d{2}(:?\d{2})?)$/i,
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/,
  hostname: /^(?=.{1,253}\.?$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i,
  ipv4: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/,
  uri: /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^]*$/i,
  'uri-reference': /^[^\s<>"{}|\\^]*$/,
  url: /^https?:\/\/[^\s]+$/i,
  uuid: /^(urn:uuid:)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
}

const textConforms = ({ minLength = 0, maxLength = Infinity, pattern, format }, value) =>
  lengthOf(value) >= minLength &&
  lengthOf(value) <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
  (formats[format] === undefined || formats[format].test(value))

function listConforms(schema, value, conforms) {
  const { minItems = 0, maxItems = Infinity, uniqueItems, prefixItems = [], items, contains } = schema
  const found = contains === undefined ? 0 : value.filter((item) => conforms(contains, item)).length
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    (!uniqueItems || value.every((item, index) => value.findIndex((one) => equal(one, item)) === index)) &&
    value.every((item, index) => conforms(prefixItems[index] ?? items ?? true, item)) &&
    (contains === undefined || (found >= (schema.minContains ?? 1) && found <= (schema.maxContains ?? Infinity)))
  )
}

function objectConforms(schema, value, conforms) {
  const { properties = {}, patternProperties = {}, additionalProperties = true, required = [], propertyNames = true } = schema
  const { minProperties = 0, maxProperties = Infinity, dependentRequired = {}, dependentSchemas = {} } = schema
  const names = Object.keys(value)
  const has = (name) => Object.hasOwn(value, name)
  const memberConforms = (name) => {
    const own = Object.hasOwn(properties, name) ? [properties[name]] : []
    const fitting = Object.keys(patternProperties).filter((pattern) => new RegExp(pattern, 'u').test(name))
    const all = [...own, ...fitting.map((pattern) => patternProperties[pattern])]
    return (all.length > 0 ? all : [additionalProperties]).every((one) => conforms(one, value[name]))
  }
  return (
    names.length >= minProperties &&
    names.length <= maxProperties &&
    required.every(has) &&
    names.every((name) => conforms(propertyNames, name) && memberConforms(name)) &&
    Object.entries(dependentRequired).every(([name, others]) => !has(name) || others.every(has)) &&
    Object.entries(dependentSchemas).every(([name, one]) => !has(name) || conforms(one))
  )
}`,
  },
  conformsToApi: {
    needs: ['conformsTo', 'headerOf', 'documentOf', 'Unreadable'],
    text: String.raw`/** Whether an answer is what its API says of the operation: status, headers, content type, body. */
function conformsToApi(answer, { method, responses }) {
  const { status } = answer
  const range = Math.floor(status / 100) + 'XX'
  const documented = [String(status), range, 'default'].find((one) => Object.hasOwn(responses, one))
  if (documented === undefined) return false
  const { headers = {}, contents } = responses[documented]
  return Object.entries(headers).every(([name, one]) => headerConforms(headerOf(answer, name), one)) &&
    (contents === undefined || bodyConforms(answer, contents, method === 'HEAD' || status === 204 || status === 304 || documented === 'default'))
}

function headerConforms(value, { required, schema }) {
  if (value === undefined) return !required
  if (schema === undefined) return true
  const text = value.trim()
  const readings = (one) => [one, ...(/^-?\d+(\.\d+)?$/.test(one) ? [Number(one)] : []), ...(/^(true|false)$/.test(one) ? [one === 'true'] : [])]
  const items = text.split(',').map((one) => one.trim())
  return [...readings(text), items, items.map((one) => readings(one).at(-1))].some((one) => conformsTo(schema, one))
}

function bodyConforms(answer, contents, mayBeEmpty) {
  if (answer.text === '') return mayBeEmpty
  const type = headerOf(answer, 'content-type')?.split(';')[0].trim().toLowerCase()
  const fits = (known) => {
    if (type === undefined) return Object.keys(contents).length === 1 || known === '*/*' ? 1 : 0
    if (known === type) return 3
    if (known === type.split('/')[0] + '/*') return 2
    return (known === 'application/json' && type.endsWith('+json')) || known === '*/*' || known === '*' ? 1 : 0
  }
  const [known] = Object.keys(contents).filter(fits).sort((a, b) => fits(b) - fits(a))
  if (known === undefined) return false
  if (contents[known] === null || !/[/+]json$|^\*\/\*$/.test(type ?? known)) return true
  try {
    return conformsTo(contents[known], documentOf(answer))
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
