import { expect, it } from 'vitest'
import { readApi } from './api.ts'
import { describeOperation } from './describe-operation.ts'

it('shows an operation with its schemas as lines, circles once, and an example that fits', async () => {
  const api = readApi({
    openapi: '3.1.0',
    paths: {
      '/nodes': {
        post: {
          parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
          security: [{ oauth: ['write'], key: [] }, {}],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
          responses: { default: { description: 'any' } },
        },
      },
    },
    components: {
      schemas: {
        Node: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 2, maxLength: 5, description: 'Its name\nand more' },
            next: { $ref: '#/components/schemas/Node' },
            kinds: { type: 'array', items: { enum: ['a', 'b'] } },
          },
        },
      },
    },
  })
  const text = await describeOperation(api, 'POST /nodes')
  expect(text?.parameters).toMatchObject([{ name: 'size', in: 'query', required: false, type: 'integer 1 to 9' }])
  expect(text?.security).toEqual(['oauth (write) + key', ''])
  expect(text?.body?.contents[0]).toEqual({
    type: 'application/json',
    example: '{\n  "name": "text",\n  "kinds": [\n    "a"\n  ]\n}',
    rows: [
      { depth: 0, name: 'name', type: 'string 2 to 5 characters', required: true, note: 'Its name' },
      { depth: 0, name: 'next', type: 'object', required: false, note: '' },
      { depth: 0, name: 'kinds', type: 'array of "a" | "b"', required: false, note: '' },
    ],
  })
  expect(await describeOperation(api, 'GET /none')).toBeUndefined()
})
