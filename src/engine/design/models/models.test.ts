import { describe, expect, it } from 'vitest'
import { readApi } from '#engine/api/api.ts'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import { derive } from '../index.ts'
import type { DesignResult } from '../result.ts'
import {
  crudOf,
  modelOf,
  requestOf,
  shapeOfJson,
  shapeOfOperation,
  shapeOfRequest,
  shapeOfSchema,
  withStatus,
  type Shape,
} from './index.ts'

const order = {
  type: 'object',
  required: ['sku', 'quantity'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', readOnly: true },
    sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}$', example: 'ABC-12' },
    quantity: { type: 'integer', minimum: 1, maximum: 99 },
    price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.25 },
    shipping: { type: 'string', enum: ['post', 'courier'], nullable: true },
    note: { type: 'string', minLength: 2, maxLength: 10 },
    day: { type: 'string', format: 'date' },
    tags: {
      type: 'array',
      uniqueItems: true,
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['new', 'gift', 'bulk', 'test'] },
    },
    address: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, zip: { type: 'string', maxLength: 5 } },
    },
    lines: {
      type: 'array',
      items: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer', minimum: 0 } } },
    },
  },
}

const document = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  components: { schemas: { Order: order }, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/shops/{shop}/orders': {
      post: {
        operationId: 'createOrder',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'shop', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, example: 7 },
          { name: 'dry', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string', maxLength: 8 } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        responses: { 201: { description: '' }, 422: { description: '' }, 403: { description: '' } },
      },
    },
  },
}

const valuesOf = (shape: Shape, name: string): string[] =>
  (shape.slots.find((slot) => slot.name === name)?.values ?? []).map(
    ({ value, valid, rule }) => `${valid ? '' : '~'}${JSON.stringify(value)} ${rule}`,
  )

/** The bodies of all tests, held against the schema by the validator alone. */
async function misjudged(shape: Shape, { tests }: DesignResult, schema: Record<string, unknown>): Promise<string[]> {
  const prepared = await prepareSchema(schema)
  return tests.flatMap((test) => {
    const { body } = requestOf(shape, test)
    const isBody = test.valid || test.invalid?.startsWith('body') === true
    const fits = prepared.errors(body).length === 0
    return !isBody || fits === test.valid ? [] : [JSON.stringify([test.values, body])]
  })
}

it('[D2] a model of a POST has no id that its server gives, and ends later than it begins in every test', async () => {
  const day = { type: 'string', format: 'date' }
  const loan = { type: 'object', required: ['from', 'until'], properties: { id: { type: 'string' }, from: day, until: day } }
  const operation = (method: string) => ({
    [method]: { requestBody: { content: { 'application/json': { schema: loan } } }, responses: { 201: { description: '' } } },
  })
  const paths = { '/loans': operation('post'), '/loans/{id}': operation('put') }
  const api = readApi({ openapi: '3.0.3', info: { title: 'Loans' }, paths })
  const shape = await shapeOfOperation(api, 'POST /loans')
  expect(shape.slots.map(({ name }) => name)).toEqual(['body.from', 'body.until'])
  expect(shape.body?.value).toEqual({ from: '2026-01-31', until: '2099-12-31' })
  const valid = (name: string) =>
    shape.slots.find((slot) => slot.name === name)?.values.flatMap((one) => (one.valid ? [one.value] : []))
  expect([valid('body.from'), valid('body.until')]).toEqual([['2026-01-31'], ['2099-12-31']])
  const put = await shapeOfOperation(api, 'PUT /loans/{id}')
  expect(put.slots.map(({ name }) => name)).toContain('body.id')
})

