import { describe, expect, it } from 'vitest'
import { parseApi } from '#engine/api/document.ts'
import { judge } from '#engine/checks/index.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { compiledPath } from '#engine/extractors/json-path.ts'
import { Conversation, newCase, stepsOf } from '../testing/conversation.ts'

const item = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    price: { type: 'number' },
    created_at: { type: 'string' },
    dimmed: { type: 'boolean' },
  },
}
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const page = { type: 'object', properties: { total: { type: 'integer' }, data: { type: 'array', items: item } } }
const account = { type: 'object', properties: { email: { type: 'string', format: 'email' }, password: { type: 'string' } } }
const one = [{ name: 'lampId', in: 'path', required: true, schema: { type: 'integer' } }]

/** Lamps by pages, shops as they are. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Lamps', version: '1' },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/lamps': {
      get: { summary: 'List lamps', responses: { 200: json(page) } },
      post: {
        summary: 'Create a lamp',
        requestBody: { content: { 'application/json': { schema: item } } },
        responses: { 201: json(item) },
      },
    },
    '/lamps/{lampId}': {
      get: { parameters: one, responses: { 200: json(item), 404: { description: '' } } },
      put: {
        parameters: one,
        requestBody: { content: { 'application/json': { schema: item } } },
        responses: { 200: json(item) },
      },
      delete: { parameters: one, responses: { 204: { description: '' } } },
    },
    '/register': { post: { requestBody: json(account), responses: { 201: { description: '' } } } },
    '/login': {
      post: { requestBody: json(account), responses: { 200: json({ type: 'object', properties: { jwt: { type: 'string' } } }) } },
    },
    '/orders': { get: { security: [{ bearer: [] }], responses: { 200: json({ type: 'array', items: item }) } } },
    '/lamps/{lampId}/bulbs': {
      parameters: one,
      get: { responses: { 200: json({ type: 'array', items: item }) } },
      post: { requestBody: json(account), responses: { 201: json(item) } },
    },
    '/couches': {
      get: {
        parameters: [
          { name: 'sort_by', in: 'query', schema: { enum: ['name', 'price'] } },
          { name: 'order', in: 'query', schema: { enum: ['asc', 'desc'] } },
        ],
        responses: { 200: json({ type: 'array', items: item }) },
      },
    },
    '/shops': { get: { summary: 'List shops', responses: { 200: json({ type: 'array', items: item }) } } },
  },
}

async function made(text: string): Promise<Case> {
  let count = 0
  const newId = (): string => `l${++count}`
  const parsed = await parseApi(new TextEncoder().encode(JSON.stringify(document)), 'api.json')
  if (!parsed.ok) throw new Error(parsed.error.message)
  const project: Project = {
    ...emptyProject(newId(), 'Lamps'),
    apis: [{ id: newId(), name: 'Lamps', description: '', document: parsed.value.text }],
  }
  const talk = new Conversation([project])
  const turn = await talk.say(text)
  expect([turn.kind, turn.text], text).toEqual(['proposal', expect.any(String)])
  const found = newCase(project, talk.apply(turn))
  if (!found) throw new Error('no case')
  return found
}

/** Whether the checks of the answer's JSON hold of a body, as a run judges them; templates have these values. */
async function holds(found: Case, body: unknown, values: Record<string, unknown> = {}): Promise<boolean> {
  const assertion = found.steps.findLast(isAssertionStep)
  let all = true
  let judged = 0
  for (const check of assertion?.checks ?? []) {
    if (check.source !== 'json') continue
    const matches = (await compiledPath(check.path ?? '$'))(body)
    const value: unknown = JSON.parse(
      JSON.stringify(check.value ?? null).replace(/"\$\{(\w+)\}"/g, (_, name: string) => JSON.stringify(values[name])),
    )
    const verdict = await judge({ is: check.is, not: check.not, value }, matches.length > 1 ? matches : matches[0])
    judged++
    all &&= verdict.holds
  }
  expect(judged).toBeGreaterThan(0)
  return all
}

const lamps = (...prices: (number | undefined)[]) => ({
  data: prices.map((price, at) => ({ id: at + 1, name: 'a', ...(price === undefined ? {} : { price }) })),
})

const dimmed = (...flags: boolean[]) => ({ data: flags.map((flag) => ({ dimmed: flag })) })

