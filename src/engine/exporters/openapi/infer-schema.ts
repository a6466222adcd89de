import type { Check } from '#engine/steps/assertion/schema.ts'
import { predicateFacts, asksEqual } from '#engine/checks/facts.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The schema of a value, in words that OpenAPI 3.0 and 3.1 share; of a list that of its items together. */
export function schemaOfValue(value: unknown): JsonObject {
  if (value === null || value === undefined) return {}
  if (typeof value === 'string') return { type: 'string' }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value === 'number' || typeof value === 'bigint')
    return { type: typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'number' }
  if (Array.isArray(value)) return { type: 'array', items: value.map(schemaOfValue).reduce(mergedSchema, {}) }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(Object(value) as object).map(([key, one]) => [key, schemaOfValue(one)])),
  }
}

/** What fits both: members of either, no type where they differ. */
export function mergedSchema(one: JsonObject, other: JsonObject): JsonObject {
  if (Object.keys(one).length === 0) return other
  if (Object.keys(other).length === 0 || JSON.stringify(one) === JSON.stringify(other)) return one
  if (one['type'] !== other['type']) {
    const numbers = [one['type'], other['type']].every((type) => type === 'integer' || type === 'number')
    return numbers ? { type: 'number' } : {}
  }
  if (isJsonObject(one['items']) && isJsonObject(other['items']))
    return { ...one, items: mergedSchema(one['items'], other['items']) }
  if (!isJsonObject(one['properties']) || !isJsonObject(other['properties'])) return one
  const properties: JsonObject = { ...one['properties'] }
  for (const [key, schema] of Object.entries(other['properties'])) {
    const known = properties[key]
    properties[key] = isJsonObject(known) && isJsonObject(schema) ? mergedSchema(known, schema) : schema
  }
  return { ...one, properties }
}

/** The schema that checks of JSON say: names on a path, and the type at its end. Undefined for checks of something else. */
export function schemaOfChecks(checks: readonly Check[]): JsonObject | undefined {
  const found = checks.map(schemaOfCheck).filter((one) => one !== undefined)
  return found.length === 0 ? undefined : found.reduce(mergedSchema, {})
}

function schemaOfCheck(check: Check): JsonObject | undefined {
  const { path, not, value } = check
  const { expects } = predicateFacts[check.is]
  if (not) return undefined
  if (expects === 'snapshot' && check.snapshot !== undefined) return below(path ?? '$', schemaOfValue(check.snapshot))
  // A reference would be to the schema itself, which is a part of the document here.
  if (expects === 'schema' && isJsonObject(value) && (path === undefined || path === '$'))
    return JSON.stringify(value).includes('"$ref"') ? undefined : value
  if (path === undefined || !path.startsWith('$')) return undefined
  if (expects === 'type') return below(path, ofType(value))
  const isTemplate = typeof value === 'string' && value.includes('${')
  return below(path, asksEqual(check) && !isTemplate ? schemaOfValue(value) : {})
}

/** OpenAPI 3.0 wants to know the items of a list, and has no type for null. */
const ofType = (type: unknown): JsonObject => (type === 'null' ? {} : type === 'array' ? { type, items: {} } : { type })

function below(path: string, schema: JsonObject): JsonObject | undefined {
  if (!/^\$((\.[A-Za-z_]\w*)|\[(\d+|\*|'[^']*')\])*$/.test(path)) return undefined
  const parts = path.match(/\.[A-Za-z_]\w*|\[(\d+|\*|'[^']*')\]/g) ?? []
  return parts.reduceRight<JsonObject>((inner, part) => {
    const name = part.startsWith('.') ? part.slice(1) : /^\['(.*)'\]$/.exec(part)?.[1]
    if (name !== undefined) return { type: 'object', properties: { [name]: inner } }
    return { type: 'array', items: inner }
  }, schema)
}
