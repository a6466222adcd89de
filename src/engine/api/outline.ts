import { isObject } from '#engine/checks/values.ts'
import { itemsOf, member, textOf, textsOf } from './fields.ts'
import type { JsonSchema } from './schema.ts'

/** One line of a schema as users read it. */
export interface OutlineRow {
  depth: number
  /** A property, `[]` for the items of a list, `one of 2` for an alternative. */
  name: string
  /** `string (uuid)`, `integer 1 to 100`, `array of string`. */
  type: string
  required: boolean
  note: string
}

const mostRows = 400
const deepest = 8

/** A schema made by `jsonSchemaOf` as lines, what holds itself named once. */
export function outlineOf(schema: JsonSchema): OutlineRow[] {
  const rows: OutlineRow[] = []
  const definitions = schema['$defs']
  const resolve = (given: unknown): JsonSchema => {
    if (!isObject(given)) return {}
    const ref = textOf(given, '$ref')
    const target = ref === '' ? undefined : member(definitions, ref.slice(8))
    return isObject(target) ? { ...resolve(target), ...given } : given
  }
  const visit = (given: unknown, depth: number, above: readonly unknown[]): void => {
    const one = resolve(given)
    const key = textOf(given, '$ref') || given
    if (rows.length >= mostRows || depth >= deepest || above.includes(key)) return
    const inside = [...above, key]
    const required = new Set(textsOf(one['required']))
    for (const [name, part] of Object.entries(isObject(one['properties']) ? one['properties'] : {})) {
      row(depth, name, part, required.has(name))
      visit(part, depth + 1, inside)
    }
    for (const part of itemsOf(one['allOf'])) visit(part, depth, inside)
    if (one['items'] !== undefined) visit(one['items'], depth, inside)
    if (isObject(one['additionalProperties'])) {
      row(depth, '*', one['additionalProperties'], false)
      visit(one['additionalProperties'], depth + 1, inside)
    }
    const options = [...itemsOf(one['oneOf']), ...itemsOf(one['anyOf'])].filter((option) => resolve(option)['type'] !== 'null')
    for (const [index, option] of options.entries()) {
      if (options.length > 1) row(depth, `${index + 1} of ${options.length}`, option, false)
      visit(option, depth + (options.length > 1 ? 1 : 0), inside)
    }
    for (const condition of itemsOf(one['allOf']))
      if (isObject(member(condition, 'then'))) visit(member(condition, 'then'), depth + 1, inside)
  }
  const row = (depth: number, name: string, part: unknown, required: boolean): void => {
    if (rows.length >= mostRows) return
    const one = resolve(part)
    rows.push({
      depth,
      name,
      type: typeText(one, resolve),
      required,
      note: textOf(one, 'description').split('\n', 1)[0]?.slice(0, 200) ?? '',
    })
  }
  if (isObject(schema) && member(resolve(schema), 'properties') === undefined) row(0, '', schema, false)
  visit(schema, rows.length, [])
  return rows
}

/** The type of a schema in a few words. */
export function typeText(
  schema: JsonSchema,
  resolve: (given: unknown) => JsonSchema = (given) => (isObject(given) ? given : {}),
): string {
  const { type } = schema
  const values = itemsOf(schema['enum'])
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const'])
  if (values.length > 0)
    return (
      values
        .slice(0, 6)
        .map((one) => JSON.stringify(one))
        .join(' | ') + (values.length > 6 ? ' | …' : '')
    )
  const names = typeof type === 'string' ? [type] : textsOf(type)
  if (names.length === 0) {
    const ref = textOf(schema, '$ref').split('/').at(-1) ?? ''
    const nullable = itemsOf(schema['anyOf']).find((one) => member(one, 'type') !== 'null')
    if (nullable !== undefined && itemsOf(schema['anyOf']).length === 2) return `${typeText(resolve(nullable), resolve)} or null`
    return ref || (schema['properties'] === undefined ? 'any' : 'object')
  }
  const items = names.includes('array') && isObject(schema['items']) ? ` of ${typeText(resolve(schema['items']), resolve)}` : ''
  const format = textOf(schema, 'format')
  return `${names.join(' or ')}${items}${format === '' ? '' : ` (${format})`}${limitsText(schema)}`
}

function limitsText(schema: JsonSchema): string {
  for (const [least, most, unit] of [
    ['minimum', 'maximum', ''],
    ['minLength', 'maxLength', ' characters'],
    ['minItems', 'maxItems', ' items'],
  ] as const) {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from === 'number' && typeof to === 'number') return ` ${from} to ${to}${unit}`
    if (typeof from === 'number') return ` from ${from}${from === 1 ? unit.replace(/s$/, '') : unit}`
    if (typeof to === 'number') return ` up to ${to}${to === 1 ? unit.replace(/s$/, '') : unit}`
  }
  return ''
}
