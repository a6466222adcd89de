import { isObject } from '#engine/checks/values.ts'
import { fittingFunction } from '#engine/templates/fitting-function.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import { member, textOf } from '#engine/api/fields.ts'

/** Stands around a template that is written without quotes, so that it keeps its type. */
const bare = '\uFDD0'

/** A template that represents a number or the like in a JSON text. */
export const bareTemplate = (template: string): string => `${bare}${template}${bare}`

/** JSON as a step holds it, two spaces deep. */
export const bodyText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${bare}([^"]*)${bare}"`, 'g'), '$1')

/** The value of a JSON text; undefined of what is none by itself, by references that stand for numbers unless `templated`. */
export function readJson(text: string, templated = false): unknown {
  try {
    return JSON.parse(templated ? text.replace(/(?<=[:[,]\s*)\$\{[^{}"]*\}/g, (one) => JSON.stringify(bareTemplate(one))) : text)
  } catch {
    return undefined
  }
}

/** Puts a value into a body at a dotted path; members that are missing on the way are made, `0` is the first item of a list. */
export function putInto(body: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.').filter((key) => key !== '')
  let at: object = body
  for (const [place, key] of keys.slice(0, -1).entries()) {
    const next = within(at, key)
    const inner: object = isObject(next) || Array.isArray(next) ? next : keys[place + 1] === '0' ? [] : {}
    Object.defineProperty(at, key, { value: inner, enumerable: true, configurable: true, writable: true })
    at = inner
  }
  const last = keys.at(-1)
  if (last !== undefined) Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true })
}

/** The member of an object, or the item of a list. */
const within = (at: unknown, key: string): unknown =>
  (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined

/** Takes a member out of a body by its dotted path. */
export function leaveOut(body: Record<string, unknown>, path: string): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at: unknown = body
  for (const key of keys) at = within(at, key)
  if (isObject(at)) delete at[last]
}

const longEnough = 60

/** Whether any text will do there, so that a random one does too. */
function isFree(schema: unknown): boolean {
  if (
    !isObject(schema) ||
    schema['type'] !== 'string' ||
    schema['enum'] !== undefined ||
    schema['pattern'] !== undefined ||
    schema['const'] !== undefined
  )
    return false
  const format = textOf(schema, 'format')
  const most = schema['maxLength']
  if (format !== '' && !/^(email|uuid|date-time|date|uri|url|ipv4)$/.test(format)) return false
  return most === undefined || (typeof most === 'number' && most >= longEnough)
}

/**
 * Whether a member holds what was made up where nothing tells what it is: a state, a kind, a code that a server knows or
 * rejects, the key of another thing.
 */
const isGuess = (name: string, value: unknown, part: unknown): boolean =>
  (value === 'text' || (value === 1 && /(?:^|_)id$|I[dD]$/.test(name))) &&
  isObject(part) &&
  Object.keys(part).every((key) => /^(?:type|format|description|title|x-.*)$/.test(key)) &&
  fittingFunction(name, value) === undefined

/** An example of what nothing else may be called, as another one for each run. */
function unlike(name: string, example: string): string {
  if (example.includes('${')) return example
  if (/^(?:name|slug|(?:user|login)_?name|login)$/i.test(name) && /^[\w.-]+$/.test(example))
    return `${example}-\${random.int(1000,999999)}`
  return /^e-?mail$/i.test(name) ? '${random.email}' : example
}

/** What only people have. */
const ofPerson = /mail|phone|birth|(?:first|last|family|given)_?name|^(?:age|gender|sex)$/i
/** What a thing is called, that is no person: servers take letters, digits and dashes wherever they take a name. */
const thingName = '${random.word}-${random.int(1000,999999)}'

/**
 * A generated body in which texts that any name or address fits are drawn again for each run. Examples of the document stay
 * unchanged; what is made up and need not be sent is omitted where the document says what has to be.
 */
export function withRandomTexts(body: unknown, schema: JsonSchema, within = 0): unknown {
  if (!isObject(body)) return body
  const definitions = schema['$defs']
  const parts = new Map<string, unknown>()
  const required = new Set<unknown>()
  const visit = (given: unknown, depth: number): void => {
    if (!isObject(given) || depth > 6) return
    const ref = textOf(given, '$ref')
    if (ref !== '') visit(member(definitions, ref.slice(8)), depth + 1)
    for (const part of Array.isArray(given['allOf']) ? (given['allOf'] as unknown[]) : []) visit(part, depth + 1)
    for (const name of Array.isArray(given['required']) ? (given['required'] as unknown[]) : []) required.add(name)
    const properties = given['properties']
    for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) parts.set(name, part)
  }
  visit(schema, 0)
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const part = parts.get(name)
      if (required.size > 0 && !required.has(name) && isGuess(name, value, part)) return []
      if (isObject(value) && isObject(part) && within < 2 && member(part, 'example') === undefined) {
        const ref = textOf(part, '$ref')
        const inner = ref === '' ? part : member(definitions, ref.slice(8))
        return [[name, isObject(inner) ? withRandomTexts(value, { ...inner, $defs: definitions }, within + 1) : value]]
      }
      if (typeof value !== 'string' || !isFree(part)) return [[name, value]]
      if (member(part, 'examples') !== undefined) return [[name, unlike(name, value)]]
      const format = textOf(part, 'format')
      if (/^name$/i.test(name) && ![...parts.keys()].some((key) => ofPerson.test(key))) return [[name, thingName]]
      const template = fittingFunction(name, format === '' ? 'text' : value)
      return [[name, template === undefined ? value : `\${${template}}`]]
    }),
  )
}
