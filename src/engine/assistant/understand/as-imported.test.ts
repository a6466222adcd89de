import { describe, expect, it } from 'vitest'
import { runImport } from '#engine/importers/run-import.ts'
import type { Project } from '#engine/project/schema.ts'
import type { PlanOperation } from '../plan.ts'
import { Conversation, newCase, stepsOf } from '../testing/conversation.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }
const object = (properties: object) => ({ type: 'object', properties })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object, ...statuses: number[]) =>
  Object.fromEntries(statuses.map((status, at) => [status, { description: '', ...(at === 0 ? json(schema) : {}) }]))
const query = (...fields: [name: string, type: string, required?: boolean][]) =>
  fields.map(([name, type, required]) => ({ name, in: 'query', required: required ?? false, schema: { type } }))

const user = object({ id: whole, email: text, phone: text })
const signing = object({ email: text, password: { ...text, minLength: 8, maxLength: 20 } })
const tokens = object({ data: object({ access_token: text, refresh_token: text }) })
const account = object({ id: whole, name: text, balance: { type: 'number' } })
const book = object({ id: whole, title: text, author: text, price: { type: 'number' }, stock: whole })
const amount = json(object({ amount: { type: 'number' } }))
const secured = [{ bearer: [] }]

/** A bank that lends books, as generators describe such: tags that are called like what they are about, a case for each operation. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Bank', version: '1' },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: Object.fromEntries(
    Object.entries({
      '/auth/register': {
        post: { summary: 'Register a new user', requestBody: json(signing), responses: answers(user, 201, 400, 409) },
      },
      '/auth/login': { post: { summary: 'User login', requestBody: json(signing), responses: answers(tokens, 200, 401) } },
      '/auth/refresh': {
        post: {
          summary: 'Refresh access token',
          requestBody: json(object({ refresh_token: text })),
          responses: answers(tokens, 200, 401),
        },
      },
      '/auth/logout': { post: { summary: 'Logout user', security: secured, responses: answers(object({}), 200, 401) } },
      '/auth/profile': { get: { summary: 'Get current user profile', security: secured, responses: answers(user, 200, 401) } },
      '/users': { get: { summary: 'List users', security: secured, responses: answers({ type: 'array', items: user }, 200) } },
      '/users/{id}': {
        get: { summary: 'Get user profile', security: secured, responses: answers(user, 200, 403, 404) },
        put: {
          summary: 'Update user profile',
          security: secured,
          requestBody: json(object({ phone: text })),
          responses: answers(user, 200, 403),
        },
      },
      '/accounts': {
        get: { summary: 'Get user accounts', security: secured, responses: answers({ type: 'array', items: account }, 200, 401) },
        post: {
          summary: 'Create a new account',
          security: secured,
          requestBody: json(object({ name: text })),
          responses: answers(account, 201, 401),
        },
      },
      '/accounts/{id}/deposit': {
        post: { summary: 'Deposit money', security: secured, requestBody: amount, responses: answers(account, 200, 400) },
      },
      '/accounts/{id}/withdraw': {
        post: { summary: 'Withdraw money', security: secured, requestBody: amount, responses: answers(account, 200, 400) },
      },
      '/accounts/{id}/close': {
        post: { summary: 'Close an account', security: secured, responses: answers(object({ status: text }), 200, 400) },
      },
      '/branches/{id}/upcoming': { get: { summary: 'Get upcoming talks of a branch', responses: answers(object({}), 200, 404) } },
      '/reviews': {
        get: {
          summary: 'List reviews',
          responses: answers(object({ items: { type: 'array', items: book }, meta: object({ total: whole }) }), 200),
        },
        post: { summary: 'Review a book', requestBody: json(object({ book_id: whole })), responses: answers(book, 201, 400) },
      },
      '/books': {
        get: {
          summary: 'Get all books',
          parameters: query(
            ['page', 'integer'],
            ['limit', 'integer'],
            ['search', 'string'],
            ['genre', 'string'],
            ['release_year', 'integer'],
          ),
          responses: answers({ type: 'array', items: book }, 200),
        },
        post: { summary: 'Create a new book', security: secured, requestBody: json(book), responses: answers(book, 201, 401) },
      },
      '/books/{id}': {
        get: { summary: 'Get a book by ID', responses: answers(book, 200, 404) },
        put: { summary: 'Update a book', security: secured, requestBody: json(book), responses: answers(book, 200, 404) },
        delete: { summary: 'Delete a book', security: secured, responses: answers(book, 200, 401, 404) },
      },
      '/reports/revenue': {
        get: {
          summary: 'Revenue report',
          parameters: query(['start_date', 'string', true], ['end_date', 'string', true]),
          responses: answers(object({ total: whole }), 200, 400),
        },
      },
    }).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, one]) => [method, { tags: [path.split('/')[1]], ...one }])),
    ]),
  ),
}

const project = await (async (): Promise<Project> => {
  let count = 0
  const given = { name: 'bank.json', files: [{ path: 'bank.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }] }
  const result = await runImport('openapi', given, () => `i${++count}`)
  if (!result.ok) throw result.error
  return result.value.project
})()

const talk = () => new Conversation([project])
const say = (said: string) => talk().say(said, { active: project.id })

/** What of a planned step a test looks at. */
const told = (one: PlanOperation): (string | object)[] => {
  if (one.do === 'add_case' || one.do === 'add_suite') return []
  if (one.do === 'recipe') return [`${one.recipe} ${one.operation}`]
  if (one.do !== 'add_step') return [{ ...one }]
  const { operation = '', do: _do, kind: _kind, ...rest } = one
  const more = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => name !== 'fields' || Object.keys(value as object).length > 0),
  )
  return Object.keys(more).length > 0 ? [operation, more] : [operation]
}

