import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  nat,
  oneof,
  record,
  stringMatching,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import { exampleOf } from './example.ts'
import { fittingExample } from './fitting-example.ts'
import { readApi } from './api.ts'
import { jsonSchemaOf, type JsonSchema } from './schema.ts'
import { textOfPattern } from './text-of-pattern.ts'

const { tie: schemas } = letrec<{ tie: JsonSchema }>((tie) => ({
  tie: oneof(
    { maxDepth: 3 },
    record({ type: constant('string'), minLength: nat(20), format: constantFrom('uuid', 'date', 'email', 'x') }).map(
      ({ minLength, format, ...rest }) => (minLength > 10 ? { ...rest, minLength } : { ...rest, format }),
    ),
    record({
      type: constantFrom('integer', 'number'),
      minimum: integer({ min: -50, max: 50 }),
      width: integer({ min: 7, max: 60 }),
      multipleOf: constantFrom(1, 2, 5),
    }).map(({ width, ...rest }) => ({ ...rest, maximum: rest.minimum + width })),
    record({ type: constant('array'), items: tie('tie'), minItems: nat(3) }),
    dictionary(stringMatching(/^[a-z]{1,4}$/), tie('tie'), { maxKeys: 4 }).map((properties) => ({
      type: 'object',
      properties,
      required: Object.keys(properties).slice(0, 2),
      additionalProperties: false,
    })),
    array(tie('tie'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    constantFrom<JsonSchema[]>({ enum: ['a', 1, null] }, { const: { a: 1 } }, { type: ['null', 'boolean'] }),
  ),
}))

describe('an example', () => {
  const nested = (depth: number, wrap: (inner: JsonSchema) => JsonSchema) =>
    Array.from({ length: depth }).reduce<JsonSchema>((inner) => wrap(inner), { type: 'string' })
  const doubled = (make: (next: JsonSchema) => JsonSchema) => {
    const schemas = Array.from({ length: 60 }, (_, at) => [`s${at}`, make({ $ref: `#/components/schemas/s${at + 1}` })] as const)
    const api = readApi({
      openapi: '3.1.0',
      components: { schemas: { ...Object.fromEntries(schemas), s60: { type: 'string' } } },
    })
    return jsonSchemaOf({ $ref: '#/components/schemas/s0' }, 'request', api)
  }

  it('[R47] that would have a billion values is empty, and says so', async () => {
    const lists = nested(8, (items) => ({ type: 'array', minItems: 1_000, items }))
    expect(await fittingExample(lists, 'request')).toEqual({ value: [], fits: false, isTooLarge: true })
    const maps = nested(8, (additionalProperties) => ({ type: 'object', minProperties: 100, additionalProperties }))
    expect(await fittingExample(maps, 'request')).toEqual({ value: {}, fits: false, isTooLarge: true })
    const both = doubled((next) => ({ type: 'object', required: ['a', 'b'], properties: { a: next, b: next } }))
    expect(await fittingExample(both, 'request')).toEqual({ value: {}, fits: false, isTooLarge: true })
  })

  it('[R47] of references that double is made, though a validator could not be asked', async () => {
    expect(
      await fittingExample(
        doubled((next) => ({ allOf: [next, next] })),
        'request',
      ),
    ).toEqual({ value: 'text', fits: false })
    expect(
      await fittingExample(
        doubled((next) => ({ anyOf: [next, next] })),
        'request',
      ),
    ).toEqual({ value: 'text', fits: false })
    const unique = { type: 'array', uniqueItems: true, items: {} }
    const given = Array.from({ length: 30_000 }, (_, at) => ({ at }))
    expect(await fittingExample(unique, 'request', given)).toEqual({ value: given, fits: false })
  })

  it('[R47] generates no example for a pattern whose repetitions multiply', () => {
    expect(textOfPattern('^((a{1000}){1000}){1000}$')).toBeUndefined()
    expect(textOfPattern('^(a{10}){10}$')).toHaveLength(100)
  })

  it('[T5] of a pattern that takes nothing too is a value, and what ends is later than what begins', () => {
    const price = { type: 'string', format: 'decimal', pattern: String.raw`^-?\d{0,4}(?:\.\d{0,2})?$` }
    expect(exampleOf(price, { way: 'request' })).toMatch(/^-?\d/)
    const day = { type: 'string', format: 'date' }
    expect(exampleOf({ properties: { from: day, until: day, checkOut: day, editor: day } }, { way: 'request' })).toEqual({
      from: '2026-01-31',
      until: '2099-12-31',
      checkOut: '2099-12-31',
      editor: '2026-01-31',
    })
  })

  it('[T5] fits the schema that it is made of', async () => {
    await assert(
      asyncProperty(schemas, async (schema) => {
        const { errors } = await prepareSchema(schema)
        expect(errors(exampleOf(schema, { way: 'request' }))).toEqual([])
        expect(errors(exampleOf(schema, { way: 'request', required: true }))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it("[T5] ends where schemas contain themselves, and omits values that aren't sent", async () => {
    const api = readApi({
      openapi: '3.0.0',
      components: {
        schemas: {
          Node: {
            type: 'object',
            required: ['id', 'name'],
            properties: {
              id: { type: 'string', readOnly: true },
              name: { type: 'string', example: 'root' },
              next: { $ref: '#/components/schemas/Node' },
              all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
            },
          },
        },
      },
    })
    const schema = jsonSchemaOf({ $ref: '#/components/schemas/Node' }, 'request', api)
    expect(await fittingExample(schema, 'request')).toEqual({ value: { name: 'root' }, fits: true })
  })

  it('[T5] takes the examples that are given only if they fit', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', examples: ['no'] } } }
    expect(await fittingExample(schema, 'request', { a: 'x' })).toEqual({ value: { a: 1 }, fits: true })
    expect(await fittingExample(schema, 'request', { a: 7 })).toEqual({ value: { a: 7 }, fits: true })
  })

  it.each(['^[A-Z]{2}-\\d{3,5}$', '^(cus|acct)_[0-9A-Za-z]+$', '^\\S+@\\S+$', '[^/]+', '^#[0-9a-f]{6}$', '^\\u0041\\x42$', '^$'])(
    '[T5] of the pattern %s matches it',
    (pattern) => {
      expect(textOfPattern(pattern)).toMatch(new RegExp(pattern))
    },
  )
})