describe('models of an operation', () => {
  const shape = shapeOfOperation(readApi(document), 'createOrder')

  it('[A4] one example that does not fit takes the others of its body with it no more', async () => {
    const shape = await shapeOfSchema({
      type: 'object',
      required: ['name', 'price'],
      properties: {
        name: { type: 'string', maxLength: 20, examples: ['Soup'] },
        price: { type: 'string', pattern: String.raw`^\d+\.\d{2}$`, examples: [4.99] },
      },
    })
    expect(valuesOf(shape, 'body.name')[0]).toBe('"Soup" example')
    const items = { type: 'object', properties: { price: { type: 'string', maxLength: 9, examples: [4.99] } } }
    const schema = {
      type: 'object',
      required: ['lines'],
      properties: { lines: { type: 'array', minItems: 1, maxItems: 40, items } },
    }
    const listed = await shapeOfSchema(schema)
    const result = await derive(modelOf(listed, { method: 'boundaries' }))
    expect(result.tests.map(({ values }) => values['body.lines'])).toContain('(40 items)')
    expect(await misjudged(listed, result, schema)).toEqual([])
    expect(valuesOf(shape, 'body.price')[0]).toMatch(/^"\d+\.\d\d"/)
  })

  it('[A4, D2] a pattern that is one repeated set of characters has the boundaries of its lengths', async () => {
    const lengths = async (pattern: string) => {
      const shape = await shapeOfOperation(
        readApi({
          openapi: '3.1.0',
          info: { title: 'Stores', version: '1' },
          paths: {
            '/stores': {
              get: {
                operationId: 'findStores',
                parameters: [{ name: 'name', in: 'query', required: true, schema: { type: 'string', pattern } }],
                responses: { 200: { description: 'ok' } },
              },
            },
          },
        }),
        'findStores',
      )
      const { tests } = await derive(modelOf(shape, { method: 'boundaries' }))
      return tests.map(({ values, valid }) => `${String(values['query.name']).length}${valid ? '' : '!'}`).toSorted()
    }
    expect(await lengths('^[a-z0-9-]{3,64}$')).toEqual(['0!', '2!', '3', '64', '65!'])
    await expect(lengths('^[A-Z]{2,3}-[0-9]{4}$')).rejects.toThrow()
  })

  it('[A4, D2] a body without limits has boundaries too: nothing at all, and the ends of int32; all else keeps its example', async () => {
    const schema = {
      type: 'object',
      required: ['currency', 'title', 'tags', 'count'],
      properties: {
        currency: { type: 'string', minLength: 3, maxLength: 3, examples: ['EUR'] },
        title: { type: 'string', examples: ['Mermaids'] },
        tags: { type: 'array', uniqueItems: true, items: { type: 'string' }, examples: [['a', 'b']] },
        count: { type: 'integer', format: 'int32' },
        total: { type: 'integer', format: 'int64' },
      },
    }
    const shape = await shapeOfSchema(schema)
    const result = await derive(modelOf(shape, { method: 'boundaries' }))
    const seen = (name: string) => [...new Set(result.tests.map(({ values }) => values[name]))]
    expect(seen('body.title')).toEqual(['Mermaids', ''])
    expect(seen('body.tags')).toEqual(['["a","b"]', '(0 items)'])
    expect(seen('body.count')).toEqual([expect.any(Number), -2_147_483_648, 2_147_483_647])
    expect(seen('body.total')).toHaveLength(1)
    expect(seen('body.currency')).toEqual(['', 'te', 'EUR', 'text'])
    expect(await misjudged(shape, result, schema)).toEqual([])
  })

  it('[A4] null is a valid value where only an alternative is null, as Pydantic writes it', async () => {
    const place = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }
    const schema = {
      type: 'object',
      properties: {
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        kind: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
        unit: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
        place: { anyOf: [place, { type: 'null' }] },
        size: { type: 'integer' },
      },
    }
    const shape = await shapeOfSchema(schema)
    for (const name of ['note', 'kind', 'unit', 'place']) expect(valuesOf(shape, `body.${name}`), name).toContain('null nullable')
    expect(valuesOf(shape, 'body.size')).toContain('~null type')
    for (const method of ['combinations', 'partitions'] as const)
      expect(await misjudged(shape, await derive(modelOf(shape, { method })), schema)).toEqual([])
  })

  it('[A4] form fields are texts, an empty list among texts is omitted, and items of a list are kept unchanged', async () => {
    const item = { type: 'object', required: ['size'], properties: { size: { type: 'integer', maximum: 9 } } }
    const list = { type: 'array', items: item }
    const api = readApi({
      openapi: '3.0.3',
      info: { title: 'x', version: '1' },
      paths: {
        '/search': {
          post: {
            operationId: 'search',
            parameters: [{ name: 'tag', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' } } }],
            requestBody: {
              content: {
                'application/x-www-form-urlencoded': {
                  schema: { type: 'object', properties: { title: { type: 'string' }, rows: { type: 'integer', minimum: 1 } } },
                },
              },
            },
            responses: { 200: { description: '' } },
          },
        },
        '/many': {
          post: {
            operationId: 'many',
            requestBody: { required: true, content: { 'application/json': { schema: list } } },
            responses: { 200: { description: '' }, 400: { description: '' } },
          },
        },
      },
    })
    const form = await shapeOfOperation(api, 'search')
    // `12345` and `null` are texts as well.
    expect(valuesOf(form, 'body.title')).toEqual(['"text" example', '"(absent)" optional'])
    expect(valuesOf(form, 'body.rows')).toEqual(['1 example', '~0 minimum', '~1.5 type', '~"text" type', '"(absent)" optional'])
    expect(valuesOf(form, 'query.tag').join()).not.toContain('(0 items)')

    const many = await shapeOfOperation(api, 'many')
    for (const method of ['partitions', 'combinations'] as const) {
      const result = await derive(modelOf(many, { method, strength: 1 }))
      expect(result.tests.filter(({ valid }) => !valid).length).toBeGreaterThan(2)
      expect(await misjudged(many, result, list)).toEqual([])
    }
  })

  it('[A4] lists stay empty, full of different items, or wrong, whatever their first item is given', async () => {
    const kind = { type: 'string', enum: ['file', 'link'] }
    const items = { type: 'object', required: ['kind'], properties: { kind, note: { type: 'string' } } }
    const unique = { type: 'array', uniqueItems: true, minItems: 1, maxItems: 25, items }
    const limit = { type: 'integer', minimum: 1 }
    const schema = { type: 'object', required: ['items', 'limit'], properties: { items: unique, limit } }
    const empty = { type: 'array', items, example: [] }
    for (const whole of [schema, empty]) {
      const shape = await shapeOfSchema(whole)
      for (const method of ['partitions', 'combinations', 'boundaries'] as const) {
        if (whole === empty && method === 'boundaries') continue
        const result = await derive(modelOf(shape, { method }))
        expect(await misjudged(shape, result, whole)).toEqual([])
      }
    }
  })

  it('[A4] what a path names is there or is not, where the operation says what it answers then', async () => {
    const get = (schema: object, example: unknown, responses: object) => ({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets/{pet}': {
          get: { operationId: 'getPet', parameters: [{ name: 'pet', in: 'path', required: true, schema, example }], responses },
        },
      },
    })
    const found = { 200: { description: '' }, 404: { description: '' } }
    const of = (...given: Parameters<typeof get>) => shapeOfOperation(readApi(get(...given)), 'getPet')
    const text = await of({ type: 'string' }, 'rex', found)
    expect(valuesOf(text, 'path.pet')).toEqual(['"rex" example', '~"no-such-name" unknown'])
    const { tests } = withStatus(await derive(modelOf(text)), text)
    expect(tests.map(({ values, expected }) => [values['path.pet'], expected?.['status']])).toEqual([
      ['rex', '200'],
      ['no-such-name', '404'],
    ])
    const uuid = await of({ type: 'string', format: 'uuid' }, '7c83a81b-b302-4d1c-9898-bc65013e42cf', found)
    expect(valuesOf(uuid, 'path.pet')).toContain('~"00000000-0000-4000-8000-000000000000" unknown')
    const number = await of({ type: 'integer', minimum: 1, maximum: 5000 }, 7, found)
    expect(valuesOf(number, 'path.pet').slice(0, 3)).toEqual(['7 example', '~999 unknown', '~0 minimum'])
    expect(valuesOf(await of({ enum: ['cat', 'dog'] }, undefined, found), 'path.pet').join()).not.toContain('unknown')
    expect(valuesOf(await of({ type: 'string' }, 'rex', { 200: { description: '' } }), 'path.pet').join()).not.toContain(
      'unknown',
    )
  })

  it('[A4] values by keyword, each with the keyword that it obeys or breaks', async () => {
    const made = await shape
    expect(made.slots.map(({ name }) => name)).toEqual([
      'path.shop',
      'query.dry',
      'header.X-Trace',
      'body.sku',
      'body.quantity',
      'body.price',
      'body.shipping',
      'body.note',
      'body.day',
      'body.tags',
      'body.address',
      'body.address.city',
      'body.address.zip',
      'body.lines',
      'body.lines.0.amount',
      'body.unknownField',
      'token',
    ])
    expect(valuesOf(made, 'path.shop')).toEqual(['7 example', '1 type', '~0 minimum', '~1.5 type', '~"text" type'])
    expect(valuesOf(made, 'body.quantity')).toEqual([
      '1 example',
      '99 maximum',
      '~0 minimum',
      '~100 maximum',
      '~null type',
      '~1.5 type',
      '~"text" type',
      '~"(missing)" required',
    ])
    expect(valuesOf(made, 'body.price')).toContain('~0 exclusiveMinimum')
    expect(valuesOf(made, 'body.price')).toContain('0.25 exclusiveMinimum')
    expect(valuesOf(made, 'body.price')).toContain('~0.375 multipleOf')
    expect(valuesOf(made, 'body.shipping')).toEqual([
      '"post" example',
      '"courier" enum',
      'null enum',
      '~"postx" enum',
      '"(absent)" optional',
    ])
    expect(valuesOf(made, 'body.note').filter((one) => one.includes('Length'))).toEqual([
      '"te" minLength',
      '"textxxxxxx" maxLength',
      '~"t" minLength',
      '~"textxxxxxxx" maxLength',
    ])
    expect(valuesOf(made, 'body.day')).toContain('~"2026-02-30" format')
    expect(valuesOf(made, 'body.sku').filter((one) => one.includes('pattern'))).toHaveLength(1)
    expect(valuesOf(made, 'body.tags').filter((one) => one.startsWith('~'))).toEqual([
      '~"(0 items)" minItems',
      '~"(4 items)" maxItems',
      '~"[\\"new\\",\\"new\\"]" uniqueItems',
      '~"[\\"newx\\"]" items',
      '~null type',
      '~"text" type',
    ])
    expect(valuesOf(made, 'body.unknownField')).toEqual(['"(absent)" optional', '~"(present)" additionalProperties'])
    expect(valuesOf(made, 'token')).toEqual([
      '"valid" security',
      '~"none" security',
      '~"wrong" security',
      '~"forbidden" security',
    ])
  })

  it.each(['combinations', 'partitions', 'boundaries'] as const)(
    '[A4] %s: every valid test fits the schema and every invalid one does not, as the validator says; status by what is wrong',
    async (method) => {
      const made = await shape
      const result = withStatus(await derive(modelOf(made, { method })), made)
      expect(result.coverage.exercised).toBe(result.coverage.feasible)
      expect(await misjudged(made, result, { ...made.body?.schema })).toEqual([])
      const statuses = new Map(result.tests.map((test) => [test.invalid?.split('.')[0], test.expected?.['status']]))
      expect(statuses.get(undefined)).toBe('201')
      expect(statuses.get('body')).toBe('422')
      if (method !== 'boundaries') expect(['401', '403']).toContain(statuses.get('token'))
    },
  )

  it('[A4] the values of an MC/DC test go where their names are, also without a place; unknown names are reported', async () => {
    const inputs = { shop: 'x', 'address.city': 'Oslo', nobody: 1 }
    const sent = requestOf(await shape, { values: { 'shop = "x"': true }, inputs, valid: true, covers: [] })
    expect(sent).toMatchObject({ path: '/shops/x/orders', body: { address: { city: 'Oslo' } }, unplaced: ['nobody'] })
  })

  it('[A4] sends escaped path segments, no omitted values, lists of the given size, nothing inside an absent object', async () => {
    const made = await shape
    const sent = (values: Record<string, string | number>) => requestOf(made, { values, valid: true, covers: [] })
    const { path, query, headers, body } = sent({
      'path.shop': 'a/b',
      'query.dry': '(absent)',
      'header.X-Trace': 'x',
      'body.lines': '(2 items)',
      'body.lines.0.amount': 5,
      'body.address': '(absent)',
      'body.address.city': 'Rome',
    })
    expect({ path, query, headers }).toEqual({
      path: '/shops/a%2Fb/orders',
      query: [],
      headers: [{ name: 'X-Trace', value: 'x' }],
    })
    expect(body).toMatchObject({ lines: [{ amount: 5 }, { amount: 1 }] })
    expect(body).not.toHaveProperty('address')
    expect(sent({ 'body.sku': '(missing)' }).body).not.toHaveProperty('sku')
    expect(sent({ 'body.tags': '["gift"]' }).body).toMatchObject({ tags: ['gift'] })
  })

  it("[A4] an optional body of a GET isn't a parameter", async () => {
    const bodyOf = async (required: boolean) => {
      const content = { 'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } } }
      const get = { operationId: 'find', requestBody: { required, content }, responses: { '200': { description: 'ok' } } }
      const { body } = await shapeOfOperation(
        readApi({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths: { '/a': { get } } }),
        'find',
      )
      return body?.type
    }
    expect([await bodyOf(false), await bodyOf(true)]).toEqual([undefined, 'application/json'])
  })

  it('[A4] a name that is not there, and a schema that contradicts itself, in words with the keywords in conflict', async () => {
    await expect(shapeOfOperation(readApi(document), 'createOrdr')).rejects.toThrow(
      'no operation "createOrdr". Did you mean "createOrder"?',
    )
    const conflict = (part: object) => shapeOfSchema({ type: 'object', required: ['a'], properties: { a: part } })
    await expect(conflict({ type: 'integer', minimum: 10, maximum: 5, multipleOf: 1 })).rejects.toThrow(
      'No value of "body.a" can fit minimum 10, maximum 5.',
    )
    await expect(conflict({ type: 'string', pattern: '^[a-z]{5}$', maxLength: 3, minLength: 1 })).rejects.toThrow(
      'maxLength 3, pattern ^[a-z]{5}$'.split(', ')[0] ?? '',
    )
    await expect(conflict({ type: 'string', pattern: '^[a-z]{5}$', enum: ['no'] })).rejects.toThrow('enum ["no"]')
    const optional = await shapeOfSchema({
      type: 'object',
      properties: { a: { type: 'integer', minimum: 2, maximum: 1 }, b: { type: 'integer' } },
    })
    expect(optional.notes.join()).toContain('"body.a" is omitted: no value was found that satisfies minimum 2, maximum 1')
    expect(optional.slots.map(({ name }) => name)).toEqual(['body.b'])
  })

  it('[A4] circles of references end, alternatives become whole values, names of any kind stay data', async () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' }, __proto__x: { type: 'integer' } },
    }
    const nothing = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    await expect(shapeOfSchema(nothing)).rejects.toThrow('Define one of these schemas: #/$defs/a to #/$defs/b to #/$defs/a')
    const circle = await shapeOfSchema({ $ref: '#/$defs/node', $defs: { node } })
    expect(circle.slots.length).toBeLessThan(20)
    const either = await shapeOfSchema({
      type: 'object',
      required: ['pay'],
      properties: {
        pay: {
          oneOf: [
            { type: 'object', required: ['card'], properties: { card: { type: 'string' } } },
            { type: 'object', required: ['iban'], properties: { iban: { type: 'string' } } },
          ],
        },
      },
    })
    expect(valuesOf(either, 'body.pay').slice(0, 2)).toEqual([
      '"{\\"card\\":\\"text\\"}" oneOf',
      '"{\\"iban\\":\\"text\\"}" oneOf',
    ])
    const odd = await shapeOfSchema({
      type: 'object',
      required: ['a]b', 'a[b'],
      properties: { 'a]b': { type: 'integer' }, 'a[b': { type: 'integer' } },
    })
    expect(odd.slots.map(({ name }) => name)).toEqual(['body.a_b', 'body.a_b_'])
    expect(requestOf(odd, { values: { 'body.a_b': 3, 'body.a_b_': 4 }, valid: true, covers: [] }).body).toEqual({
      'a]b': 3,
      'a[b': 4,
    })
  })
})

