import { isObject } from '#engine/checks/values.ts'
import { itemsOf, member, textOf } from './fields.ts'
import type { JsonSchema } from './schema.ts'

/** Parts of a schema that are held against parts of a value, beyond which a validator is not asked. */
const mostJudged = 200_000

const listed = ['allOf', 'anyOf', 'oneOf']
const single = ['not', 'if', 'then', 'else']
const ofItems = ['contains', 'unevaluatedItems']
const ofMembers = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']

/** Represents every value without parts: judging each costs the same. */
const plain = {}

/**
 * Whether to hold a value against a JSON Schema made by `jsonSchemaOf` takes a validator more than 200,000 steps. References that double stand for a billion
 * in a schema of a few lines; they are counted here once for each part of the value.
 */
export function isCostly(root: JsonSchema, value: unknown): boolean {
  const counts = new Map<unknown, Map<unknown, number>>()
  let visits = 0
  const count = (schema: unknown, of: unknown): number => {
    if (!isObject(schema)) return 1
    const part = typeof of === 'object' && of !== null ? of : plain
    const known = counts.get(schema) ?? new Map<unknown, number>()
    counts.set(schema, known)
    const counted = known.get(part)
    if (counted !== undefined) return counted
    if (++visits > mostJudged) return mostJudged
    // In a circle it is the validator's own to end.
    known.set(part, 0)
    let sum = 1
    for (const [inner, within] of judged(schema, part, root)) {
      sum += count(inner, within)
      if (sum > mostJudged) break
    }
    known.set(part, sum)
    return sum
  }
  try {
    return count(root, value) > mostJudged
  } catch {
    // Deeper than the stack: the validator's is no larger.
    return true
  }
}

/** What is held against what when a schema is held against a part of a value. */
function* judged(schema: JsonSchema, value: object, root: JsonSchema): Generator<readonly [schema: unknown, value: unknown]> {
  const ref = textOf(schema, '$ref')
  if (ref !== '') yield [member(root['$defs'], ref.slice('#/$defs/'.length)), value]
  for (const key of listed) for (const one of itemsOf(schema[key])) yield [one, value]
  for (const key of single) if (schema[key] !== undefined) yield [schema[key], value]
  if (Array.isArray(value)) {
    const first = itemsOf(schema['prefixItems'])
    for (const [at, one] of (value as unknown[]).entries()) {
      yield [first[at] ?? schema['items'], one]
      for (const key of ofItems) if (schema[key] !== undefined) yield [schema[key], one]
      // Each is compared with all before it.
      if (schema['uniqueItems'] === true) for (let other = 0; other < at; other++) yield [true, one]
    }
    return
  }
  for (const [name, one] of Object.entries(value)) {
    yield [member(schema['properties'], name), one]
    for (const key of ofMembers) if (schema[key] !== undefined) yield [schema[key], one]
    if (isObject(schema['patternProperties'])) for (const inner of Object.values(schema['patternProperties'])) yield [inner, one]
  }
}
