import type { OutputUnit, Schema, SchemaDraft, Validator } from '@cfworker/json-schema'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { regexFor, type Regex } from './regex.ts'
import { schemaOfSchemas } from './schema-of-schemas.ts'
import { isObject } from './values.ts'
import { texts } from './texts.ts'

type Library = typeof import('@cfworker/json-schema')

/** How a schema is taken. */
export interface SchemaOptions {
  /** Every violation, not only as many as decide it. */
  all?: boolean
  /** Patterns that no linear-time engine has hold for every text: the schema is somebody else's. */
  lenient?: boolean
}

/** A JSON Schema that values can be held against. */
export interface PreparedSchema {
  /**
   * What the validator says, the outer before the inner; empty if the value conforms. Numbers are judged as doubles. AssayError
   * `bad-expression` if the schema turns out to be unusable.
   */
  errors(value: unknown): OutputUnit[]
}

let library: Library | undefined

/**
 * Prepares a JSON Schema (drafts 4, 7, 2019-09, 2020-12; the latest without `$schema`), its patterns matched in linear time. Rejects
 * with AssayError `bad-expression` if it makes no sense.
 */
export async function prepareSchema(schema: Record<string, unknown>, options: SchemaOptions = {}): Promise<PreparedSchema> {
  library ??= await import('@cfworker/json-schema')
  const { Validator, format } = library
  const { errors } = new Validator(schemaOfSchemas).validate(plainNumbers(schema))
  // What is wrong deepest inside: the others say that it is, or what else could stand there.
  const wrong = errors.toSorted((a, b) => depthOf(a) - depthOf(b)).at(-1)
  if (wrong) throw new AssayError('bad-expression', texts.badKeyword(placeOf(wrong), wrong.error), { hint: texts.badKeywordHint })
  const lenient = options.lenient === true
  const names: string[] = []
  const copy = withoutPatterns(schema, { names, lenient })
  const patterns = new Map<string, Regex>()
  for (const pattern of names) patterns.set(pattern, await compiled(pattern, lenient))
  try {
    const validator = new Validator(copy as Schema, draftOf(schema), options.all !== true)
    return { errors: (value) => errorsOf(validator, patterns, value, format) }
  } catch (error) {
    throw unusable(error)
  }
}

async function compiled(pattern: string, lenient: boolean): Promise<Regex> {
  try {
    return await regexFor(pattern)
  } catch (error) {
    if (lenient && error instanceof AssayError) return { test: () => true, capture: () => undefined }
    throw error
  }
}

const depthOf = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length

/** The place in the value that an error is about, for people: `/items/0`. */
export const placeOf = ({ instanceLocation }: OutputUnit): string => instanceLocation.replace(/^#\/?/, '/')

/** What an error says; a pattern is named as such. */
export const errorText = ({ keyword, error }: OutputUnit): string =>
  keyword === 'format' ? error.replace('format "pattern ', 'pattern "') : error

const formatOf = (pattern: string): string => `pattern ${pattern}`

interface Copying {
  names: string[]
  lenient: boolean
}

/** A copy in which each `pattern` is a format of that name, and numbers are doubles; `names` gets the patterns. */
function withoutPatterns(part: unknown, copying: Copying): unknown {
  if (isNumeric(part)) return Number(literalOf(part))
  if (Array.isArray(part)) return part.map((item) => withoutPatterns(item, copying))
  if (!isObject(part)) return part
  const entries = Object.entries(part)
    .filter(([key, value]) => key !== 'pattern' || typeof value !== 'string')
    .map(([key, value]): [string, unknown] => [key, keywordWithoutPatterns(key, value, copying)])
  const copy: Record<string, unknown> = Object.fromEntries(entries)
  if (typeof part.pattern !== 'string') return copy
  copying.names.push(part.pattern)
  const others = Array.isArray(copy.allOf) ? copy.allOf : []
  return { ...copy, allOf: [...others, { format: formatOf(part.pattern) }] }
}

function keywordWithoutPatterns(key: string, value: unknown, copying: Copying): unknown {
  if (/^(const|enum|default|examples)$/.test(key)) return plainNumbers(value)
  if (key === 'patternProperties') {
    const slow = slowProperty(value)
    if (slow !== undefined && copying.lenient) return {}
    if (slow !== undefined)
      throw new AssayError('bad-expression', texts.slowProperty(excerpt(slow, 200)), { hint: texts.slowPropertyHint })
  }
  if (!isObject(value) || !isMapKey(key)) return withoutPatterns(value, copying)
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutPatterns(schema, copying)]))
}

/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
const isMapKey = (key: string): boolean =>
  /^(properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/.test(key)

/** JavaScript's engine matches these, so only expressions that can't run away are let through: at most one repetition. */
const slowProperty = (value: unknown): string | undefined =>
  (isObject(value) ? Object.keys(value) : []).find((pattern) => {
    const repetitions = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x').match(/[*+{]/g)?.length ?? 0
    return repetitions > 1
  })

function draftOf({ $schema }: Record<string, unknown>): SchemaDraft {
  const name = typeof $schema === 'string' ? $schema : ''
  if (name.includes('draft-04')) return '4'
  if (name.includes('draft-06') || name.includes('draft-07')) return '7'
  return name.includes('2019-09') ? '2019-09' : '2020-12'
}

/** The value with all numbers as doubles, which is what the validator knows. */
function plainNumbers(value: unknown): unknown {
  if (isNumeric(value)) return Number(literalOf(value))
  if (Array.isArray(value)) return value.map(plainNumbers)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]))
}

/** The validator knows patterns as formats of one list that all share, so they are there while it is at work. */
function errorsOf(
  validator: Validator,
  patterns: ReadonlyMap<string, Regex>,
  value: unknown,
  format: Library['format'],
): OutputUnit[] {
  for (const [pattern, regex] of patterns) format[formatOf(pattern)] = (text: string) => regex.test(text)
  try {
    const { valid, errors } = validator.validate(plainNumbers(value))
    return valid ? [] : errors
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw unusable(error)
  } finally {
    for (const pattern of patterns.keys()) delete format[formatOf(pattern)]
  }
}

const unusable = (error: unknown): AssayError =>
  new AssayError('bad-expression', texts.badSchema, {
    hint: texts.badSchemaHint,
    cause: excerpt(textOf(error), 300),
  })