describe('alternatives', () => {
  const card = {
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { const: 'card' }, number: { type: 'string', pattern: '^[0-9]{4}$' } },
  }
  const transfer = {
    type: 'object',
    required: ['kind', 'iban'],
    properties: { kind: { const: 'transfer' }, iban: { type: 'string', minLength: 5 } },
  }
  const schema = {
    type: 'object',
    required: ['pay', 'size'],
    properties: {
      pay: { oneOf: [card, transfer] },
      size: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { enum: ['small', 'large'] }] },
    },
  }

  it('[A4] each is missed by one keyword at a time, and what fits another one by that is left out', async () => {
    const shape = await shapeOfSchema(schema)
    expect(valuesOf(shape, 'body.pay').map((one) => one.replaceAll('\\', ''))).toEqual([
      '"{"kind":"card","number":"1111"}" oneOf',
      '"{"kind":"transfer","iban":"textx"}" oneOf',
      '~"{"number":"1111"}" oneOf: kind required',
      '~"{"kind":"card"}" oneOf: number required',
      '~"{"kind":"cardx","number":"1111"}" oneOf: kind const',
      '~"{"kind":"card","number":"111!"}" oneOf: number pattern',
      '~"{"kind":"card","number":null}" oneOf: number type',
      '~"{"iban":"textx"}" oneOf: kind required',
      '~"{"kind":"transfer"}" oneOf: iban required',
      '~"{"kind":"transferx","iban":"textx"}" oneOf: kind const',
      '~"{"kind":"transfer","iban":"text"}" oneOf: iban minLength',
      '~"{"kind":"transfer","iban":null}" oneOf: iban type',
      '~"text" type',
      '~"(missing)" required',
    ])
    const sizes = valuesOf(shape, 'body.size')
    expect(sizes).toEqual(expect.arrayContaining(['~0 oneOf: minimum', '~10 oneOf: maximum', '~"smallx" oneOf: enum']))
    // Of what is open in one alternative nothing is wrong in the other.
    const loose = await shapeOfSchema({
      anyOf: [
        { type: 'integer', minimum: 5 },
        { type: 'integer', multipleOf: 2 },
      ],
    })
    expect(valuesOf(loose, 'body').filter((one) => one.startsWith('~'))).not.toContain('~4 oneOf: minimum')
  })

  it('[A4] tests with alternatives fit the schema where they are valid, and only there, as the validator says', async () => {
    const shape = await shapeOfSchema(schema)
    for (const method of ['combinations', 'partitions'] as const) {
      const result = await derive(modelOf(shape, { method }))
      expect(result.tests.filter(({ invalid }) => invalid === 'body.pay').length).toBeGreaterThanOrEqual(10)
      expect(await misjudged(shape, result, schema)).toEqual([])
    }
  })
})

