import { expect, it } from 'vitest'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import { readApi } from './api.ts'
import { jsonSchemaOf, type Way } from './schema.ts'

const of = (version: Record<string, string>, schema: unknown, way: Way = 'response', components: Record<string, unknown> = {}) =>
  jsonSchemaOf(schema, way, readApi({ ...version, components: { schemas: components }, definitions: components }))
const v30 = { openapi: '3.0.3' }
const v31 = { openapi: '3.1.0' }
const v20 = { swagger: '2.0' }

it.each([
  ['nullable', v30, { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['nullable with enum', v30, { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
  ['x-nullable', v20, { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
  ['draft 4 limits', v30, { type: 'number', minimum: 1, exclusiveMinimum: true }, { type: 'number', exclusiveMinimum: 1 }],
  ['2020-12 limits', v31, { exclusiveMinimum: 1, type: ['string', 'null'] }, { type: ['string', 'null'], exclusiveMinimum: 1 }],
  ['a single example', v30, { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
  ['what is no keyword', v30, { type: 'file', xml: {}, 'x-a': 1 }, {}],
  ['a boolean required', v20, { type: 'string', required: true }, { type: 'string' }],
  ['an empty enum', v30, { enum: [] }, {}],
  ['no schema', v31, true, {}],
  ['never', v31, false, { not: {} }],
])('%s', (_, version, schema, expected) => {
  expect(of(version, schema)).toEqual(expected)
})

it('takes along what is referred to, once, and keeps circles', () => {
  const components = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
  expect(of(v30, { $ref: '#/components/schemas/Node', nullable: true }, 'response', components)).toEqual({
    $ref: '#/$defs/Node',
    $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
  })
  expect(of(v31, { $ref: 'other.yaml#/x' })).toEqual({})
  expect(of(v31, { $ref: '#/components/schemas/Gone', minLength: 1 })).toEqual({ minLength: 1 })
})

it('asks a side only for what it gives', () => {
  const schema = {
    required: ['a', 'b', 'c'],
    properties: { a: { readOnly: true }, b: { writeOnly: true }, c: {} },
  }
  expect(of(v30, schema, 'request')['required']).toEqual(['b', 'c'])
  expect(of(v30, schema, 'response')['required']).toEqual(['a', 'c'])
})

it('takes the values that tell alternatives apart from the alternatives, where no mapping says them', async () => {
  const base = { type: 'object', properties: { kind: { type: 'string', enum: ['user'] } } }
  const components = {
    Base: base,
    User: { allOf: [{ $ref: '#/components/schemas/Base' }], required: ['name'] },
    Robot: { type: 'object', properties: { kind: { const: 'robot' } }, required: ['serial'] },
  }
  const schema = {
    oneOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/Robot' }],
    discriminator: { propertyName: 'kind' },
  }
  const { errors } = await prepareSchema(of(v31, schema, 'response', components))
  expect(errors({ kind: 'user', name: 'x' })).toEqual([])
  expect(errors({ kind: 'robot', serial: 1 })).toEqual([])
  expect(errors({ kind: 'robot', name: 'x' })).not.toEqual([])
  expect(errors({ kind: 'User', name: 'x' })).not.toEqual([])
  const same = { ...components, Robot: { ...components.Robot, properties: { kind: { const: 'user' } } } }
  expect(of(v31, schema, 'response', same)['oneOf']).toHaveLength(2)
})
