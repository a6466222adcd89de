import * as v from 'valibot'
import { jsonText } from '#engine/base/encoding/json-text.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { lines, secret } from '#engine/steps/fields.ts'
import type { JsonPath } from '../format/json-source.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { isJsonObject, isLines, nodeOf, optionFor, tagsOf, type SchemaNode } from '../format/schema-node.ts'
import { fileTexts as texts } from '../format/file-texts.ts'
import { visible } from '../texts.ts'

/** One rule of the format that a file breaks. */
export interface Breach {
  path: JsonPath
  /** What is wrong, in words; made only for those that are shown. */
  text(): string
}

/** Breaches that are kept; further ones are counted. */
const mostBreaches = 10_000
/** Keys of an object that are looked at to tell what was meant by it. */
const keysOfMeaning = 100

/** What a value comes to if the rules leave nothing of it. */
const broken = Symbol('broken')

/**
 * Holds a JSON value against a schema and gives what is stored of it: keys in the schema's order, defaults filled in, lists of
 * lines joined. Every breach is listed with its place. What is broken but not needed is omitted from the value, so that a
 * salvage can go on with the rest; `value` is undefined if something needed is broken.
 */
export function checkRules(schema: v.GenericSchema, value: unknown): { value: unknown; breaches: Breach[]; more: number } {
  const checker = new Checker()
  const checked = checker.check(schema, value)
  return { value: checked === broken ? undefined : checked, breaches: checker.breaches, more: checker.more }
}

/** A key of an object with what the schema says about it. */
interface Member {
  key: string
  schema: v.GenericSchema
  optional: boolean
  standard: unknown
}

const membersOf = new WeakMap<object, readonly Member[]>()

/** The keys of an object's schema; computed once, because a file holds many objects of the same kind. */
function members(entries: Readonly<Record<string, v.GenericSchema>>): readonly Member[] {
  let known = membersOf.get(entries)
  if (known === undefined) {
    known = Object.entries(entries).map(([key, schema]) => {
      const node = nodeOf(schema)
      const optional = node.type === 'optional'
      return { key, schema, optional, standard: optional ? node.default : undefined }
    })
    membersOf.set(entries, known)
  }
  return known
}

class Checker {
  readonly breaches: Breach[] = []
  /** How many there are beyond those. */
  more = 0
  /** Where the check is; copied when something is wrong there. */
  readonly #at: (string | number)[] = []

  /** What is stored of a value, or `broken`. */
  check(schema: v.GenericSchema, value: unknown): unknown {
    if (isJsonObject(schema)) return isObject(value) ? jsonText(value) : this.#wrongType(schema, value)
    const node = nodeOf(schema)
    switch (node.type) {
      case 'strict_object':
        return isObject(value) ? this.#object(node.entries, value) : this.#wrongType(schema, value)
      case 'array':
        return Array.isArray(value) ? this.#list(node.item, value) : this.#wrongType(schema, value)
      case 'optional':
        return this.check(node.wrapped, value)
      case 'variant':
        if (!isObject(value)) return this.#wrongType(schema, value)
        return this.#variant(node, value)
      case 'record':
        return isObject(value) ? this.#record(node.value, value) : this.#wrongType(schema, value)
      case 'unknown':
        return value
      case 'union': {
        const option = isObject(value) ? optionFor(node, value) : undefined
        if (option === undefined) return this.#leaf(schema, value)
        return isMeantAs(option, value) ? this.check(option, value) : this.#wrongType(schema, value)
      }
      default:
        return this.#leaf(schema, value)
    }
  }