describe('guesses, random values and lives', () => {
  it('[D11] guesses about an operation: raw texts for what no JSON value says, nothing may break', async () => {
    const shape = await shapeOfOperation(readApi(document), 'createOrder')
    const { tests } = withStatus(await derive(modelOf(shape, { method: 'error-guessing' })), shape)
    const sent = new Map(tests.map((test) => [test.covers[0], requestOf(shape, test)]))
    expect(sent.get('r.duplicate-key')?.bodyText).toMatch(/^\{"sku":"ABC-12","sku":"ABC-12",/)
    expect(() => JSON.parse(sent.get('r.broken-json')?.bodyText ?? '') as unknown).toThrow()
    expect(sent.get('r.wrong-content-type')?.bodyType).toBe('text/plain')
    expect(sent.get('r.unknown-field')?.body).toHaveProperty('unknownField')
    expect(new Set(tests.map(({ expected }) => expected?.['status']))).toEqual(new Set(['<500']))
    // NUL can't be sent in a path or a header.
    for (const { path, headers } of sent.values()) expect(`${path}${JSON.stringify(headers)}`).not.toContain('u0000')
  })

  it('[D11] random requests of an operation fit its schema', async () => {
    const shape = await shapeOfOperation(readApi(document), 'createOrder')
    const result = withStatus(await derive(modelOf(shape, { method: 'random' })), shape)
    expect(result.tests.length).toBe(20)
    expect(await misjudged(shape, result, { ...shape.body?.schema })).toEqual([])
  })

  it('[D9] the life of a resource, by the operations at its collection and at its own path', () => {
    const operation = (id: string, status: number) => ({
      operationId: id,
      responses: { [status]: { description: '' }, 409: { description: '' } },
    })
    const api = readApi({
      openapi: '3.0.0',
      paths: {
        '/shops/{shop}/orders': { get: operation('list', 200), post: operation('create', 201) },
        '/shops/{shop}/orders/{order}': {
          get: operation('read', 200),
          patch: operation('change', 200),
          delete: operation('remove', 204),
        },
        '/shops/{shop}/orders/{order}/lines': { get: operation('lines', 200) },
        '/sessions': { post: operation('signIn', 200) },
      },
    })
    const wanted = [
      { kind: 'create', name: 'create', status: '201' },
      { kind: 'read', name: 'read', status: '200' },
      { kind: 'update', name: 'change', status: '200' },
      { kind: 'delete', name: 'remove', status: '204' },
    ]
    for (const key of ['create', 'read', 'remove'])
      expect(crudOf(api, key)).toMatchObject({ resource: 'orders', operations: wanted, unique: true })
    expect(crudOf(api, 'lines')).toBeUndefined()
    expect(crudOf(api, 'signIn')).toBeUndefined()
    expect(crudOf(api, 'nothing')).toBeUndefined()
  })
})

describe('models of examples', () => {
  it('[A4] a JSON body: types and formats of its values, and a note of what can not be told', async () => {
    const shape = await shapeOfJson({ name: 'Rex', born: '2020-05-06', tags: ['a'], owner: { mail: 'a@b.cd' }, weight: 1.5 })
    expect(shape.slots.map(({ name }) => name)).toEqual([
      'body.name',
      'body.born',
      'body.tags',
      'body.owner',
      'body.owner.mail',
      'body.weight',
    ])
    expect(valuesOf(shape, 'body.born')).toContain('~"2026-02-30" format')
    expect(shape.notes.join()).toContain('is based on one example')
    const result = await derive(modelOf(shape))
    expect(result.coverage.exercised).toBe(result.coverage.feasible)
    expect(requestOf(shape, result.tests[0] ?? { values: {}, valid: true, covers: [] }).body).toHaveProperty('owner')
  })

  it('[A4] a request of the project: query, headers and body; credentials only if the request has some', async () => {
    const shape = await shapeOfRequest({
      method: 'POST',
      path: '/pets',
      query: [{ name: 'page', value: '2' }],
      headers: [
        { name: 'Authorization', value: 'Bearer ${token}' },
        { name: 'X-A', value: 'b' },
      ],
      body: { name: 'Rex' },
    })
    expect(shape.slots.map(({ name }) => name)).toEqual(['query.page', 'header.X-A', 'body.name', 'token'])
    expect(valuesOf(shape, 'query.page')).toEqual(['2 example', '1 type', '~1.5 type', '~"text" type', '"(absent)" optional'])
  })
})
