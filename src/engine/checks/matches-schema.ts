import { excerpt } from '#engine/base/excerpt.ts'
import { errorText, errorPath, prepareSchema, type PreparedSchema } from './json-schema.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { badExpected, type Predicate, type Verdict } from './predicate.ts'
import { isObject } from './values.ts'

/** By the schema itself, and by what it says: one with references is resolved again at every check. */
const prepared = new WeakMap<object, PreparedSchema>()
const preparedByText = new Map<string, PreparedSchema>()
const cacheSize = 100
/** Larger schemas are not kept by their text. */
const longestKept = 100_000

/** Conforms to a JSON Schema (drafts 4, 7, 2019-09, 2020-12; the latest without `$schema`). Numbers are judged as doubles. */
export const matchesSchema: Predicate = async (actual, expected) => {
  if (typeof expected !== 'boolean' && !isObject(expected)) throw badExpected('matches-schema', 'a JSON Schema', expected)
  if (typeof expected === 'boolean') return expected
  if (actual === undefined) return false
  const known = prepared.get(expected) ?? (await prepareOnce(expected))
  prepared.set(expected, known)
  return verdictOf(known, actual)
}

async function prepareOnce(schema: Record<string, unknown>): Promise<PreparedSchema> {
  const text = keyOf(schema)
  const known = preparedByText.get(text) ?? (await prepareSchema(schema))
  if (preparedByText.size >= cacheSize) preparedByText.clear()
  if (text.length <= longestKept) preparedByText.set(text, known)
  return known
}

/** A string that no other schema has: JSON in which numbers keep their digits and can't be taken for texts. */
const keyOf = (schema: unknown): string =>
  JSON.stringify(schema, (_key, value: unknown) =>
    isNumeric(value) ? `n${literalOf(value)}` : typeof value === 'string' ? `s${value}` : value,
  )

function verdictOf(schema: PreparedSchema, value: unknown): Verdict {
  const errors = schema.errors(value)
  // The innermost violation is the last one; the ones before it say that something inside is wrong.
  const violation = errors.findLast(({ keyword }) => !/^(allOf|\$ref|properties|items)$/.test(keyword)) ?? errors.at(-1)
  if (!violation) return { holds: true }
  return { holds: false, detail: excerpt(`at ${errorPath(violation)}: ${errorText(violation)}`, 300) }
}
