import { alternativesOf, exampleOf, flatSchema, typeIn } from '#engine/api/example.ts'
import { textsOf } from '#engine/api/fields.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import { candidatesFor, selfContained, type Candidate } from './candidates.ts'

/** Invalid values of all alternatives, and of each where there are many. */
const [most, leastOfOne] = [24, 2]

/**
 * Whole values of a part of a schema with `oneOf`, `anyOf` or a discriminator: one that fits each alternative, then those that miss one by a single
 * keyword and fit no other (whether they do is for the validator). None where there is nothing to choose.
 */
export function alternativeValues(part: unknown, root: JsonSchema): Candidate[] {
  const all = alternativesOf(part, root)
  if (all.length < 2) return []
  const made = all.map((one) => ({ one, value: exampleOf(selfContained(one, root), { way: 'request' }) }))
  const ofOne = Math.max(leastOfOne, Math.floor(most / all.length))
  const misses = made.flatMap(({ one, value }) => missesOf(one, value, root).slice(0, ofOne))
  return [...made.map(({ value }) => withShown({ value, valid: true, rule: 'oneOf' })), ...misses, ...noType(all)]
}

/** Values that match an alternative except for one keyword of one field, or of itself where it isn't an object. */
function missesOf(schema: JsonSchema, value: unknown, root: JsonSchema): Candidate[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  if (!isObject(value))
    return invalidOf(schema, root).map((one) =>
      withShown({ ...one, rule: `oneOf: ${one.rule}`, without: without(schema, one.rule) }),
    )
  const required = textsOf(schema['required'])
  const ofFields = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, field]): Candidate[] => {
      const flat = flatSchema(field, root)
      const rest = (rule: string): JsonSchema => ({ ...schema, properties: { ...properties, [name]: without(flat, rule) } })
      const wrong = invalidOf(flat, root).map((one): Candidate => ({
        value: { ...value, [name]: one.value },
        valid: false,
        rule: `oneOf: ${name} ${one.rule}`,
        without: rest(one.rule),
      }))
      const { [name]: _, ...others } = value
      const isMissing: Candidate = {
        value: others,
        valid: false,
        rule: `oneOf: ${name} required`,
        without: { ...schema, required: required.filter((one) => one !== name) },
      }
      return [...(required.includes(name) ? [isMissing] : []), ...wrong]
    })
  // The first of each field before the second of any.
  const longest = Math.max(0, ...ofFields.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => ofFields.flatMap((of) => of.slice(at, at + 1)))
    .flat()
    .map(withShown)
}

/** One invalid value for each keyword. */
function invalidOf(schema: JsonSchema, root: JsonSchema): Candidate[] {
  const known = new Set<string>()
  return candidatesFor(schema, root, 'body').filter(({ valid, rule }) => !valid && !known.has(rule) && known.add(rule))
}

const without = (schema: JsonSchema, rule: string): JsonSchema => {
  const { [rule]: _, ...rest } = schema
  return rest
}

/** A value of a type that no alternative has. */
function noType(all: readonly JsonSchema[]): Candidate[] {
  const types = new Set(all.map(typeIn))
  if (types.has(undefined)) return []
  const value = types.has('string') ? (types.has('boolean') ? undefined : true) : 'text'
  return value === undefined ? [] : [{ value, valid: false, rule: 'type', without: {} }]
}

const withShown = (one: Candidate): Candidate =>
  typeof one.value === 'object' && one.value !== null ? { ...one, shown: JSON.stringify(one.value) } : one
