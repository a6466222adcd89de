import { describe, expect, it } from 'vitest'
import { fail, ok } from '#engine/base/result.ts'
import { apiOf, readApi } from '../api.ts'
import { parseApi, parsePart } from '../document.ts'
import { describeOperation } from '../describe-operation.ts'
import type { ApiParts } from './read-parts.ts'

const partsOf = (files: Readonly<Record<string, string>>, root: string): ApiParts => ({
  root,
  resolve: (file, from) => ok(new URL(file, `http://x/${from}`).pathname.slice(1)),
  async read(location) {
    const text = files[location]
    return text === undefined ? fail('there is no such file') : parsePart(new TextEncoder().encode(text), location)
  },
})

async function read(files: Readonly<Record<string, string>>, root = 'openapi.yaml') {
  const parsed = await parseApi(files[root] ?? '', root, partsOf(files, root))
  if (!parsed.ok) throw parsed.error
  return { ...parsed.value, document: JSON.parse(parsed.value.text) as Record<string, unknown> }
}

const shop = {
  'openapi.yaml': `
openapi: 3.0.3
info: { title: Shop, description: { $ref: docs/intro.md } }
paths:
  /orders: { $ref: paths/orders.yaml }
components:
  schemas:
    Order: { $ref: ./schemas/Order.yaml }
    Own: { type: object, properties: { order: { $ref: '#/components/schemas/Order' } } }
`,
  'docs/intro.md': '# About\norders',
  'paths/orders.yaml': `
get:
  operationId: listOrders
  parameters: [{ $ref: '../parts.yaml#/parameters/limit' }]
  responses:
    '200': { $ref: '../parts.yaml#/responses/Orders' }
    default: { $ref: '../parts.yaml#/responses/Error' }
`,
  'parts.yaml': `
parameters:
  limit: { name: limit, in: query, schema: { type: integer, example: 5 } }
responses:
  Orders:
    description: all
    content: { application/json: { schema: { type: array, items: { $ref: schemas/Order.yaml } }, example: { $ref: schemas/order.json } } }
  Error: { description: bad, content: { application/json: { schema: { $ref: '#/problems/Error' } } } }
problems:
  Error: { type: object, properties: { own: { $ref: 'openapi.yaml#/components/schemas/Own' } } }
`,
  'schemas/order.json': '{ "id": 7 }',
  'schemas/Order.yaml': `
type: object
required: [id]
properties:
  id: { type: integer }
  parent: { $ref: Order.yaml }
  address: { $ref: '#/definitions/Address' }
  payment: { oneOf: [{ $ref: Card.yaml }, { $ref: Cash.yaml }], discriminator: { propertyName: kind, mapping: { card: Card.yaml, cash: Cash.yaml } } }
definitions: { Address: { type: string } }
`,
  'schemas/Card.yaml': 'type: object\nproperties: { kind: { type: string } }\n',
  'schemas/Cash.yaml': 'type: object\nproperties: { kind: { type: string } }\n',
}