describe('[A1] what is said of a list', () => {
  it.each([
    ['at least 2 lamps', lamps(1, 2), lamps(1)],
    ['list lamps, there should be at most 2 items', lamps(1, 2), lamps(1, 2, 3)],
    ['the list of lamps has exactly 2 entries', lamps(1, 2), lamps(1)],
    ['check that the list of lamps is not empty', lamps(1), lamps()],
    ['every lamp has a price', lamps(1, 2), lamps(1, undefined)],
    ['every lamp has a price greater than 0', lamps(1, 2), lamps(1, 0)],
    ['list lamps and check each one has an id and a price', lamps(3), lamps(undefined)],
    ['lamps list not empty', lamps(1), lamps()],
    ['list lamps, every one is dimmed', dimmed(true), dimmed(false)],
    ['lamps are sorted by price', lamps(1, 2, 2, 3), lamps(1, 3, 2)],
    ['check that lamps are sorted by price descending', lamps(3, 2, 1), lamps(3, 1, 2)],
    ['jede Lampe der Liste lamps hat einen price', lamps(1), lamps(undefined)],
    ["vérifie que la liste des lamps n'est pas vide", lamps(1), lamps()],
    ['la lista de lamps tiene al menos 2 elementos', lamps(1, 2), lamps(1)],
    ['lamps 至少 2 条记录', lamps(1, 2), lamps(1)],
  ])('%s', async (text, right, wrong) => {
    const found = await made(text)
    expect(stepsOf(found)[0]).toBe('GET ${baseUrl}/lamps')
    expect([await holds(found, right), await holds(found, wrong)]).toEqual([true, false])
  })

  it('looks in the list for what was made, by its identifier', async () => {
    const found = await made('create a lamp and check that it is in the list')
    expect(stepsOf(found).filter((step) => !step.startsWith('assertion'))).toEqual([
      'POST ${baseUrl}/lamps',
      'transfer $.id -> lampId',
      'GET ${baseUrl}/lamps',
    ])
    expect(await holds(found, lamps(1, 2), { lampId: 2 })).toBe(true)
    expect(await holds(found, lamps(1, 2), { lampId: 3 })).toBe(false)
  })

  it('takes a list that is the whole answer', async () => {
    const found = await made('every shop has a name')
    expect(await holds(found, [{ name: 'x' }])).toBe(true)
    expect(await holds(found, [{ id: 1 }])).toBe(false)
  })

  it('[A1] asks for a list that is refused no list', async () => {
    const found = await made('create a lamp with name "x" and price 3, then delete it')
    expect(stepsOf(found)[0]).toBe('POST ${baseUrl}/lamps')
  })
})

describe('[A1] what a case hands on', () => {
  it.each([
    'create a lamp, read it, the price must match',
    'update the price of a lamp and check the new price',
    'create a lamp with price 7, read it back and check that the price is the same',
  ])('looks whether what was sent is there: %s', async (text) => {
    const found = await made(text)
    const checks = found.steps.findLast(isAssertionStep)?.checks ?? []
    expect(stepsOf(found).findLast((step) => step.startsWith('GET'))).toBe('GET ${baseUrl}/lamps/${lampId}')
    const sent = found.steps.findLast((step) => 'body' in step && step.body.type === 'json')
    const body: { price?: unknown } =
      sent && 'body' in sent && sent.body.type === 'json' ? (JSON.parse(sent.body.text) as object) : {}
    expect(body.price).toBeDefined()
    expect(checks.find(({ path }) => path === '$.price')).toMatchObject({ is: 'equals', value: body.price })
  })

  it('registers, signs in as the same, and goes on with the token of the answer', async () => {
    const found = await made('register, log in and list my orders')
    expect(stepsOf(found).filter((step) => !step.startsWith('assertion'))).toEqual([
      'POST ${baseUrl}/register',
      'POST ${baseUrl}/login',
      'transfer $.jwt -> session_token',
      'GET ${baseUrl}/orders',
    ])
    const [register, login, orders] = found.steps.flatMap((step) => ('method' in step ? [step] : []))
    expect(login?.body).toEqual(register?.body)
    expect(orders?.headers).toEqual([expect.objectContaining({ name: 'Authorization', value: 'Bearer ${session_token}' })])
  })

  it('is looked for by the identifier of what was made in it, not of what it belongs to', async () => {
    const found = await made('add a bulb to a lamp and check that it is in the list of bulbs')
    expect(JSON.stringify(found.steps.at(-1))).toContain('bulb_id')
    expect(await holds(found, [{ id: 7 }], { lampId: 1, bulb_id: 7 })).toBe(true)
  })

  it('has nothing any more of what was deleted, and is asked for in an order where the API has parameters for it', async () => {
    const found = await made('create a lamp, delete it, it is no longer in the list')
    expect(stepsOf(found).filter((step) => step.startsWith('GET'))).toEqual(['GET ${baseUrl}/lamps'])
    const request = (await made('couches sorted by price, descending')).steps[0]
    expect(request).toMatchObject({
      query: [
        { name: 'sort_by', value: 'price' },
        { name: 'order', value: 'desc' },
      ],
    })
  })
})
