import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { readApi } from './api.ts'
import { deviations, type Answered } from './conform.ts'
import { conformity } from './conformity.ts'

const order = {
  type: 'object',
  required: ['id', 'secret', 'lines'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    secret: { type: 'string', writeOnly: true },
    note: { type: 'string', nullable: true },
    state: { type: 'string', enum: ['open', 'closed'], nullable: true },
    count: { type: 'integer', format: 'int32' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { price: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
    },
    parent: { $ref: '#/components/schemas/Order' },
    pay: { $ref: '#/components/schemas/Pay' },
  },
}
const document = {
  openapi: '3.0.3',
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        responses: {
          200: {
            description: '',
            headers: { 'X-Rate': { required: true, schema: { type: 'integer' } }, 'X-Kind': { schema: { enum: ['a', 'b'] } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
          204: { description: '' },
          '4XX': { description: '', content: { 'application/problem+json': { schema: { required: ['title'] } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Order: order,
      Pay: {
        oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }],
        discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card' } },
      },
      Card: {
        type: 'object',
        required: ['number'],
        properties: { kind: { type: 'string' }, number: { type: 'string', pattern: '^(?!0)\\d+$' } },
      },
      Bank: { type: 'object', required: ['iban'], properties: { kind: { type: 'string' }, iban: { type: 'string' } } },
    },
  },
}
const api = readApi(document)
const operation = api.operation('getOrder')
const id = '123e4567-e89b-42d3-a456-426614174000'

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all = new Map(Object.entries({ 'content-type': 'application/json', 'x-rate': '5', ...headers }))
  return {
    method: 'GET',
    status,
    header: (name) => all.get(name.toLowerCase()),
    isEmpty: () => text === '',
    json: () => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new AssayError('nothing-found', 'the body is not JSON')
      }
    },
  }
}

const found = async (...of: Parameters<typeof answer>) => (operation ? deviations(api, operation, answer(...of)) : [])

describe('an answer held against its operation', () => {
  it('[T4] conforms: null where it is allowed, without what is only sent, schemas that hold themselves', async () => {
    const whole = { id, note: null, state: null, lines: [{ price: 1 }], parent: { id, lines: [] } }
    expect(await found(200, whole)).toEqual([])
    expect(await found(404, { title: 'x' }, { 'content-type': 'application/problem+json; charset=utf-8' })).toEqual([])
    expect(await found(204, '')).toEqual([])
  })

  it('[T4] names every deviation with its JSON pointer', async () => {
    const wrong = { id: 'x', lines: [{ price: 1 }, { price: 0 }], count: 3e9, state: 'lost', more: 1, parent: { id } }
    const all = (await found(200, wrong)).join('\n')
    expect(all.split('\n')).toHaveLength(6)
    for (const place of ['/id', '/lines/1/price', '/count', '/state', '/more', '/parent'])
      expect(all).toContain(`body ${place}: `)
    expect(all).toContain('body /parent: Instance does not have required property "lines".')
  })

  it('[T4] tells alternatives apart by their discriminator', async () => {
    const pay = (value: unknown) => found(200, { id, lines: [], pay: value })
    expect(await pay({ kind: 'card', number: '12' })).toEqual([])
    expect(await pay({ kind: 'Bank', iban: 'x' })).toEqual([])
    expect(await pay({ kind: 'card', iban: 'x' })).toEqual(['body /pay: Instance does not have required property "number".'])
    expect((await pay({ kind: 'cash' })).join()).toContain('body /pay/kind: ')
  })

  it('[T4] judges status, headers and content type', async () => {
    expect(await found(500, '')).toEqual(["500 isn't documented, only 200, 204, 4XX"])
    expect(await found(200, '')).toEqual(['body: empty, but documented as application/json'])
    expect(await found(200, '<a>', { 'content-type': 'text/html' })).toEqual([
      "content type text/html isn't documented, only application/json",
    ])
    expect(await found(200, 'x{')).toEqual(['body: the body is not JSON'])
    const headers = await found(200, { id, lines: [] }, { 'x-rate': 'many', 'x-kind': 'c' })
    expect(headers).toHaveLength(2)
    expect(headers.join()).toContain('header X-Rate: ')
    const { header, ...rest } = answer(200, { id, lines: [] })
    const without = { ...rest, header: (name: string) => (name === 'X-Rate' ? undefined : header(name)) }
    expect(operation && (await deviations(api, operation, without))).toEqual(['header X-Rate: required but missing'])
  })
})

describe('the operation that is meant', () => {
  const apis = [{ id: 'a', name: 'Orders', document: JSON.stringify(document) }]
  const request = { method: 'GET', url: 'https://x.test/orders/7' }
  it('[T4] is the one that matches, or the one that is named', async () => {
    expect(await conformity(apis, {}, request, answer(204, ''))).toEqual({ holds: true, detail: 'conforms to getOrder' })
    expect(
      await conformity(apis, { operation: 'GET /orders/{id}' }, { ...request, url: 'https://x.test/' }, answer(500, '')),
    ).toEqual({
      holds: false,
      detail: "getOrder, 1 violation: 500 isn't documented, only 200, 204, 4XX",
    })
    expect(await conformity(apis, {}, { ...request, method: 'PUT' }, answer(200, ''))).toEqual({
      holds: false,
      detail: 'Orders has no operation PUT /orders/7',
    })
  })
  it('[T4] is that of the API whose server the request went to, where several have such a path', async () => {
    const other = JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'https://x.test/v2' }],
      paths: { '/orders/{id}': { get: { operationId: 'other', responses: { 204: {} } } } },
    })
    const two = [...apis, { id: 'b', name: 'Other', document: other }]
    const asked = { method: 'GET', url: 'https://x.test/v2/orders/7' }
    expect((await conformity(two, {}, asked, answer(204, ''))).detail).toBe('conforms to other')
    expect((await conformity(two, {}, request, answer(204, ''))).detail).toBe('conforms to getOrder')
  })
  it('[T4] is missing by name', async () => {
    await expect(conformity([], {}, request, answer(200, ''))).rejects.toMatchObject({ code: 'reference-missing' })
    await expect(conformity(apis, { api: 'b' }, request, answer(200, ''))).rejects.toThrow('no API "b"')
    await expect(conformity(apis, { operation: 'x' }, request, answer(200, ''))).rejects.toThrow('"Orders" has no operation "x"')
  })
})
