import { isJson } from '#engine/api/conform.ts'
import { alternativesOf, flatSchema, typeIn } from '#engine/api/example.ts'
import { itemsOf, member, textsOf } from '#engine/api/fields.ts'
import { fittingExample } from '#engine/api/fitting-example.ts'
import { jsonSchemaOf, type JsonSchema } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import type { KnownOperation } from '../project-index.ts'
import { bareTemplate } from './request-body.ts'

/** The schema of a documented JSON body, or of the first one of another type. */
export function bodySchemaOf({ api: documented }: KnownOperation): JsonSchema | undefined {
  const contents = documented?.api.operation(documented.key)?.body?.contents ?? []
  const content = contents.find(({ type }) => isJson(type)) ?? contents[0]
  return documented && content ? jsonSchemaOf(content.schema ?? true, 'request', documented.api) : undefined
}

/** Whether a body has a member of this name anywhere, also one that only responses send. */
export function hasMember(operation: KnownOperation, name: string): boolean {
  const last = name.split('.').at(-1) ?? name
  const seen = new Set<object>()
  const visit = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false
    seen.add(part)
    const properties = member(part, 'properties')
    return (isObject(properties) && Object.hasOwn(properties, last)) || Object.values(part).some(visit)
  }
  return visit(bodySchemaOf(operation))
}

/** Paths of named values, dotted: `customer.name`, also of members inside a value that is an object. */
export function namedPaths(fields: Readonly<Record<string, unknown>>, keyOf: (name: string) => string): Set<string> {
  const paths = new Set<string>()
  const visit = (path: string, value: unknown): void => {
    paths.add(path)
    if (isObject(value)) for (const [name, inner] of Object.entries(value)) visit(`${path}.${name}`, inner)
  }
  for (const [name, value] of Object.entries(fields)) visit(keyOf(name), value)
  return paths
}

/**
 * A body with its required members and the named ones, at any depth. An object whose schema requires nothing, and of which nothing is named, stays
 * whole: such definitions don't say what has to be sent. So does a body that would no longer fit its schema.
 */
export async function requiredMembers(body: unknown, schema: JsonSchema, named: ReadonlySet<string>): Promise<unknown> {
  const isNamed = (path: string): boolean => named.has(path) || [...named].some((one) => one.startsWith(`${path}.`))
  const keep = (value: unknown, part: unknown, path: string): unknown => {
    const flat = flatSchema(part, schema)
    if (Array.isArray(value)) return value.map((item, at) => keep(item, flat['items'], within(path, String(at))))
    if (!isObject(value)) return value
    const required = new Set(textsOf(flat['required']))
    const members = Object.entries(value).map(([name, one]) => ({ name, one, path: within(path, name) }))
    const isOpen = required.size === 0 && !members.some((one) => isNamed(one.path))
    return Object.fromEntries(
      members
        .filter((one) => isOpen || required.has(one.name) || isNamed(one.path))
        .map(({ name, one, path: at }) => [
          name,
          keep(one, member(flat['properties'], name) ?? flat['additionalProperties'], at),
        ]),
    )
  }
  const kept = keep(body, schema, '')
  const { fits } = await fittingExample(schema, 'request', kept)
  return fits || !(await fittingExample(schema, 'request', body)).fits ? kept : body
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** A body in which a reference for something that isn't text is written without quotes, at any depth, so that it keeps its type. */
export function typedReferences(body: unknown, schema: JsonSchema): unknown {
  const shapesOf = (part: unknown): JsonSchema[] => {
    const alternatives = alternativesOf(part, schema)
    return alternatives.length > 0 ? alternatives : [flatSchema(part, schema)]
  }
  const typed = (value: unknown, parts: readonly unknown[]): unknown => {
    const shapes = parts.flatMap(shapesOf)
    if (typeof value === 'string')
      return /^\$\{[^{}]+\}$/.test(value) && shapes.length > 0 && shapes.every(isNoText) ? bareTemplate(value) : value
    if (Array.isArray(value)) {
      const items = shapes.flatMap((shape) => (shape['items'] === undefined ? [] : [shape['items']]))
      return value.map((item: unknown) => typed(item, items))
    }
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        typed(
          one,
          shapes.flatMap(
            (shape) => member(shape['properties'], name) ?? itemsOf([shape['additionalProperties']]).filter(isObject),
          ),
        ),
      ]),
    )
  }
  return typed(body, [schema])
}

const isNoText = (shape: JsonSchema): boolean =>
  ['integer', 'number', 'boolean', 'array', 'object'].includes(typeIn(shape) ?? '') && !textsOf(shape['type']).includes('string')
