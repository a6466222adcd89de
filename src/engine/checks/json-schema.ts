import type { OutputUnit, Schema, SchemaDraft, Validator } from '@cfworker/json-schema'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { guardFormats } from './schema-formats.ts'
import { limit, stepCounter } from '#engine/base/work-limit.ts'
import { regexFor, type Regex } from './regex.ts'
import { schemaOfSchemas } from './schema-of-schemas.ts'
import { isObject } from './values.ts'
import { checkTexts as texts } from './texts.ts'
import { longestWithDuplicates, measureValue } from './value-size.ts'

type Library = typeof import('@cfworker/json-schema')

/** How a schema is taken. */
export interface SchemaOptions {
  /** Every violation, not only as many as decide it. */
  all?: boolean
  /** Patterns that no linear-time engine has hold for every text: the schema is someone else's. */
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

/** Parts of a schema and a value that are judged in about 25 ms. */
const mostSteps = 20_000
/** Parts of a schema that are prepared in about that time, once. */
const mostParts = 50_000
/** Ids within one another: the library goes through what each holds twice. */
const mostIds = 8

/**
 * Prepares a JSON Schema (drafts 4, 7, 2019-09, 2020-12; the latest without `$schema`), its patterns matched in linear time. Rejects
 * with AssayError `bad-expression` if it makes no sense.
 */
export async function prepareSchema(schema: Record<string, unknown>, options: SchemaOptions = {}): Promise<PreparedSchema> {
  if (library === undefined) {
    library = await import('@cfworker/json-schema')
    guardFormats(library.format)
  }
  const { Validator, format } = library
  const { errors } = new Validator(schemaOfSchemas).validate(plainNumbers(schema))
  // What is wrong deepest inside: the others say that it is, or what else could be there.
  const wrong = errors.toSorted((a, b) => depthOf(a) - depthOf(b)).at(-1)
  if (wrong)
    throw new AssayError('bad-expression', texts.badKeyword(errorPath(wrong), wrong.error), { hint: texts.badKeywordHint })
  const lenient = options.lenient === true
  const names: string[] = []
  const seen: Seen = { parts: 0, ids: 0, hasUnique: false, isUnique: false, hasSlowProperty: false, step: () => undefined }
  const copy = withoutPatterns(schema, { names, lenient, seen })
  limit(seen.parts > mostParts || seen.ids > mostIds)
  const patterns = new Map<string, Regex>()
  for (const pattern of names) patterns.set(pattern, await compiled(pattern, lenient))
  try {
    const validator = new Validator(copy as Schema, draftOf(schema), options.all !== true)
    return { errors: (value) => errorsOf({ validator, patterns, seen, format }, value) }
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

/** The place in the value that an error is about, for users: `/items/0`. */
export const errorPath = ({ instanceLocation }: OutputUnit): string => instanceLocation.replace(/^#\/?/, '/')

/** What an error says; a pattern is named as such. */
export const errorText = ({ keyword, error }: OutputUnit): string =>
  keyword === 'format' ? error.replace('format "pattern ', 'pattern "') : error

const formatOf = (pattern: string): string => `pattern ${pattern}`

interface Copying {
  names: string[]
  lenient: boolean
  seen: Seen
}

/** What was seen of a schema while it was copied, which decides how long it may take. */
interface Seen {
  /** Values of all sorts. */
  parts: number
  /** Parts with their own id. */
  ids: number
  /** It has `uniqueItems`. */
  hasUnique: boolean
  /** That holds for the value that is judged, all over: the validator, which compares each with each, need not look. */
  isUnique: boolean
  /** JavaScript's engine may take forever for a name of a property. */
  hasSlowProperty: boolean
  /** Is told whenever the validator looks at a part, with how much is compared there. */
  step(weight: number): void
}

/**
 * A copy in which each `pattern` is a format of that name, and numbers are doubles; `names` gets the patterns. Whatever the validator looks at
 * in it is counted: references can double what there is to do.
 */
function withoutPatterns(part: unknown, copying: Copying): unknown {
  const { seen } = copying
  const before = seen.parts++
  if (isNumeric(part)) return Number(literalOf(part))
  if (Array.isArray(part)) return part.map((item) => withoutPatterns(item, copying))
  if (!isObject(part)) return part
  const entries = Object.entries(part)
    .filter(([key, value]) => key !== 'pattern' || typeof value !== 'string')
    .map(([key, value]): [string, unknown] => [key, keywordWithoutPatterns(key, value, copying)])
  const copy: Record<string, unknown> = Object.fromEntries(entries)
  if (typeof part.$id === 'string' || typeof part.id === 'string') seen.ids++
  if (typeof part.pattern === 'string') {
    copying.names.push(part.pattern)
    const others = Array.isArray(copy.allOf) ? copy.allOf : []
    copy.allOf = [...others, { format: formatOf(part.pattern) }]
  }
  return counted(copy, seen, seen.parts - before)
}

/** The validator reads every keyword of a part that it looks at: two of them are asked here. */
function counted(copy: Record<string, unknown>, seen: Seen, parts: number): Record<string, unknown> {
  const { maxContains, uniqueItems } = copy
  delete copy.maxContains
  delete copy.uniqueItems
  seen.hasUnique ||= uniqueItems === true
  const own = 1 + (parts >> 5)
  const read = (get: () => unknown) => ({ get, enumerable: false })
  Object.defineProperties(copy, {
    maxContains: read(() => {
      seen.step(own)
      return maxContains
    }),
    ...(uniqueItems === true ? { uniqueItems: read(() => !seen.isUnique) } : {}),
  })
  return copy
}

function keywordWithoutPatterns(key: string, value: unknown, copying: Copying): unknown {
  if (/^(const|enum|default|examples)$/.test(key)) {
    const { nodes } = measureValue(value)
    copying.seen.parts += nodes
    return plainNumbers(value)
  }
  if (key === 'patternProperties' && hasSlowName(value)) {
    if (copying.lenient) return {}
    copying.seen.hasSlowProperty = true
  }
  if (!isObject(value) || !isMapKey(key)) return withoutPatterns(value, copying)
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutPatterns(schema, copying)]))
}

/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
const isMapKey = (key: string): boolean =>
  /^(properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/.test(key)

/** JavaScript's engine matches these: it can't run away where there is at most one repetition, of one character. */
const hasSlowName = (value: unknown): boolean =>
  (isObject(value) ? Object.keys(value) : []).some((pattern) => {
    const bare = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x')
    return (bare.match(/[*+{]/g)?.length ?? 0) > 1 || /\)[*+{]/.test(bare)
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

interface Judging {
  validator: Validator
  patterns: ReadonlyMap<string, Regex>
  seen: Seen
  format: Library['format']
}

/** The validator knows patterns as formats of one list that all share, so they are there while it is at work. */
function errorsOf({ validator, patterns, seen, format }: Judging, value: unknown): OutputUnit[] {
  const { longest, longestName } = measureValue(value)
  const duplicates = seen.hasUnique ? longestWithDuplicates(value) : 0
  limit(seen.hasSlowProperty || longestName > 1_000 || duplicates > 500)
  seen.isUnique = duplicates === 0
  const spend = stepCounter(mostSteps)
  const each = 1 + (longest >> 10)
  seen.step = (weight) => spend(weight * each)
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