  #record(schema: v.GenericSchema, value: Record<string, unknown>): unknown {
    // A copy by spread keeps `__proto__` a plain key (R6).
    const result: Record<string, unknown> = { ...value }
    let whole = true
    for (const [key, member] of Object.entries(value)) {
      const checked = this.#checkAt(key, schema, member)
      if (checked === broken) whole = false
      else result[key] = checked
    }
    return whole ? result : broken
  }

  #checkAt(key: string | number, schema: v.GenericSchema, value: unknown): unknown {
    this.#at.push(key)
    const checked = this.check(schema, value)
    this.#at.pop()
    return checked
  }

  #breach(text: () => string, ...below: string[]): typeof broken {
    if (this.breaches.length < mostBreaches) this.breaches.push({ path: [...this.#at, ...below], text })
    else this.more++
    return broken
  }

  #wrongType(schema: v.GenericSchema, value: unknown): unknown {
    const expected = expectedBy(schema)
    return this.#breach(() =>
      typeof value === 'bigint' ? texts.unsafeNumber(value, expected) : texts.wrongType(show(value), expected),
    )
  }

  #object(entries: Readonly<Record<string, v.GenericSchema>>, value: Record<string, unknown>): unknown {
    for (const key of Object.keys(value)) if (!Object.hasOwn(entries, key)) this.#unknownKey(key, entries, value)
    const result: Record<string, unknown> = {}
    let complete = true
    for (const { key, schema, optional, standard } of members(entries)) {
      const checked = Object.hasOwn(value, key)
        ? this.#checkAt(key, schema, value[key])
        : optional
          ? broken
          : this.#breach(() => texts.missing, key)
      if (checked !== broken) result[key] = checked
      else if (!optional) complete = false
      else if (standard !== undefined) result[key] = copyOf(standard)
    }
    return complete ? result : broken
  }

  #unknownKey(key: string, entries: Readonly<Record<string, v.GenericSchema>>, value: Record<string, unknown>): void {
    const unused = () => Object.keys(entries).filter((known) => !Object.hasOwn(value, known))
    this.#breach(() => texts.unknownKey(key, nearest(key, unused())[0]), key)
  }

  #list(item: v.GenericSchema, value: readonly unknown[]): unknown {
    const result: unknown[] = []
    for (let index = 0; index < value.length; index++) {
      const checked = this.#checkAt(index, item, value[index])
      if (checked !== broken) result.push(checked)
    }
    return result
  }

  #variant(node: { type: 'variant'; key: string; options: readonly v.GenericSchema[] }, value: Record<string, unknown>): unknown {
    const option = optionFor(node, value)
    if (option !== undefined) return this.check(option, value)
    if (!Object.hasOwn(value, node.key)) return this.#breach(() => texts.missing, node.key)
    const tags = node.options.flatMap((known) => tagsOf(known, node.key))
    return this.#breach(() => notOneOf(value[node.key], tags), node.key)
  }

  #leaf(schema: v.GenericSchema, value: unknown): unknown {
    const node = nodeOf(schema)
    if (isPlainlyGood(schema, node, value)) return value
    const parsed = v.safeParse(schema, value)
    if (parsed.success) return parsed.output
    const [issue] = parsed.issues
    if (node.type === 'picklist') return this.#breach(() => notOneOf(value, node.options))
    if (issue.kind !== 'validation') return this.#wrongType(schema, value)
    // A value in plaintext where a secret belongs is not repeated.
    return this.#breach(() => (schema === secret ? issue.message : texts.broken(show(value), issue.message)))
  }
}

/** The common cases that need no parser: most values of a file. */
function isPlainlyGood(schema: v.GenericSchema, node: SchemaNode, value: unknown): boolean {
  if (schema === lines) return typeof value === 'string'
  if ('pipe' in schema) return false
  switch (node.type) {
    case 'boolean':
    case 'string':
      return typeof value === node.type
    case 'picklist':
      return typeof value === 'string' && node.options.includes(value)
    case 'literal':
      return value === node.literal
    default:
      return false
  }
}

/** Whether an object has a key of this type, or one that may be a misspelt one: else another kind of value was meant. */
function isMeantAs(option: v.GenericSchema, value: unknown): boolean {
  const node = nodeOf(option)
  if (node.type !== 'strict_object' || !isObject(value)) return true
  const known = Object.keys(node.entries)
  return Object.keys(value)
    .slice(0, keysOfMeaning)
    .some((key) => nearest(key, known).length > 0)
}

/** A default of its own for each object; structuredClone would take longer than all the rest of the check. */
function copyOf(standard: unknown): unknown {
  if (Array.isArray(standard)) return standard.map(copyOf)
  if (!isObject(standard)) return standard
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(standard)) copy[key] = copyOf(standard[key])
  return copy
}

function notOneOf(value: unknown, options: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, options)[0] : undefined
  return texts.notOneOf(show(value), options.join(', '), near)
}

/** In a union of the format an object is a secret's id. */
const isObjectNode = (schema: v.GenericSchema): boolean => nodeOf(schema).type === 'strict_object'

function expectedBy(schema: v.GenericSchema): string {
  const node = nodeOf(schema)
  if (schema === secret) return texts.types.secret
  if (isLines(schema) && node.type === 'union' && node.options.length === 2) return texts.types.lines
  switch (node.type) {
    case 'optional':
      return expectedBy(node.wrapped)
    case 'strict_object':
    case 'variant':
    case 'record':
      return texts.types.object
    case 'array':
      return texts.types.list
    case 'union':
      return [...new Set(node.options.map((option) => (isObjectNode(option) ? texts.types.secretId : expectedBy(option))))].join(
        texts.types.or,
      )
    case 'literal':
      return JSON.stringify(node.literal)
    case 'number':
      return texts.types.number
    case 'boolean':
      return texts.types.boolean
    default:
      return texts.types.string
  }
}

const longestShown = 60

function show(value: unknown): string {
  if (Array.isArray(value)) return texts.types.list
  if (isObject(value)) return texts.types.object
  if (typeof value !== 'string') return String(value)
  const text = visible(value)
  return `"${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}"`
}
