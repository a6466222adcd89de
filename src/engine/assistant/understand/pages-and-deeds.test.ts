import { beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '#engine/importers/run-import.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import { Conversation, newCase } from '../testing/conversation.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }
const day = { type: 'string', format: 'date' }
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const listOf = (items: object) => ({ type: 'array', items })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object, ...statuses: number[]) =>
  Object.fromEntries(statuses.map((status, at) => [status, { description: '', ...(at === 0 ? json(schema) : {}) }]))
const query = (...fields: [name: string, schema: object][]) => fields.map(([name, schema]) => ({ name, in: 'query', schema }))
const id = { name: 'id', in: 'path', required: true, schema: text }

const book = object({ id: text, title: text, author: text, dueDate: day })
const user = object({
  id: text,
  name: text,
  email: text,
  password: text,
  role: { type: 'string', enum: ['recruiter', 'candidate'] },
})
const job = object({ id: text, title: text, salary: { type: 'integer', minimum: 1000 } })
const product = object({ id: text, name: text, quantity: whole, weight: whole })
const secured = [{ bearer: [] }]
const page = object({ data: listOf(user), pagination: object({ next_cursor: text, has_more: { type: 'boolean' } }) })

/** Lists by number, by cursor and by offset; deeds at the end of paths; verbs that cases and steps have too. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Reading room', version: '1' },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/login': {
      post: {
        summary: 'Log in',
        requestBody: json(object({ email: text, password: text })),
        responses: answers(object({ token: text }), 200, 401),
      },
    },
    '/users': {
      get: { summary: 'List users', parameters: query(['cursor', text], ['limit', whole]), responses: answers(page, 200) },
      post: { summary: 'Create user', requestBody: json(user), responses: answers(user, 201) },
    },
    '/users/me': { get: { summary: 'Get current user', responses: answers(user, 200) } },
    '/users/me/favorites': { get: { summary: 'List my favorites', responses: answers(listOf(object({ bookId: text })), 200) } },
    '/users/{id}': { parameters: [id], get: { summary: 'Get user', responses: answers(user, 200) } },
    '/users/{id}/deactivate': { parameters: [id], post: { summary: 'Deactivate user', responses: answers(user, 200) } },
    '/roles/assign': {
      post: {
        summary: 'Assign role to user',
        requestBody: json(object({ user_id: text, role: text })),
        responses: answers(object({}), 200),
      },
    },
    '/books': {
      get: {
        summary: 'List books',
        parameters: query(['page', whole], ['per_page', whole]),
        responses: answers(listOf(book), 200),
      },
      post: { summary: 'Create a book', requestBody: json(book), responses: answers(book, 201, 400) },
    },
    '/books/{id}': { parameters: [id], get: { summary: 'Get a book', responses: answers(book, 200, 404) } },
    '/books/{id}/favorite': {
      parameters: [id],
      post: { summary: 'Toggle favorite status', responses: answers(object({}), 200) },
    },
    '/loans': {
      get: {
        summary: 'List loans',
        parameters: query(['offset', whole], ['limit', whole]),
        responses: answers(listOf(object({ id: text })), 200),
      },
    },
    '/jobs/': { get: { operationId: 'jobs_list', responses: answers(listOf(job), 200) } },
    '/jobs/create/': {
      post: {
        operationId: 'jobs_create_create',
        security: secured,
        requestBody: json(job),
        responses: answers(job, 201, 400, 403),
      },
    },
    '/jobs/{id}/': {
      parameters: [id],
      get: { operationId: 'jobs_retrieve', security: secured, responses: answers(job, 200, 404) },
    },
    '/jobs/{id}/apply/': {
      parameters: [id],
      post: { operationId: 'jobs_apply_create', responses: answers(object({}), 200, 400) },
    },
    '/jobs/{id}/delete/': {
      parameters: [id],
      delete: { operationId: 'jobs_delete_destroy', responses: { 204: { description: '' } } },
    },
    '/matches/{matchId}/messages': {
      parameters: [{ name: 'matchId', in: 'path', required: true, schema: text }],
      get: { summary: 'List messages', responses: answers(listOf(object({ id: text, text })), 200) },
      post: {
        summary: 'Send a message',
        requestBody: json(object({ text })),
        responses: answers(object({ id: text, text }), 201),
      },
    },
    '/products/show': {
      get: {
        summary: 'products',
        parameters: query(['state', { anyOf: [{ type: 'string', enum: ['lost', 'found'] }, { type: 'null' }] }]),
        responses: answers(listOf(product), 200),
      },
    },
    '/planets': {
      get: { summary: 'List planets', responses: answers(listOf(product), 200) },
      post: { summary: 'Create planet', requestBody: json(product), responses: answers(product, 201) },
    },
    '/planets/{id}': {
      parameters: [id],
      get: { summary: 'Get planet', responses: answers(product, 200, 404) },
      put: { summary: 'Update planet', requestBody: json(product), responses: answers(product, 200) },
    },
    '/products/new': { post: { summary: 'products', requestBody: json(product), responses: answers(product, 201) } },
    '/products/search': {
      post: { summary: 'products', requestBody: json(object({ name: text })), responses: answers(listOf(product), 200) },
    },
    '/products/delete/{id}': { parameters: [id], delete: { summary: 'products', responses: { 204: { description: '' } } } },
    '/opening-hours': {
      get: {
        summary: 'Get opening hours',
        parameters: query(['startDate', day], ['endDate', day]),
        responses: answers(object({}), 200),
      },
    },
  },
}

let project: Project

beforeAll(async () => {
  let count = 0
  const files = [{ path: 'room.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }]
  const result = await runImport('openapi', { name: 'room.json', files }, () => `i${++count}`)
  if (!result.ok) throw new Error('not imported')
  project = result.value.project
})

async function made(said: string): Promise<{ one: Case; leftOut: string }> {
  const conversation = new Conversation([project])
  const turn = await conversation.say(said)
  expect(turn.kind, turn.text).toBe('proposal')
  const one = newCase(project, conversation.apply(turn))
  if (!one) throw new Error(JSON.stringify(turn.proposal?.plan))
  return { one, leftOut: turn.proposal?.warnings.join('\n') ?? '' }
}

/** The requests of a case with their queries and bodies, and what is looked for in their answers beside the status. */
const requestsOf = (one: Case): string[] =>
  one.steps.flatMap((step) => {
    if ('method' in step) {
      const sent = step.query.map(({ name, value }) => `${name}=${value}`).join('&')
      return [`${step.method} ${step.url.replace('${baseUrl}', '')}${sent === '' ? '' : `?${sent}`}`]
    }
    return []
  })
