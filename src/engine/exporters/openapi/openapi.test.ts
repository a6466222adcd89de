import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiOf } from '#engine/api/api.ts'
import { readProject } from '#engine/project/format/read.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { toOpenApi } from './openapi.ts'

const documentOf = (made: ReturnType<typeof toOpenApi>) =>
  JSON.parse(made.files[0]?.text ?? '') as Record<string, Record<string, Record<string, Record<string, unknown>>>>

// These documents were also judged by @readme/openapi-parser and @seriousme/openapi-schema-validator.
it('[X9] OpenAPI: operations, parameters, bodies and responses are inferred from requests and checks', () => {
  const made = toOpenApi(
    projectOf({
      name: 'Orders',
      environments: [
        {
          id: 'e',
          name: 'Local',
          variables: [
            { name: 'base', value: 'https://x.test/v1/' },
            { name: 'key', value: { secret: 'key' } },
          ],
        },
      ],
      suites: [
        {
          id: 's',
          name: 'Orders',
          cases: [
            {
              id: 'c',
              name: 'C',
              steps: [
                {
                  id: 'r',
                  kind: 'send-request',
                  name: 'Create an order',
                  method: 'POST',
                  url: '${base}/users/${user}/orders/42',
                  query: [{ name: 'dry', value: 'true' }],
                  headers: [
                    { name: 'Authorization', value: 'Bearer ${key}' },
                    { name: 'X-Tenant', value: 'hunter22' },
                  ],
                  body: { type: 'json', text: '{"sku":"${sku}","n":${count},"lines":[{"price":1.5},{"price":2}]}' },
                },
                {
                  id: 'a',
                  kind: 'assertion',
                  name: 'A',
                  checks: [
                    { source: 'status', is: 'equals', value: 201 },
                    { source: 'json', path: '$.items[0].id', is: 'is-type', value: 'string' },
                    { source: 'json', path: '$.total', is: 'equals', value: 3 },
                    { source: 'json', path: '$.tags', is: 'is-type', value: 'array' },
                    { source: 'body', is: 'matches-schema', value: { $ref: '#/definitions/a' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  )
  const document = documentOf(made)
  expect(document['servers']).toEqual([{ url: 'https://x.test/v1' }])
  expect(document['components']).toEqual({ securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } })
  expect(document['paths']).toEqual({
    '/users/{user}/orders/{id}': {
      post: {
        operationId: 'createAnOrder',
        summary: 'Create an order',
        tags: ['Orders'],
        parameters: [
          { name: 'user', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Tenant', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  sku: { type: 'string' },
                  n: {},
                  lines: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
                },
              },
            },
          },
        },
        security: [{ bearer: [] }],
        responses: {
          201: {
            description: 'A response.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
                    total: { type: 'integer' },
                    tags: { type: 'array', items: {} },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
  // Values of requests are not in it: one may be a credential.
  expect(made.files[0]?.text).not.toContain('hunter22')
})

it('[X9] OpenAPI: operations of the attached definition are taken from there, with the schemas that they need', () => {
  const read = readProject(readFileSync('examples/orders.aprj', 'utf8'))
  if (!read.ok) throw read.error
  const made = toOpenApi(read.value.project)
  const document = documentOf(made)
  expect(Object.keys(document['paths'] ?? {})).toEqual(['/orders', '/orders/{id}'])
  expect(document['paths']?.['/orders']?.['post']?.['operationId']).toBe('createOrder')
  expect(
    apiOf(made.files[0]?.text ?? '')
      .operation('createOrder')
      ?.responses.map(({ status }) => status),
  ).toContain('201')
})
