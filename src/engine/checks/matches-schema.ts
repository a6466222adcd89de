import type { OutputUnit, Schema, SchemaDraft, Validator } from '@cfworker/json-schema'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { badExpected, type Predicate, type Verdict } from './predicate.ts'
import { regexFor, type Regex } from './regex.ts'
import { schemaOfSchemas } from './schema-of-schemas.ts'
import { isObject } from './values.ts'
import { texts } from './texts.ts'

type Library = typeof import('@cfworker/json-schema')

interface Prepared {
  validator: Validator
  /** The schema's patterns as formats, so that the linear-time engine matches them and not JavaScript's. */
  patterns: Map<string, Regex>
}

/** By the schema itself, and by what it says: one with references comes out anew at every check. */
const prepared = new WeakMap<object, Prepared>()
const preparedByText = new Map<string, Prepared>()
const cacheSize = 100
/** Larger schemas are not kept by their text. */
const longestKept = 100_000
let library: Library | undefined

/** Conforms to a JSON Schema (drafts 4, 7, 2019-09, 2020-12; the latest without `$schema`). Numbers are judged as doubles. */
export const matchesSchema: Predicate = async (actual, expected) => {
  if (typeof expected !== 'boolean' && !isObject(expected)) throw badExpected('matches-schema', 'a JSON Schema', expected)
  if (typeof expected === 'boolean') return expected
  if (actual === undefined) return false
  library ??= await import('@cfworker/json-schema')
  const known = prepared.get(expected) ?? (await prepareOnce(expected, library))
  prepared.set(expected, known)
  return validate(known, plainNumbers(actual), library)
}

async function prepareOnce(schema: Record<string, unknown>, loaded: Library): Promise<Prepared> {
  const text = keyOf(schema)
  const known = preparedByText.get(text) ?? (await prepare(schema, loaded))
  if (preparedByText.size >= cacheSize) preparedByText.clear()
  if (text.length <= longestKept) preparedByText.set(text, known)
  return known
}

/** A text that no other schema has: JSON in which numbers keep their digits and can't be taken for texts. */
const keyOf = (schema: unknown): string =>
  JSON.stringify(schema, (_key, value: unknown) =>
    isNumeric(value) ? `n${literalOf(value)}` : typeof value === 'string' ? `s${value}` : value,
  )

async function prepare(schema: Record<string, unknown>, { Validator }: Library): Promise<Prepared> {
  const { errors } = new Validator(schemaOfSchemas).validate(plainNumbers(schema))
  // What is wrong deepest inside: the others say that it is, or what else could stand there.
  const wrong = errors.toSorted((a, b) => depthOf(a) - depthOf(b)).at(-1)
  if (wrong) throw new AssayError('bad-expression', texts.badKeyword(placeOf(wrong), wrong.error), { hint: texts.badKeywordHint })
  const patterns = new Map<string, Regex>()
  const names: string[] = []
  const copy = withoutPatterns(schema, names)
  for (const pattern of names) patterns.set(pattern, await regexFor(pattern))
  try {
    return { validator: new Validator(copy as Schema, draftOf(schema)), patterns }
  } catch (error) {
    throw unusable(error)
  }
}

const depthOf = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length

const placeOf = ({ instanceLocation }: OutputUnit): string => instanceLocation.replace(/^#\/?/, '/')

const formatOf = (pattern: string): string => `pattern ${pattern}`

/** A copy in which each `pattern` is a format of that name, and numbers are doubles; `names` gets the patterns. */
function withoutPatterns(part: unknown, names: string[]): unknown {
  if (isNumeric(part)) return Number(literalOf(part))
  if (Array.isArray(part)) return part.map((item) => withoutPatterns(item, names))
  if (!isObject(part)) return part
  const entries = Object.entries(part)
    .filter(([key, value]) => key !== 'pattern' || typeof value !== 'string')
    .map(([key, value]): [string, unknown] => [key, keywordWithoutPatterns(key, value, names)])
  const copy: Record<string, unknown> = Object.fromEntries(entries)
  if (typeof part.pattern !== 'string') return copy
  names.push(part.pattern)
  const others = Array.isArray(copy.allOf) ? copy.allOf : []
  return { ...copy, allOf: [...others, { format: formatOf(part.pattern) }] }
}

function keywordWithoutPatterns(key: string, value: unknown, names: string[]): unknown {
  if (/^(const|enum|default|examples)$/.test(key)) return plainNumbers(value)
  if (key === 'patternProperties') checkPatternProperties(value)
  if (!isObject(value) || !isMapKey(key)) return withoutPatterns(value, names)
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutPatterns(schema, names)]))
}

/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
const isMapKey = (key: string): boolean =>
  /^(properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/.test(key)

/** JavaScript's engine matches these, so only expressions that can't run away are let through: at most one repetition. */
function checkPatternProperties(value: unknown): void {
  for (const pattern of isObject(value) ? Object.keys(value) : []) {
    const repetitions = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x').match(/[*+{]/g)?.length ?? 0
    if (repetitions > 1)
      throw new AssayError('bad-expression', texts.slowProperty(excerpt(pattern, 200)), { hint: texts.slowPropertyHint })
  }
}

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

function validate({ validator, patterns }: Prepared, value: unknown, { format }: Library): Verdict {
  for (const [pattern, regex] of patterns) format[formatOf(pattern)] = (text: string) => regex.test(text)
  try {
    const { valid, errors } = validator.validate(value)
    // The innermost violation is the last one; the ones before it say that something inside is wrong.
    const violation = errors.findLast(({ keyword }) => !/^(allOf|\$ref|properties|items)$/.test(keyword)) ?? errors.at(-1)
    if (valid || !violation) return { holds: valid }
    const text = violation.keyword === 'format' ? violation.error.replace('format "pattern ', 'pattern "') : violation.error
    return { holds: false, detail: excerpt(`at ${placeOf(violation)}: ${text}`, 300) }
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
