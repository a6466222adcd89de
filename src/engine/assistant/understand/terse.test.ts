import { describe, expect, it } from 'vitest'
import { parseApi } from '#engine/api/document.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Project } from '#engine/project/schema.ts'
import type { PlanOperation } from '../plan.ts'
import type { Turn } from '../turn.ts'
import { Conversation } from '../testing/conversation.ts'

const object = (properties: object) => ({ type: 'object', properties })
const text = { type: 'string' }

/** Answers of an operation, the first with a body. */
const answers = (body: object, ...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status, at) => [
      status,
      { description: '', ...(at === 0 ? { content: { 'application/json': { schema: body } } } : {}) },
    ]),
  )
const sends = (body: object) => ({ requestBody: { content: { 'application/json': { schema: body } } } })
const query = (...fields: [name: string, type: string][]) => ({
  parameters: fields.map(([name, type]) => ({ name, in: 'query', schema: { type } })),
})

const article = object({ id: { type: 'integer' }, title: text, price: { type: 'number' } })
const person = object({ email: text, password: { ...text, minLength: 8 } })
const booking = object({ id: text, passenger_name: text })

/** An API as people write them: parts of things, requests that are no verbs of REST, nouns made of verbs. */
const document = {
  openapi: '3.0.0',
  info: { title: 'All of it', version: '1' },
  paths: {
    '/users': { post: { summary: 'Register', ...sends(person), responses: answers(person, 201, 400, 409) } },
    '/users/login': { post: { operationId: 'Login', ...sends(person), responses: answers(person, 200, 401, 422) } },
    '/users/logout': { post: { operationId: 'Logout', responses: answers(person, 204) } },
    '/user': { get: { summary: 'Get current user', responses: answers(person, 200, 401) } },
    '/articles': {
      get: { summary: 'List articles', ...query(['tag', 'string'], ['limit', 'integer']), responses: answers(article, 200) },
      post: { summary: 'Create an article', ...sends(article), responses: answers(article, 201, 422) },
    },
    '/articles/{slug}': {
      get: { summary: 'Get an article', responses: answers(article, 200, 404) },
      put: { summary: 'Update an article', ...sends(article), responses: answers(article, 200) },
      delete: { summary: 'Delete an article', responses: answers(article, 204) },
    },
    '/articles/{slug}/comments': {
      get: { summary: 'Get the comments of an article', responses: answers(article, 200) },
      post: { summary: 'Create a comment for an article', ...sends(object({ body: text })), responses: answers(article, 200) },
    },
    '/articles/{slug}/comments/{id}': { delete: { summary: 'Delete a comment', responses: answers(article, 204) } },
    '/tags': { get: { summary: 'List tags', responses: answers(article, 200) } },
    '/trips': {
      get: { ...query(['dogs', 'boolean'], ['country', 'string'], ['date', 'string']), responses: answers(article, 200) },
    },
    '/bookings': { post: { summary: 'New booking', ...sends(booking), responses: answers(booking, 201, 400) } },
    '/bookings/{id}': { delete: { summary: 'Delete a booking', responses: answers(booking, 204) } },
    '/accounts/{id}/withdrawals': {
      post: { summary: 'Debits', ...sends(object({ amount: text })), responses: answers(article, 200, 422) },
    },
    '/groups': { post: { ...sends(object({ name: text })), responses: answers(article, 201) } },
    '/groups/{id}': { put: { summary: 'Update a group', ...sends(object({ name: text })), responses: answers(article, 200) } },
    '/labels': {
      get: { responses: answers(article, 200) },
      put: { summary: 'Create a label', responses: answers(article, 201) },
    },
    '/labels/{id}': {
      get: { responses: answers(article, 200) },
      post: { summary: 'Updates a label', ...sends(object({ title: text })), responses: answers(article, 200) },
      delete: { responses: answers(article, 200) },
    },
    '/tasks/{id}/labels/bulk': { post: { summary: 'Update all labels of a task', responses: answers(article, 200) } },
    '/tasks/{id}/assignees': { put: { summary: 'Add a new assignee', responses: answers(article, 201) } },
    '/carts/user': { post: { summary: 'Create user cart', responses: answers(article, 200) } },
    '/carts/user/items': { post: { summary: "Add items into the user's cart", responses: answers(article, 200) } },
    '/changePassword': { post: { summary: 'Any words', ...sends(person), responses: answers(person, 200) } },
    '/reports/revenue': {
      get: {
        summary: 'Revenue report',
        ...query(['start_date', 'string'], ['end_date', 'string']),
        responses: answers(article, 200),
      },
    },
    '/movies': { get: { ...query(['release_year', 'integer']), responses: answers(article, 200) } },
    '/teams': { post: { summary: 'Any words', responses: answers(article, 200) } },
    '/teams/{id}': {
      get: { summary: 'Any words', responses: answers(article, 200) },
      post: { summary: 'Any words', ...sends(object({ name: text })), responses: answers(article, 200) },
    },
    '/teams/findByCourse/{key}': { get: { summary: 'Any words', responses: answers(article, 200) } },
    '/parcels': { post: { summary: 'Create a parcel', responses: answers(article, 201) } },
    '/parcels/{id}': { delete: { summary: 'Delete a parcel', responses: answers(article, 204, 409) } },
    '/parcels/{id}/ship': { post: { summary: 'Ship a parcel', responses: answers(article, 200) } },
    '/parcels/{id}/stamps': { post: { summary: 'Put a stamp on a parcel', responses: answers(article, 201) } },
    '/health': { get: { responses: answers(article, 200) } },
  },
}

