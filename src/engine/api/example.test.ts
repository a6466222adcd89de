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

  it('[T5] ends where schemas hold themselves, and leaves out what is not sent', async () => {
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