describe('a description in several documents', () => {
  it('becomes one, each part under the name that it has there, circles kept', async () => {
    const { document, problems, from } = await read(shop)
    expect(problems).toEqual([])
    expect(from.toSorted()).toEqual(Object.keys(shop).toSorted())
    expect(document['info']).toEqual({ title: 'Shop', description: '# About\norders' })
    expect(document['paths']).toMatchObject({
      '/orders': {
        get: {
          parameters: [{ $ref: '#/components/parameters/limit' }],
          responses: {
            '200': { $ref: '#/components/responses/Orders' },
            default: { $ref: '#/components/responses/Error' },
          },
        },
      },
    })
    expect(document['components']).toMatchObject({
      responses: {
        Orders: {
          content: {
            'application/json': { schema: { items: { $ref: '#/components/schemas/Order' } }, example: { id: 7 } },
          },
        },
      },
      schemas: {
        Order: {
          properties: {
            parent: { $ref: '#/components/schemas/Order' },
            address: { $ref: '#/components/schemas/Address' },
            payment: {
              oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Cash' }],
              discriminator: { mapping: { card: '#/components/schemas/Card', cash: '#/components/schemas/Cash' } },
            },
          },
        },
        Own: { properties: { order: { $ref: '#/components/schemas/Order' } } },
        Error: { properties: { own: { $ref: '#/components/schemas/Own' } } },
        Address: { type: 'string' },
      },
    })
    const api = readApi(document)
    expect(api.loose()).toEqual({ remote: [], missing: [] })
    expect(await describeOperation(api, 'listOrders')).toMatchObject({ parameters: [{ name: 'limit' }] })
  })

  it('follows lists of parts that are files themselves, Swagger 2.0 too', async () => {
    const { document, problems } = await read({
      'openapi.yaml': `
swagger: '2.0'
paths: { $ref: paths/index.yaml }
definitions: { $ref: models/index.yaml }
`,
      'paths/index.yaml': `/a: { get: { responses: { '200': { schema: { $ref: '../models/index.yaml#/A/properties/b' } } } } }`,
      'models/index.yaml': 'A: { $ref: A.yaml }\nB: { $ref: ../../models/A.yaml#/properties/b }\n',
      'models/A.yaml': 'properties: { b: { $ref: common.json#/definitions/A }, __proto__: { $ref: common.json#/definitions/A } }',
      'models/common.json': '{ "definitions": { "A": { "type": "boolean" } } }',
    })
    expect(problems).toEqual([])
    expect(document).toMatchObject({
      paths: { '/a': { get: { responses: { '200': { schema: { $ref: '#/definitions/B' } } } } } },
      definitions: { A: { properties: { b: { $ref: '#/definitions/B' } } }, B: { type: 'boolean' } },
    })
  })

  it('gives two parts of one name a name each', async () => {
    const { document } = await read({
      'openapi.yaml': `
openapi: 3.1.0
paths: { /a: { get: { responses: { '200': { content: { a/b: { schema: { anyOf: [{ $ref: a/Item.yaml }, { $ref: b/Item.yaml }] } } } } } } } }
components: { schemas: { Item: { type: 'null' } } }
`,
      'a/Item.yaml': 'type: string',
      'b/Item.yaml': 'type: number',
    })
    expect(document).toMatchObject({
      components: { schemas: { Item: { type: 'null' }, Item_2: { type: 'string' }, Item_3: { type: 'number' } } },
    })
  })

  it('names each part that is not there once, with the place that refers to it; all else stands', async () => {
    const { document, problems } = await read({
      'openapi.yaml': `
openapi: 3.0.0
paths:
  /a: { $ref: a.yaml }
  /b: { $ref: a.yaml#/nothing }
`,
      'a.yaml': `
get:
  responses:
    '200': { content: { a/b: { schema: { $ref: sub/gone.yaml }, example: { $ref: gone.json } } } }
    '400': { content: { a/b: { schema: { $ref: sub/gone.yaml } } } }
`,
    })
    expect(problems).toMatchObject([
      {
        ref: 'sub/gone.yaml',
        location: 'a.yaml',
        pointer: '/get/responses/200/content/a~1b/schema',
        why: 'there is no such file',
      },
      { ref: 'a.yaml#/nothing', location: 'openapi.yaml', pointer: '/paths/~1b', why: 'nothing found at this path' },
    ])
    expect(apiOf(JSON.stringify(document)).loose().remote.toSorted()).toEqual(['a.yaml#/nothing', 'sub/gone.yaml#'])
  })

  it('refuses parts that stand for billions of values, and circles of paths have an end', async () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [
        `${n}.yaml`,
        `{${Array.from({ length: 10 }, (__, k) => `k${k}: {$ref: ${n + 1}.yaml}`).join(', ')}}`,
      ]),
    )
    const files = { ...bomb, '9.yaml': 'end', 'openapi.yaml': 'openapi: 3.0.0\nx-bomb: { $ref: 0.yaml }\npaths: {}\n' }
    await expect(read(files)).rejects.toThrow('exceed 5,000,000 values or 20,000 references')
    const { problems } = await read({
      'openapi.yaml': 'openapi: 3.0.0\npaths: { /a: { $ref: a.yaml } }',
      'a.yaml': 'get: { responses: { default: { description: x } } }\nparameters: { $ref: a.yaml#/parameters }',
    })
    expect(problems).toMatchObject([{ ref: 'a.yaml#/parameters', why: 'nothing found at this path' }])
  })
})