const check = (at: string, is: string, more: object = {}) => ({ checks: [{ source: 'json', at, is, ...more }] })

describe('requests in a project as it is imported', () => {
  it.each<[said: string, ...plan: (string | object)[]]>([
    // What is wrong is sent, and the status is no value of it.
    ['login wrong password 401', 'POST /auth/login', { fields: { password: 'not-the-password' }, status: 401 }],
    ['log in with unknown email -> 401', 'POST /auth/login', { fields: { email: 'nobody@example.com' }, status: 401 }],
    [
      'refresh with an invalid token',
      'POST /auth/refresh',
      { fields: { refresh_token: 'not-a-valid-token' }, status: 401, refused: true },
    ],
    ['revenue report without start_date → 400', 'GET /reports/revenue', { omit: ['start_date'], status: 400 }],
    // What is let in is not refused.
    ['GET /books without token must work', 'GET /books', { token: 'none' }],
    ['GET /books without token', 'GET /books', { token: 'none', status: 401 }],
    // Roles.
    [
      'as admin delete a book, as a normal user 403',
      'DELETE /books/{id}',
      { as: 'admin' },
      'DELETE /books/{id}',
      { as: 'user', status: 403 },
    ],
    [
      'as admin delete a book; without token 401',
      'DELETE /books/{id}',
      { as: 'admin' },
      'DELETE /books/{id}',
      { token: 'none', status: 401 },
    ],
    ["customers can't create books", 'POST /books', { as: 'customer', status: 403 }],
    ['get someone elses profile should be 403', 'GET /users/{id}', { as: 'other_user', status: 403 }],
    // What an answer must not have.
    ['list users must not contain password', 'GET /users', check('$..password', 'exists', { not: true })],
    ['list users, no password in the response', 'GET /users', check('$..password', 'exists', { not: true })],
    // Verbs and nouns of people.
    ['open an account called Savings', 'POST /accounts', { fields: { name: 'Savings' } }],
    ['logout then profile should give 401', 'POST /auth/logout', 'GET /auth/profile', { status: 401 }],
    [
      'crud for books, with login',
      'POST /auth/login',
      'POST /books',
      'GET /books/{id}',
      'PUT /books/{id}',
      'DELETE /books/{id}',
      'GET /books/{id}',
      { status: 404 },
    ],
    ['update my profile: phone to 555-1234', 'PUT /users/{id}', { fields: { phone: '555-1234' } }],
    [
      'create a book with title The Long Way and author Becky Chambers',
      'POST /books',
      { fields: { author: 'Becky Chambers', title: 'The Long Way' } },
    ],
    ['search books by genre Action released in 2020', 'GET /books', { fields: { genre: 'Action', release_year: 2020 } }],
    // What comes of several steps.
    [
      'deposit 100 into an account, withdraw 30, balance is 70',
      'POST /accounts/{id}/deposit',
      { fields: { amount: 100 } },
      'POST /accounts/{id}/withdraw',
      { fields: { amount: 30 }, ...check('$.balance', 'equals', { value: 70 }) },
    ],
    [
      'get all books, response under 500 ms, at least one book',
      'GET /books',
      {
        checks: [
          { source: 'duration', is: 'less-than', value: 500 },
          { source: 'json', at: '$', is: 'matches-schema', value: { type: 'array', minItems: 1 } },
        ],
      },
    ],
    ['withdraw more than the balance -> 400', 'POST /accounts/{id}/withdraw', { fields: { amount: 999_999_999 }, status: 400 }],
    // A request for each value, and for the ends of a range the wrong way round.
    [
      'deposit -5, 0 and 1000000000 must be rejected',
      ...[-5, 0, 1_000_000_000].flatMap((sum) => ['POST /accounts/{id}/deposit', { fields: { amount: sum }, refused: true }]),
    ],
    [
      'register with a password of 7, 8 and 21 chars',
      ...[7, 8, 21].flatMap((length) => [
        'POST /auth/register',
        { fields: { password: 'a'.repeat(length) }, ...(length === 8 ? {} : { refused: true }) },
      ]),
    ],
    [
      'revenue report from 2024-01-01 to 2024-12-31, start after end should be 400',
      'GET /reports/revenue',
      { fields: { start_date: '2024-01-01', end_date: '2024-12-31' } },
      'GET /reports/revenue',
      { fields: { start_date: '2024-12-31', end_date: '2024-01-01' }, status: 400 },
    ],
    [
      'create a book without title, author and price should each be rejected',
      ...['title', 'author', 'price'].flatMap((name) => ['POST /books', { omit: [name], refused: true }]),
    ],
    // What comes before a refusal.
    ['close a closed account -> 400', 'POST /accounts/{id}/close', 'POST /accounts/{id}/close', { status: 400 }],
    ['get upcoming talks for a non existing branch → 404', 'GET /branches/{id}/upcoming', { status: 404, unknown: true }],
    ['a deleted book is not in the list of books', 'DELETE /books/{id}', 'GET /books', { holds: false }],
    ['get my profile without authorization header → 401', 'GET /auth/profile', { token: 'none', status: 401 }],
    // What is said of an answer, and of whose.
    [
      'close an account and status should be closed',
      'POST /accounts/{id}/close',
      check('$.status', 'equals', { value: 'closed' }),
    ],
    [
      'create a review and check that meta.total is 1',
      'POST /reviews',
      'GET /reviews',
      check('$.meta.total', 'equals', { value: 1 }),
    ],
    [
      'ETag header must be there when I get a book',
      'GET /books/{id}',
      { checks: [{ source: 'header', at: 'ETag', is: 'exists' }] },
    ],
    [
      'create a book with price 0 and price -1',
      'POST /books',
      { fields: { price: 0 } },
      'POST /books',
      { fields: { price: -1 } },
    ],
    ['get my profile with an expired token → 401', 'GET /auth/profile', { token: 'wrong', status: 401 }],
    ['register with an existing email, expect 409', 'POST /auth/register', 'POST /auth/register', { status: 409 }],
    // What a list has.
    ['create an account, list the accounts, it is in the list', 'POST /accounts', 'GET /accounts', { holds: true }],
    ['create an account, list the accounts, the new one is there', 'POST /accounts', 'GET /accounts', { holds: true }],
    ["delete a book and make sure it's not in the list of books anymore", 'DELETE /books/{id}', 'GET /books', { holds: false }],
    [
      'create 2 accounts and check that the list has 2',
      'POST /accounts',
      'POST /accounts',
      'GET /accounts',
      check('$', 'has-length', { value: 2 }),
    ],
  ])('[A1] %s', async (said, ...plan) => {
    const { proposal } = await say(said)
    expect(proposal?.plan.flatMap(told)).toEqual(plan)
    expect(proposal?.warnings.filter((one) => one.includes('“'))).toEqual([])
  })

  it('[A1] changes what was made, though a suite is called so', async () => {
    const { proposal } = await say('create a book, rename it to The Long Way and check the new title')
    expect(proposal?.plan.flatMap(told)).toEqual([
      'POST /books',
      'PUT /books/{id}',
      { fields: { title: 'The Long Way' } },
      'GET /books/{id}',
      { same: ['title'] },
    ])
  })

  it('[A1] asks for a new token with what the sign-in gave, and sends the new one', async () => {
    const conversation = talk()
    const turn = await conversation.say('log in, refresh the token, refresh it again and get my profile', { active: project.id })
    const steps = stepsOf(newCase(project, conversation.apply(turn)))
    const kept = 'transfer $.data.access_token -> session_token, $.data.refresh_token -> refresh_token'
    expect(steps.filter((one) => one.startsWith('transfer') || one.includes('http') || one.includes('${'))).toEqual([
      'POST ${baseUrl}/auth/login',
      kept,
      'POST ${baseUrl}/auth/refresh',
      kept,
      'POST ${baseUrl}/auth/refresh',
      'transfer $.data.access_token -> session_token',
      'GET ${baseUrl}/auth/profile',
    ])
    expect(turn.proposal?.requests.map(({ body }) => body).filter((body) => body?.includes('refresh_token'))).toEqual([
      expect.stringContaining('${refresh_token}'),
      expect.stringContaining('${refresh_token}'),
    ])
  })

  it('[A1] answers which operations have no test of a status, and which tests expect one', async () => {
    expect((await say('which endpoints have no test for 403?')).text).toContain('GET /users/{id}, PUT /users/{id}')
    expect((await say('which tests expect 404?')).text).toMatch(/^No case/)
    expect((await say('which tests expect 201?')).text).toContain('Create a new book')
  })

  it('[A1] names what a plan for the project itself leaves alone, before and after', async () => {
    const conversation = talk()
    const asked = await conversation.say('rename "Get all books" to "Books", and move it to accounts', { active: project.id })
    expect([asked.slot, asked.text]).toEqual(['left', expect.stringContaining('move it to accounts')])
    const { proposal } = await conversation.say('yes', { active: project.id })
    expect(proposal?.plan).toEqual([{ do: 'rename', what: 'case', name: 'Get all books', to: 'Books' }])
    expect(proposal?.warnings).toEqual([expect.stringContaining('move it to accounts')])
  })

  it.each([
    ['delete a book which has reviews, 409', 'reviews'],
    ['close an account, then meta.total is 3', 'meta.total'],
    ['make a suite "Smoke" with tests for creating a book and a review', 'creating a book and a review'],
    ['deposit 5 into an account and the status is paid', 'status is paid'],
  ])('[A1] names what its plan would leave out: %s', async (said, word) => {
    const { slot, text: question } = await say(said)
    expect([slot, question]).toEqual(['left', expect.stringContaining(word)])
  })

  it('[A1] removes no case where what it is called is asked for', async () => {
    const { proposal } = await say('as admin delete a book, 200')
    expect(proposal?.plan.some((one) => one.do === 'remove')).toBe(false)
    expect((await say('delete the case Delete a book')).proposal?.plan).toMatchObject([{ do: 'remove', name: 'Delete a book' }])
  })

  it('[A1] does the same for another thing, again and again', async () => {
    const conversation = talk()
    const plan = async (said: string) => {
      const turn = await conversation.say(said, { active: project.id })
      conversation.apply(turn)
      return turn.proposal?.plan.flatMap(told)
    }
    await plan('as admin create a book; as a normal user 403')
    const twice = [{ as: 'admin' }, 'POST /accounts', { as: 'user', status: 403 }]
    expect(await plan('do the same for accounts')).toEqual(['POST /accounts', ...twice])
    expect(await plan('now the same for books please')).toEqual([
      'POST /books',
      { as: 'admin' },
      'POST /books',
      { as: 'user', status: 403 },
    ])
    expect((await talk().say('do the same for accounts', { active: project.id })).kind).toBe('question')
  })

  it('[A1] goes on with the case that was changed, and takes no duration for a status', async () => {
    const conversation = talk()
    const plan = async (said: string) => {
      const turn = await conversation.say(said, { active: project.id })
      conversation.apply(turn)
      return turn.proposal?.plan
    }
    expect(await plan('add a check to "Get all books" that the body is an array')).toMatchObject([
      { do: 'set_assert', case: 'Get all books', checks: [{ at: '$', is: 'is-type', value: 'array' }] },
    ])
    expect(await plan('and that it takes less than a second')).toMatchObject([
      { do: 'set_assert', case: 'Get all books', checks: [{ source: 'duration', is: 'less-than', value: 1000 }] },
    ])
    const [change] = (await plan('expect it in under 300ms')) ?? []
    expect(change).toMatchObject({ do: 'set_assert', checks: [{ source: 'duration', is: 'less-than', value: 300 }] })
  })

  it('[A1] puts the case that was made into a new suite', async () => {
    const conversation = talk()
    conversation.apply(await conversation.say('create a book and delete it', { active: project.id }))
    const { proposal } = await conversation.say('put it into a new suite called Smoke', { active: project.id })
    expect(proposal?.plan).toMatchObject([
      { do: 'add_suite', name: 'Smoke' },
      { do: 'move', what: 'case', to: 'Smoke' },
    ])
  })
})

it('[A3] asks which of several cases of one name is meant, and takes the one that is said', async () => {
  const twice = structuredClone(project)
  for (const { cases } of twice.suites) for (const one of cases.slice(0, 1)) one.name = 'Create'
  const conversation = new Conversation([twice])
  const asked = await conversation.say('rename the case "Create" to "Make"', { active: twice.id })
  expect([asked.slot, asked.options]).toEqual(['what', expect.arrayContaining(['books > Create', 'users > Create'])])
  const { proposal } = await conversation.say('books > Create', { active: twice.id })
  expect(proposal?.plan).toEqual([{ do: 'rename', what: 'case', name: 'books > Create', to: 'Make' }])
})

it('[A1] sets no variable that is called like what is sent', async () => {
  const called = structuredClone(project)
  called.variables.push({ name: 'password', value: 'x', description: '' })
  const turn = await new Conversation([called]).say('signup with a 7 character password must be refused', { active: called.id })
  expect(turn.proposal?.plan.some((one) => one.do === 'set_var') ?? false).toBe(false)
})