const project = await (async (): Promise<Project> => {
  const parsed = await parseApi(new TextEncoder().encode(JSON.stringify(document)), 'all.json')
  if (!parsed.ok) throw parsed.error
  return { ...emptyProject('p', 'All'), apis: [{ id: 'api', name: 'All', description: '', document: parsed.value.text }] }
})()

const say = (said: string): Promise<Turn> => new Conversation([project]).say(said, { active: project.id })

/** What of a step a test looks at. */
const told = (one: PlanOperation): (string | object)[] => {
  if (one.do === 'recipe') return [one.operation ?? '', one.then ?? '']
  if (one.do !== 'add_step') return []
  const { operation = '', status, fields, token, omit, refused } = one
  const more = {
    ...(status === undefined ? {} : { status }),
    ...(Object.keys(fields ?? {}).length > 0 ? { fields } : {}),
    ...(token ? { token } : {}),
    ...(omit ? { omit } : {}),
    ...(refused ? { refused } : {}),
  }
  return Object.keys(more).length > 0 ? [operation, more] : [operation]
}

describe('requests as testers type them', () => {
  it.each<[said: string, ...plan: (string | object)[]]>([
    ['verify 404 for unknown article', 'GET /articles/{slug}', { status: 404 }],
    ['response time < 500ms for list of articles', 'GET /articles'],
    [
      'add a comment to an article and remove it again',
      'POST /articles/{slug}/comments',
      'DELETE /articles/{slug}/comments/{id}',
    ],
    ['test login wrong pw', 'POST /users/login', { status: 401, fields: { password: 'not-the-password' } }],
    ['sign up, log in, then get my profile, then log out', 'POST /users', 'POST /users/login', 'GET /user', 'POST /users/logout'],
    ['registrieren, einloggen, mein Profil abrufen', 'POST /users', 'POST /users/login', 'GET /user'],
    ['who am i', 'GET /user'],
    ['articles by tag dragons, max 5', 'GET /articles', { fields: { tag: 'dragons', limit: 5 } }],
    ['search trips with a dog', 'GET /trips', { fields: { dogs: true } }],
    ['list trips in DE', 'GET /trips', { fields: { country: 'DE' } }],
    ['list trips, date 2026-02-01', 'GET /trips', { fields: { date: '2026-02-01' } }],
    ['book something, then cancel the booking', 'POST /bookings', 'DELETE /bookings/{id}'],
    ['booking without passenger name', 'POST /bookings', { omit: ['passenger_name'], refused: true }],
    ['withdraw 5000', 'POST /accounts/{id}/withdrawals', { fields: { amount: '5000' } }],
    ['rename the group to Savings', 'PUT /groups/{id}', { fields: { name: 'Savings' } }],
    ['register with a 7 char password', 'POST /users', { fields: { password: 'aaaaaaa' }, refused: true }],
    ['register twice, the second one is refused', 'POST /users', 'POST /users', { status: 409, refused: true }],
    ['trips need auth', 'GET /trips', { status: 401, token: 'none' }],
    ['health up?', 'GET /health'],
    ['wrong password -> 401', 'POST /users/login', { status: 401, fields: { password: 'not-the-password' } }],
    ['change the password', 'POST /changePassword'],
    [
      'revenue report between 2026-01-01 and 2026-01-31',
      'GET /reports/revenue',
      { fields: { start_date: '2026-01-01', end_date: '2026-01-31' } },
    ],
    ['list movies released 2020', 'GET /movies', { fields: { release_year: 2020 } }],
    ['create a team, then rename it', 'POST /teams', 'POST /teams/{id}'],
    ['list all tags, trips and movies', 'GET /tags', 'GET /trips', 'GET /movies'],
    ['labels: create, rename, delete', 'PUT /labels', 'POST /labels/{id}', 'DELETE /labels/{id}'],
    ['assign a task to somebody', 'PUT /tasks/{id}/assignees'],
    ['add a product to the cart', 'POST /carts/user/items'],
    ['create the cart', 'POST /carts/user'],
    ["registering with an email that's already taken", 'POST /users', 'POST /users', { status: 409, refused: true }],
    ['comment on an article', 'POST /articles/{slug}/comments'],
    ['list the articles without a token', 'GET /articles', { status: 401, token: 'none' }],
    ['create an article and make sure it shows up in the list', 'POST /articles', 'GET /articles'],
    [
      'articles with limit 1, 10 and 31',
      'GET /articles',
      { fields: { limit: 1 } },
      'GET /articles',
      { fields: { limit: 10 } },
      'GET /articles',
      { fields: { limit: 31 } },
    ],
    ['cancel a booking that was already cancelled', 'DELETE /bookings/{id}', 'DELETE /bookings/{id}', { status: 404 }],
    ['registrar dos veces el mismo email, y espera un 409', 'POST /users', 'POST /users', { status: 409 }],
  ])('[A1] %s', async (said, ...plan) => {
    const { proposal } = await say(said)
    expect(proposal?.plan.flatMap(told)).toEqual(plan)
  })

  it('[A1] makes cases of the operations that are meant: by method, by what they do, by noun, without a token', async () => {
    const names = async (said: string) =>
      (await say(said)).proposal?.plan.flatMap((one) => ('operation' in one ? [one.operation] : []))
    expect(await names('smoke test all list endpoints')).toEqual([
      'GET /user',
      'GET /articles',
      'GET /articles/{slug}/comments',
      'GET /tags',
      'GET /trips',
      'GET /labels',
      'GET /reports/revenue',
      'GET /movies',
      'GET /health',
    ])
    expect(await names('tests for every DELETE endpoint')).toEqual([
      'DELETE /articles/{slug}',
      'DELETE /articles/{slug}/comments/{id}',
      'DELETE /bookings/{id}',
      'DELETE /labels/{id}',
      'DELETE /parcels/{id}',
    ])
    expect(await names('test every operation of groups')).toEqual(['POST /groups', 'PUT /groups/{id}'])
    expect((await say('no creds -> 401 on every GET endpoint')).proposal?.plan.slice(0, 2)).toMatchObject([
      { do: 'add_case' },
      { do: 'add_step', token: 'none', status: 401 },
    ])
  })

  it('[A1] asks about the part that it does not understand, and leaves it out when told so', async () => {
    const talk = new Conversation([project])
    const asked = await talk.say('create an article, then feed the goldfish, then delete it', { active: project.id })
    expect([asked.kind, asked.slot, asked.text]).toEqual(['question', 'left', expect.stringContaining('goldfish')])
    const { proposal } = await talk.say('yes', { active: project.id })
    expect(proposal?.plan.flatMap(told)).toEqual(['POST /articles', 'DELETE /articles/{slug}'])
    expect(proposal?.warnings[0]).toBe('Not in this proposal: “feed the goldfish”')
    const listed = await say('create an article and make sure it shows up in the list')
    expect(listed.proposal?.warnings[0]).toBe('Not in this proposal: “shows up”')
    for (const said of ['create the cart and add a goldfish', 'withdraw more than you have'])
      expect((await say(said)).kind, said).toBe('question')
    const [german] = [await say('Warenkorb anlegen, Artikel reinlegen, bezahlen')]
    expect([german?.slot, german?.text]).toEqual(['left', expect.stringContaining('“bezahlen”')])
  })

  it.each([
    ['delete all comments of a gadget', 'gadget'],
    ['list articles sorted by price', 'sorted'],
    ['list articles, the list is empty', 'empty'],
    ['a user sees only his own articles', 'only'],
    ['create an article, read it within 7 moons', '7'],
  ])('[A1] names what nothing in its plan accounts for: %s', async (said, word) => {
    const { kind, slot, text } = await say(said)
    expect([kind, slot, text]).toEqual(['question', 'left', expect.stringContaining(word)])
  })

  it.each([
    'a customer cannot delete a parcel that is already shipped',
    'a shipped parcel cannot be deleted',
    'deleting a shipped parcel is refused',
  ])('[A1] brings a thing into the state that a refusal is about: %s', async (said) => {
    const { proposal } = await say(said)
    expect(proposal?.plan.flatMap(told)).toEqual(['POST /parcels/{id}/ship', 'DELETE /parcels/{id}', { status: 409 }])
    expect(proposal?.requests.map(({ url }) => url.replace(/^[^/]*/, ''))).toEqual([
      '/parcels',
      '/parcels/${id}/ship',
      '/parcels/${id}',
    ])
  })

  it('[A1] makes the parts of a thing that is refused for having them, and asks where nothing is wrong with it', async () => {
    const { proposal } = await say('a parcel that has stamps cannot be deleted')
    expect(proposal?.plan.flatMap(told)).toEqual(['POST /parcels/{id}/stamps', 'DELETE /parcels/{id}', { status: 409 }])
    expect((await say('deleting a parcel is refused')).kind).toBe('question')
    expect((await say('deleting a frozen parcel is refused')).kind).toBe('question')
    expect((await say('a shipped label cannot be deleted')).kind).toBe('question')
    const expired = await say('deleting a parcel with an expired token is unauthorized')
    expect(expired.proposal?.plan.flatMap(told)).toEqual(['DELETE /parcels/{id}', { status: 401, token: 'wrong' }])
    expect((await say('article list limit 0 and 201 are negative cases')).kind).toBe('question')
  })

  it('[A1] takes a misspelt word that says nothing by itself for one', async () => {
    const { proposal } = await say('cna you acutally create an article and delete it')
    expect(proposal?.plan.flatMap(told)).toEqual(['POST /articles', 'DELETE /articles/{slug}'])
  })

  it('[A1] takes for CRUD what makes one thing, by whatever method', async () => {
    const { proposal } = await say('CRUD for labels')
    expect(proposal?.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'POST', 'DELETE', 'GET'])
  })

  it('[A1] looks for a value that was sent where it is to be checked', async () => {
    const { proposal } = await say('create an article, change its price to 30, check the price')
    expect(proposal?.plan.slice(2)).toMatchObject([{ operation: 'PUT /articles/{slug}', fields: { price: 30 }, same: ['price'] }])
  })

  it.each([
    ['get 404 for an unknown article', ['GET /articles/{slug}', { status: 404 }]],
    ['create an article, delete it, then 404', ['POST /articles', 'DELETE /articles/{slug}']],
    ['create an article, set its title to Lamp', ['POST /articles', 'PUT /articles/{slug}', { fields: { title: 'Lamp' } }]],
    ['delte artcle, then get 404', ['DELETE /articles/{slug}', 'GET /articles/{slug}', { status: 404 }]],
    ['articles with 5 per page', ['GET /articles', { fields: { limit: 5 } }]],
    ['create an article, 201', ['POST /articles', { status: 201 }]],
  ])('[A1] %s', async (said, expected) => {
    expect((await say(said)).proposal?.plan.flatMap(told)).toEqual(expected)
  })
})
