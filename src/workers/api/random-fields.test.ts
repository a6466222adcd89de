import { expect, it } from 'vitest'
import { readApi } from '#engine/api/api.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import { createManualClock, memorySecrets } from '#engine/ports/testing/index.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'
import { bodyValue, fillWithRandomData } from '#ui/steps/send-request/body/fill-random.ts'
import { randomFieldsOf } from './random-fields.ts'

const order = {
  type: 'object',
  required: ['sku', 'customer', 'lines'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
    state: { type: 'string', enum: ['open', 'paid', 'sent'] },
    kind: { const: 'order' },
    rush: { type: 'boolean' },
    customer: { $ref: '#/components/schemas/Customer' },
    lines: {
      type: 'array',
      items: {
        allOf: [
          { type: 'object', properties: { quantity: { type: 'integer', minimum: 1, maximum: 9 } } },
          {
            type: 'object',
            properties: { price: { type: 'number', exclusiveMinimum: 0, maximum: 5 }, size: { type: 'integer', enum: [1, 2] } },
          },
        ],
      },
    },
    contact: {
      oneOf: [
        { type: 'object', required: ['phone'], properties: { phone: { type: 'string' } } },
        { type: 'object', required: ['mail'], properties: { mail: { type: 'string', format: 'email' } } },
      ],
    },
    parent: { $ref: '#/components/schemas/Order' },
  },
}
const customer = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', maxLength: 6 },
    firstName: { type: 'string' },
    note: { type: ['string', 'null'], maxLength: 200 },
    born: { type: 'string', format: 'date' },
    reference: { type: 'string' },
  },
}
const api = readApi({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/orders': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        responses: {},
      },
    },
  },
  components: { schemas: { Order: order, Customer: customer } },
})
const request = { method: 'POST', url: 'http://server/orders' }
const body = `{
  "sku": "ABC-1234", "state": "open", "kind": "order", "rush": false,
  "customer": { "id": 7, "name": "Ann", "firstName": "Ann", "note": "x", "born": "1990-01-01", "reference": "\${ref}" },
  "lines": [{ "quantity": 2, "price": 1.5, "size": 1 }],
  "contact": { "mail": "a@b.de" },
  "parent": { "state": "paid" }
}`

it('[T5] fills a body by the schema of its operation, so that the API takes it whatever is drawn', async () => {
  const described = await randomFieldsOf(api, request, bodyValue(body))
  expect(described?.operation).toBe('POST /orders')
  const { text } = fillWithRandomData(body, described?.fields)
  expect(JSON.parse(text.replaceAll(/: (\$\{[^"]*?\})/g, ': "$1"'))).toEqual({
    sku: "${random.regex('^[A-Z]{3}-[0-9]{4}$')}",
    state: "${random.pick('open','paid','sent')}",
    kind: 'order',
    rush: '${random.boolean}',
    customer: {
      id: 7,
      name: '${random.alphanumeric(6)}',
      firstName: '${random.firstName}',
      note: '${random.sentence}',
      born: '${random.pastDate}',
      reference: '${ref}',
    },
    lines: [{ quantity: '${random.int(1,9)}', price: '${random.float(0.000001,5)}', size: 1 }],
    contact: { mail: '${random.email}' },
    parent: { state: "${random.pick('open','paid','sent')}" },
  })
  const schema = await prepareSchema(
    jsonSchemaOf({ ...order, properties: { ...order.properties, parent: true } }, 'request', api),
    { lenient: true },
  )
  const clock = createManualClock()
  const { signal } = new AbortController()
  for (let seed = 1; seed <= 30; seed++) {
    const project = [{ name: 'ref', value: 'r' }]
    const parts = { project, environment: undefined, seed, clock, secrets: memorySecrets(), redactor: createRedactor(), signal }
    const sent = await createRunScopes(parts).suite([]).case([]).resolve(text, { escape: 'json' })
    expect(schema.errors(JSON.parse(sent))).toEqual([])
  }
})

it('[T5] gives a body to a request that has none; what no operation has is filled by names as before', async () => {
  const described = await randomFieldsOf(api, request, bodyValue('{}'))
  expect(described?.example).toMatchObject({ sku: expect.stringMatching(/^[A-Z]{3}-\d{4}$/) })
  expect(await randomFieldsOf(api, { method: 'GET', url: 'http://server/orders' }, {})).toBeUndefined()
  expect(await randomFieldsOf(api, { method: 'POST', url: 'http://server/other' }, {})).toBeUndefined()
})
