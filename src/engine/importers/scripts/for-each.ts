import type { Check } from '#engine/steps/assertion/schema.ts'
import { check, type Source } from './values.ts'

type Schema = Record<string, unknown>

/** What represents the items of a list while the checks of each are read: no member of a response is called so. */
export const itemPath = "$['\u0001']"

/**
 * What is checked of each item of a list (`list.forEach((one) => pm.expect(one.state).to.eql('open'))`) as a check of the list. Undefined if
 * something of it can't be said by a schema.
 */
export function eachOf(list: Source, checks: readonly Check[]): Check | undefined {
  const schemas = checks.map(schemaOf)
  if (schemas.length === 0 || schemas.includes(undefined)) return undefined
  const [only, ...more] = schemas
  return check(list, 'matches-schema', { type: 'array', items: more.length === 0 ? only : { allOf: schemas } })
}

function schemaOf({ path = '', is, not, value }: Check): Schema | undefined {
  if (!path.startsWith(itemPath)) return undefined
  const below = path.slice(itemPath.length)
  if (!/^(\.[A-Za-z_]\w*)*$/.test(below)) return undefined
  const names = below.split('.').slice(1)
  const made = keywords(is, value)
  if (made === undefined) return undefined
  const schema = names.reduceRight<Schema>((inner, name) => ({ required: [name], properties: { [name]: inner } }), made)
  // Expecting a member to be absent or different says nothing about those around it.
  return not ? { not: schema } : schema
}

const limit =
  (keyword: string) =>
  (value: unknown): Schema | undefined =>
    typeof value === 'number' ? { type: 'number', [keyword]: value } : undefined

/** Predicates in words of JSON Schema. */
const words: Partial<Record<Check['is'], (value: unknown) => Schema | undefined>> = {
  exists: () => ({}),
  equals: (value) => ({ const: value }),
  'one-of': (value) => ({ enum: value }),
  'is-type': (value) => ({ type: value }),
  'is-empty': () => ({ maxLength: 0, maxItems: 0 }),
  matches: (value) => (typeof value === 'string' && !value.startsWith('(?') ? { type: 'string', pattern: value } : undefined),
  'matches-schema': (value) => (typeof value === 'object' && value !== null ? { ...value } : undefined),
  between: (value) => (Array.isArray(value) ? { type: 'number', minimum: value[0], maximum: value[1] } : undefined),
  'less-than': limit('exclusiveMaximum'),
  'at-most': limit('maximum'),
  'greater-than': limit('exclusiveMinimum'),
  'at-least': limit('minimum'),
}

/** `${` would be a reference. */
const keywords = (is: Check['is'], value: unknown): Schema | undefined =>
  JSON.stringify(value ?? null).includes('${') ? undefined : words[is]?.(value)
