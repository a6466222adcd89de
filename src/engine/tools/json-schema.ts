import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { JsonSchema } from './tool-session.ts'

/** Characters of a part that is written out; a larger one is left open, and checked when it is sent. */
const largestPart = 3_500
/** Characters of a part that is worth a definition where it is duplicated. */
const smallestShared = 40

/**
 * A valibot schema as JSON Schema, draft-07, of what is sent, as small as models need it: defaults and limits omitted, parts
 * that stand twice in `$defs`, rare large parts left open. What JSON Schema can't say (transformations, checks by code) is
 * checked when it is parsed.
 */
export function draft07(schema: v.GenericSchema): JsonSchema {
  const whole = plain(toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' }), true)
  const counts = new Map<string, number>()
  count(whole, counts)
  const shared = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const rest = share(whole, counts, shared, definitions, true) as JsonSchema
  // Agents' protocols want an object, also where there is more than one form of it.
  return { type: 'object', ...rest, ...(shared.size > 0 ? { $defs: definitions } : {}) }
}

/** What models have no use for: defaults, and limits, which are checked when the arguments are parsed. */
const dropped: ReadonlySet<string> = new Set([
  '$schema',
  'default',
  'propertyNames',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
])

/** Without what models have no use for. */
function plain(given: unknown, isTop = false): unknown {
  if (Array.isArray(given)) return given.map((one: unknown) => plain(one))
  if (!isObject(given)) return given
  const { anyOf } = given
  // A string of several lines may be a list of lines; arguments write it as one text.
  if (Array.isArray(anyOf) && anyOf.length === 2 && JSON.stringify(anyOf) === lines) return { type: 'string' }
  const made = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]): [string, unknown][] =>
      dropped.has(key) ||
      (key === 'required' && Array.isArray(value) && value.length === 0) ||
      (key === 'additionalProperties' && (value === false || (isObject(value) && Object.keys(value).length === 0))) ||
      (key === 'type' && ('enum' in given || (!isTop && 'properties' in given)))
        ? []
        : [[key, key === 'properties' ? members(value) : plain(value)]],
    ),
  )
  const whole = hoisted(asOne(made))
  return !isTop && JSON.stringify(whole).length > largestPart && isLeaf(whole)
    ? { type: whole['type'] ?? 'object', ...(whole['description'] === undefined ? {} : { description: whole['description'] }) }
    : whole
}

/** Alternatives that are only types, or only values, as one list of them. */
function asOne(given: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = given
  if (!Array.isArray(anyOf) || !anyOf.every(isObject)) return given
  for (const key of ['type', 'enum']) {
    if (!anyOf.every((one) => Object.keys(one).length === 1 && key in one)) continue
    const all = [...new Set(anyOf.flatMap((one) => one[key] as unknown))]
    return { ...rest, [key]: all.length === 1 && key === 'type' ? all[0] : all }
  }
  return given
}

/** What all alternatives of an object have in common stands once, beside them. */
function hoisted(given: Record<string, unknown>): Record<string, unknown> {
  const { oneOf, ...rest } = given
  const all = Array.isArray(oneOf) ? oneOf.filter(isObject) : []
  const [first] = all
  if (!first || all.length < 2 || !all.every(({ properties }) => isObject(properties)) || 'properties' in rest) return given
  const membersOf = (one: Record<string, unknown>) => one['properties'] as Record<string, unknown>
  const common = Object.entries(membersOf(first)).filter(([name, part]) =>
    all.every((one) => JSON.stringify(membersOf(one)[name]) === JSON.stringify(part)),
  )
  const requiredOf = (one: Record<string, unknown>) => (one['required'] ?? []) as string[]
  const required = requiredOf(first).filter((name) => all.every((one) => requiredOf(one).includes(name)))
  const names = new Set(common.map(([name]) => name))
  return {
    ...rest,
    ...(common.length > 0 ? { properties: Object.fromEntries(common) } : {}),
    ...(required.length > 0 ? { required } : {}),
    oneOf: all.map((one) => {
      const own = requiredOf(one).filter((name) => !required.includes(name))
      const { required: _, ...others } = one
      return {
        ...others,
        properties: Object.fromEntries(Object.entries(membersOf(one)).filter(([name]) => !names.has(name))),
        ...(own.length > 0 ? { required: own } : {}),
      }
    }),
  }
}

const lines = JSON.stringify([{ type: 'string' }, { type: 'array', items: { type: 'string' } }])

/** Key material, which people enter, and parts of rare models: left open, and checked when they are sent. */
const open: ReadonlySet<string> = new Set([
  'privateKeyJwt',
  'algorithm',
  'key',
  'extensions',
  'operations',
  'groups',
  'relations',
  'effects',
  'before',
  'additionalParameters',
  'stages',
])
/** Settings of one grant: only their names are listed. */
const named: ReadonlySet<string> = new Set(['jwtBearer', 'tokenExchange', 'ciba'])

/** Rarely set, and by people: not listed, though they may be sent. */
const unlisted: ReadonlySet<string> = new Set([
  'automation',
  'backchannelAuthenticationEndpoint',
  'clockTolerance',
  'deviceAuthorizationEndpoint',
  'forceReauthentication',
  'ignore',
  'issuer',
  'loginTimeout',
  'operationName',
  'refreshEndpoint',
  'registration',
  'snapshot',
  'strict',
])

const namesIn = ({ properties }: Record<string, unknown>): object => ({
  description: Object.keys(isObject(properties) ? properties : {}).join(', '),
})

function memberOf(name: string, one: unknown): unknown {
  if (isObject(one) && named.has(name)) return namesIn(one)
  return isObject(one) && open.has(name) ? { type: one['type'] ?? 'object' } : plain(one)
}

const members = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, one]) => (unlisted.has(name) ? [] : [[name, memberOf(name, one)]])),
      )
    : value

/** Whether a part may be left open: none that says what kind of step or change it is. */
const isLeaf = (part: Record<string, unknown>): boolean => !/"kind":\{"const"|"const":"add_case"/.test(JSON.stringify(part))

function count(given: unknown, counts: Map<string, number>): void {
  if (typeof given !== 'object' || given === null) return
  if (isSchema(given)) {
    const text = JSON.stringify(given)
    if (text.length >= smallestShared) {
      const before = counts.get(text) ?? 0
      counts.set(text, before + 1)
      // What is inside a part that is duplicated is counted once.
      if (before > 0) return
    }
  }
  for (const one of Object.values(given)) count(one, counts)
}

const isSchema = (given: object): boolean => ['type', 'enum', 'anyOf', 'oneOf', 'allOf'].some((key) => key in given)

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
    const name = known ?? shared.size.toString(36)
    if (known === undefined) {
      shared.set(text, name)
      definitions[name] = {}
      definitions[name] = inside(given)
    }
    return { $ref: `#/$defs/${name}` }
  }
  return inside(given)

  function inside(part: Record<string, unknown>): unknown {
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, share(one, counts, shared, definitions)]))
  }
}
