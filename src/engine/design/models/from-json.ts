import type { JsonSchema } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import { designTexts } from '../texts.ts'
import { marks } from '../marks.ts'
import { namedApart } from './from-operation.ts'
import { nameOf, proveBody, proveText } from './prove.ts'
import type { Shape, ShapeStatuses, Slot } from './shape.ts'

const texts = designTexts.models

const unknownStatuses: ShapeStatuses = { valid: '2XX', invalid: '4XX', path: '4XX', token: '401', forbidden: '403' }

/** What a body of a JSON Schema (2020-12) can be. AssayError `design-unusable` if nothing fits it. */
export async function shapeOfSchema(schema: JsonSchema): Promise<Shape> {
  const { slots, notes, value } = await proveBody(schema, undefined)
  return {
    title: typeof schema['title'] === 'string' ? schema['title'] : '',
    method: 'POST',
    path: '',
    slots: namedApart(slots),
    body: { type: 'application/json', schema, value },
    statuses: unknownStatuses,
    notes,
  }
}

/** What a body can be of which there is one example: types are taken from its values, their limits can't be inferred. */
export async function shapeOfJson(body: unknown): Promise<Shape> {
  const shape = await shapeOfSchema(schemaLike(body))
  return { ...shape, notes: [...shape.notes, texts.oneExample] }
}

/** A request as a step sends it, its references resolved or left unchanged: names with values, a body if it is JSON. */
export interface GivenRequest {
  method: string
  /** Path or address; `?` and what follows is taken from `query`. */
  path: string
  query: readonly { name: string; value: string }[]
  headers: readonly { name: string; value: string }[]
  body?: unknown
}

/** What a request of the project can be: what it sends is valid, types are taken from it. */
export async function shapeOfRequest({ method, path, query, headers, body }: GivenRequest): Promise<Shape> {
  const inside = body === undefined ? undefined : await shapeOfJson(body)
  const slots: Slot[] = []
  for (const [place, pairs] of [
    ['query', query],
    ['header', headers],
  ] as const)
    for (const { name, value } of pairs) {
      // Who asks, and what is sent, is not what is tested here.
      if (place === 'header' && /^(authorization|cookie|accept|content-type|content-length|host|user-agent)$/i.test(name))
        continue
      const schema = schemaLike(typedText(value))
      const { values } = await proveText(schema, schema, typedText(value))
      slots.push({
        name: nameOf(place, [name]),
        in: place,
        path: [name],
        required: false,
        schema,
        values: [...values, { value: marks.absent, valid: true, rule: 'optional' }],
      })
    }
  const all = namedApart([...slots, ...(inside?.slots ?? [])])
  const isSender = headers.some(({ name }) => /^authorization$/i.test(name))
  const token: Slot = {
    name: 'token',
    in: 'token',
    path: ['token'],
    required: true,
    schema: {},
    values: ['valid', 'none', 'wrong'].map((value) => ({ value, valid: value === 'valid', rule: 'security' })),
  }
  return {
    title: `${method} ${path}`,
    method,
    path,
    slots: isSender ? namedApart([...all, token]) : all,
    ...(inside?.body !== undefined && { body: inside.body }),
    statuses: unknownStatuses,
    notes: [...new Set([...(inside?.notes ?? []), texts.oneExample])],
  }
}

const typedText = (text: string): unknown =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === 'true' || text === 'false' ? text === 'true' : text

const formats: readonly [RegExp, string][] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'date'],
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/, 'date-time'],
  [/^[^\s@${}]+@[^\s@]+\.[^\s@]+$/, 'email'],
  [/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'uuid'],
]

/** A schema of which a value is an example: all of its members are required. */
function schemaLike(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaLike(value[0]) : {}, examples: [value] }
  if (isObject(value))
    return {
      type: 'object',
      required: Object.keys(value),
      properties: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaLike(one)])),
    }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number', examples: [value] }
  if (typeof value === 'boolean') return { type: 'boolean', examples: [value] }
  if (value === null) return { examples: [null] }
  const format = formats.find(([pattern]) => pattern.test(String(value)))?.[1]
  return { type: 'string', examples: [value], ...(format !== undefined && { format }) }
}
