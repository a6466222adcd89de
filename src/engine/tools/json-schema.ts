import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isObject } from '#engine/base/json-value.ts'
import type { JsonSchema } from './world.ts'

/** Characters of a part that is written out; a larger one is left open, and checked when it is sent. */
const largestPart = 3_500
/** Characters of a part that is worth a definition where it stands twice. */
const smallestShared = 100

/**
 * A valibot schema as JSON Schema, draft-07, of what is sent, as small as models need it: defaults left out, parts that stand twice in `definitions`,
 * rare large parts left open. What JSON Schema can't say (transformations, checks by code) is checked when it is parsed.
 */
export function draft07(schema: v.GenericSchema): JsonSchema {
  const whole = plain(toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' }), true)
  const counts = new Map<string, number>()
  count(whole, counts)
  const shared = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const rest = share(whole, counts, shared, definitions, true) as JsonSchema
  // Agents' protocols want an object, also where there is more than one form of it.
  return { type: 'object', ...rest, ...(shared.size > 0 ? { definitions } : {}) }
}

const dropped: ReadonlySet<string> = new Set(['$schema', 'default', 'propertyNames', 'minLength', 'maxLength'])

/** Without what models have no use for. */
function plain(given: unknown, isTop = false): unknown {
  if (Array.isArray(given)) return given.map((one: unknown) => plain(one))
  if (!isObject(given)) return given
  const { anyOf } = given
  // A text of several lines may be a list of lines; arguments write it as one text.
  if (Array.isArray(anyOf) && anyOf.length === 2 && JSON.stringify(anyOf) === lines) return { type: 'string' }
  const made = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]): [string, unknown][] =>
      dropped.has(key) || (key === 'required' && Array.isArray(value) && value.length === 0)
        ? []
        : [[key, key === 'properties' ? members(value) : plain(value)]],
    ),
  )
  return !isTop && JSON.stringify(made).length > largestPart && isLeaf(made)
    ? { type: made['type'] ?? 'object', ...(made['description'] === undefined ? {} : { description: made['description'] }) }
    : made
}

const lines = JSON.stringify([{ type: 'string' }, { type: 'array', items: { type: 'string' } }])

const members = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) : value

/** Whether a part may be left open: none that says what kind of step or change it is. */
const isLeaf = (part: Record<string, unknown>): boolean => !/"kind":\{"const"|"const":"add_case"/.test(JSON.stringify(part))

function count(given: unknown, counts: Map<string, number>): void {
  if (typeof given !== 'object' || given === null) return
  if (isSchema(given)) {
    const text = JSON.stringify(given)
    if (text.length >= smallestShared) {
      const before = counts.get(text) ?? 0
      counts.set(text, before + 1)
      // What is inside of a part that stands twice is counted once.
      if (before > 0) return
    }
  }
  for (const one of Object.values(given)) count(one, counts)
}

const isSchema = (given: object): boolean => 'type' in given || 'anyOf' in given || 'oneOf' in given || 'allOf' in given

function share(
  given: unknown,
  counts: ReadonlyMap<string, number>,
  shared: Map<string, string>,
  definitions: Record<string, unknown>,
  isTop = false,
): unknown {
  if (Array.isArray(given)) return given.map((one: unknown) => share(one, counts, shared, definitions))
  if (!isObject(given)) return given
  const text = JSON.stringify(given)
  if (!isTop && (counts.get(text) ?? 0) > 1) {
    const known = shared.get(text)
    const name = known ?? `d${shared.size + 1}`
    if (known === undefined) {
      shared.set(text, name)
      definitions[name] = {}
      definitions[name] = inside(given)
    }
    return { $ref: `#/definitions/${name}` }
  }
  return inside(given)

  function inside(part: Record<string, unknown>): unknown {
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, share(one, counts, shared, definitions)]))
  }
}