const sorted = (request: string): string =>
  request.replace(/\?(.*)$/, (_, sent: string) => `?${sent.split('&').toSorted().join('&')}`)
const checksOf = (one: Case): string => JSON.stringify(one.steps.flatMap((step) => ('checks' in step ? step.checks : [])))
const bodiesOf = (one: Case): string =>
  one.steps.flatMap((step) => ('method' in step && step.body.type === 'json' ? [step.body.text] : [])).join('\n')

describe('[A1] further pages of a list', () => {
  it.each([
    [
      'get the first 10 users, then the next page with the cursor',
      ['GET /users?limit=10', 'GET /users?limit=10&cursor=${next_cursor}'],
    ],
    ['page 2 of the books is different from page 1', ['GET /books?page=1', 'GET /books?page=2']],
    ['list books, 5 per page, then the next page', ['GET /books?page=1&per_page=5', 'GET /books?page=2&per_page=5']],
    ['second page of loans with 20 per page', ['GET /loans?offset=20&limit=20']],
    ['get the first 20 loans, then the next page', ['GET /loans?limit=20', 'GET /loans?offset=20&limit=20']],
  ])('%s', async (said, requests) => {
    const { one } = await made(said)
    expect(requestsOf(one).map(sorted)).toEqual(requests.map(sorted))
  })

  it('looks for the first item of a page on the next one where they have to differ', async () => {
    const { one } = await made('the second page of users must have other users than the first page')
    expect(requestsOf(one)).toHaveLength(2)
    expect(checksOf(one)).toContain('"const":"${first_of_page}"')
  })

  it('says that it does not go on to the end', async () => {
    const { one, leftOut } = await made('walk through all pages of users until has_more is false')
    expect(requestsOf(one)).toEqual(['GET /users', 'GET /users?cursor=${next_cursor}'])
    expect(leftOut).toContain('all pages of users until has_more is false')
  })
})

describe('[A1] days from today', () => {
  it.each([
    ['create a book with due date tomorrow', '"dueDate": "${now.date(+1d)}"'],
    ['create a book that is due in 3 days', '"dueDate": "${now.date(+3d)}"'],
    ['create a book with a due date in the past, must be refused', '"dueDate": "${now.date(-1d)}"'],
  ])('%s', async (said, member) => {
    expect(bodiesOf((await made(said)).one)).toContain(member)
  })

  it('asks in the query for both ends', async () => {
    const { one: past } = await made('opening hours of the last 7 days')
    expect(requestsOf(past)).toEqual(['GET /opening-hours?startDate=${now.date(-7d)}&endDate=${now.date}'])
    const { one } = await made('opening hours from today until next week')
    expect(requestsOf(one)).toEqual(['GET /opening-hours?startDate=${now.date}&endDate=${now.date(+7d)}'])
  })

  it('asks where nothing takes a day', async () => {
    const turn = await new Conversation([project]).say('list users of tomorrow')
    expect(turn.kind).toBe('question')
    expect(turn.text).toContain('tomorrow')
  })
})

describe('[A1] what a document calls a deed', () => {
  it.each([
    ['favorite a book', ['POST /books', 'POST /books/${id}/favorite']],
    ['create a book, favorite it', ['POST /books', 'POST /books/${id}/favorite']],
    ['deactivate a user', ['POST /users', 'POST /users/${id}/deactivate']],
    ['assign role editor to a user', ['POST /roles/assign']],
    ['get 10 users', ['GET /users?limit=10']],
  ])('%s', async (said, requests) => {
    expect(requestsOf((await made(said)).one)).toEqual(requests)
  })

  it('looks for what was made in a list of something else', async () => {
    const { one } = await made('favorite a book and check that it is in my favorites')
    expect(requestsOf(one)).toEqual(['POST /books', 'POST /books/${id}/favorite', 'GET /users/me/favorites'])
    expect(checksOf(one)).toContain('"properties":{"bookId":{"const":"${id}"}}')
  })

  it('keeps a user out with what would be right otherwise', async () => {
    const { one } = await made("create a user, deactivate him, then he can't log in")
    expect(requestsOf(one)).toEqual(['POST /users', 'POST /users/${id}/deactivate', 'POST /login'])
    expect(bodiesOf(one).match(/"email": "\$\{email\}"/g)).toHaveLength(2)
    expect(checksOf(one)).toContain('401')
  })
})

describe('[A1] names of people', () => {
  it.each([
    ['create a book by Jane Austen', '"author": "Jane Austen"'],
    ['create a user Max Muster', '"name": "Max Muster"'],
  ])('%s', async (said, member) => {
    expect(bodiesOf((await made(said)).one)).toContain(member)
  })
})

describe('[A1] documents of other styles', () => {
  it.each([
    ['apply for a job', ['POST /jobs/create/', 'POST /jobs/${id}/apply/']],
    ["delete a job and check that it's no longer listed", ['POST /jobs/create/', 'DELETE /jobs/${id}/delete/', 'GET /jobs/']],
    ['get a job without being logged in', ['GET /jobs/${id}/']],
    ['search products by name "Lamp"', ['POST /products/search']],
    ['lost products only', ['GET /products/show?state=lost']],
    ["update a planet's name to Vulcan and read it back", ['POST /planets', 'PUT /planets/${id}', 'GET /planets/${id}']],
    ['send a message, then list the messages', ['POST /matches/${matchId}/messages', 'GET /matches/${matchId}/messages']],
    [
      'create two products and delete both',
      ['POST /products/new', 'POST /products/new', 'DELETE /products/delete/${product_id}', 'DELETE /products/delete/${id}'],
    ],
  ])('%s', async (said, requests) => {
    expect(requestsOf((await made(said)).one)).toEqual(requests)
  })

  it.each([
    ['create a product with 10 quantity and 13 weight', '"quantity": 10'],
    ['create a product with 10 quantity and 13 weight', '"weight": 13'],
    ['job with salary 500 must be rejected because the minimum is 1000', '"salary": 500'],
    ['create a user with an email without @', '"email": "not-an-address"'],
  ])('%s: %s', async (said, member) => {
    expect(bodiesOf((await made(said)).one)).toContain(member)
  })

  it('has the token of each kind of user that a document names', async () => {
    const { one } = await made("a candidate can't create jobs, 403")
    expect(JSON.stringify(one.steps)).toContain('Bearer ${candidate_token}')
    expect(checksOf(one)).toContain('403')
  })

  it('signs in with an account that the person has', async () => {
    const { one, leftOut } = await made('log in and check that I get a token')
    expect(bodiesOf(one)).toContain('"password": "${login_password}"')
    expect(leftOut).toContain('login_email')
  })

  it('asks about a condition that it can not send', async () => {
    const turn = await new Conversation([project]).say('get a planet twice, with the ETag of the first answer it gives 304')
    expect(turn.kind).toBe('question')
  })

  it('takes no identifier of a message for that of what holds it', async () => {
    const { one } = await made('send a message, then list the messages')
    expect(JSON.stringify(one.steps)).not.toContain('"to":"matchId"')
  })
})
