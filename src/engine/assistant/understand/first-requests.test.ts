import { beforeAll, describe, expect, it } from 'vitest'
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
const query = (...fields: [name: string, type: string][]) =>
  fields.map(([name, type]) => ({ name, in: 'query', schema: { type } }))

/** What everything is answered in, with a code that is no identifier. */
const answer = object({ code: whole, message: text, data: {} })
const event = object({ name: text, event_date: text, location: text, participants: whole })
const contact = object({ contactType: text, value: text })

/** An API whose document says little: nothing is protected, nothing required, no answer is told in full. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Club', version: '1' },
  paths: {
    '/register': {
      post: {
        summary: 'Register user',
        requestBody: json(object({ email: text, password: text })),
        responses: answers(answer, 200, 400),
      },
    },
    '/login': {
      post: {
        summary: 'Logs user into the system',
        requestBody: json(object({ email: text, password: text })),
        responses: answers(object({ access_token: text }), 200, 400),
      },
    },
    '/events': {
      get: {
        summary: 'Event list',
        parameters: query(['sort_by', 'string'], ['order', 'string']),
        responses: answers({ type: 'array', items: event }, 200),
      },
      post: { summary: 'Create event', requestBody: json(event), responses: answers(answer, 200) },
    },
    '/events/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
      get: { summary: 'Get event by id', responses: answers(answer, 200, 404) },
      patch: { summary: 'Update event', requestBody: json(event), responses: answers(answer, 200) },
      delete: { summary: 'Delete event', responses: answers(answer, 200) },
    },
    '/posts': {
      get: {
        summary: 'Get all posts',
        parameters: query(['startDate', 'string'], ['endDate', 'string']),
        responses: { 200: { description: '' } },
      },
      post: {
        summary: 'Add post',
        requestBody: json(
          object({ caption: text, start_date: text, end_date: text, event_ids: { type: 'array', items: whole } }),
        ),
        responses: answers(answer, 201),
      },
    },
    '/posts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
      get: { summary: 'Get post by id', responses: answers(answer, 200, 404) },
      delete: { summary: 'Delete post', responses: answers(answer, 200, 404) },
    },
    '/songs': {
      get: {
        summary: 'Get all songs',
        parameters: query(['song', 'string'], ['group', 'string'], ['releaseDate', 'string'], ['page', 'integer']),
        responses: answers({ type: 'array', items: object({ id: whole, song: text, group: text }) }, 200),
      },
      post: {
        summary: 'Add song',
        requestBody: json(object({ song: text, group: text })),
        responses: answers(answer, 201, 400, 409),
      },
    },
    '/songs/{id}/verses': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }, ...query(['page', 'integer'])],
      get: { summary: 'Get verses', responses: answers(object({ total_count: whole }), 200, 404) },
    },
    '/subscriptions': {
      post: {
        summary: 'Create a new subscription',
        requestBody: json({ type: 'object', example: { user_id: 'ada', service_name: 'Radio One', price: 15 } }),
        responses: answers(object({}), 201, 400),
      },
    },
    '/subscriptions/{userID}': {
      parameters: [{ name: 'userID', in: 'path', required: true, schema: text }],
      get: { summary: 'Get all subscriptions for a user', responses: answers({ type: 'array', items: object({}) }, 200) },
    },
    '/subscriptions/{userID}/{serviceName}': {
      parameters: ['userID', 'serviceName'].map((name) => ({ name, in: 'path', required: true, schema: text })),
      get: { summary: 'Get a subscription', responses: answers(object({}), 200, 404) },
      put: { summary: 'Update a subscription', requestBody: json(object({ price: whole })), responses: answers(object({}), 200) },
      delete: { summary: 'Delete a subscription', responses: answers(object({}), 204, 404) },
    },
    '/clients': {
      get: {
        summary: 'Find all clients',
        parameters: query(['offset', 'integer'], ['limit', 'integer']),
        responses: answers({ type: 'array', items: object({}) }, 200, 400),
      },
      post: {
        summary: 'Add new client',
        requestBody: json(object({ firstName: text, lastName: text })),
        responses: answers(object({ clientId: whole, firstName: text, lastName: text }), 200, 400),
      },
    },
    '/clients/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
      get: {
        summary: 'Find client by ID',
        responses: answers(object({ clientId: whole, firstName: text, lastName: text }), 200, 404),
      },
    },
    '/clients/{id}/contacts': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
      post: { summary: 'Add new contact for client', requestBody: json(contact), responses: answers(contact, 200) },
    },
  },
}

let project: Project
beforeAll(async () => {
  let count = 0
  const imported = await runImport(
    'openapi',
    { name: 'api.json', files: [{ path: 'api.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }] },
    () => `i${++count}`,
  )
  if (!imported.ok) throw new Error(JSON.stringify(imported.error))
  project = imported.value.project
})
const talk = () => new Conversation([project])
const say = (words: string) => talk().say(words)

/** A step or a case of a plan: what it is for, and what is said of it. */
function told(one: PlanOperation): unknown[] {
  if (one.do === 'add_case') return one.operation === undefined ? [] : [one.operation]
  if (one.do === 'recipe') return [`${one.recipe} ${one.operation ?? ''}`, ...(one.fields ? [one.fields] : [])]
  if (one.do !== 'add_step') return [one]
  // What a sorted list is looked at for has tests of its own.
  const { do: _, kind: __, checks: ___, operation, ...more } = one
  return [operation, ...(Object.keys(more).length > 0 ? [more] : [])]
}
const planOf = async (words: string) => (await say(words)).proposal?.plan.flatMap(told)

describe('what a tester types first', () => {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => (method === 'parameters' ? [] : [`${method.toUpperCase()} ${path}`])),
  )
  it.each([
    ['create tests for this API', ...all],
    ['Erstelle Tests für diese API', ...all],
    ['generate basic tests for the whole API', ...all],
    ['create tests for events', ...all.filter((name) => name.includes('/events'))],
    ['crud tests for events and posts', 'crud POST /events', 'crud POST /posts'],
    [
      'update the location of an event to Paris and check it',
      'PATCH /events/{id}',
      { fields: { location: 'Paris' } },
      'GET /events/{id}',
      { same: ['location'] },
    ],
    [
      'create an event called "Jazz night" in Berlin and check it comes back',
      'POST /events',
      { fields: { name: 'Jazz night', location: 'Berlin' } },
      'GET /events/{id}',
      { same: ['name', 'location'] },
    ],
    ['events sorted by date', 'GET /events', { fields: { sort_by: 'event_date' } }],
    ['list events sorted by name descending', 'GET /events', { fields: { sort_by: 'name', order: 'desc' } }],
    ['posts between 2024-01-01 and 2024-01-31', 'GET /posts', { fields: { startDate: '2024-01-01', endDate: '2024-01-31' } }],
    ['register, log in and create an event with the token', 'POST /register', 'POST /login', 'POST /events', { token: 'own' }],
    ['log in and use the token for getting all posts', 'POST /login', 'GET /posts', { token: 'own' }],
    ['add a client named Anna', 'POST /clients', { fields: { firstName: 'Anna' } }],
    ['get client 1', 'GET /clients/{id}', { fields: { id: 1 } }],
    ['client with id 0 -> 404', 'GET /clients/{id}', { fields: { id: 0 }, status: 404 }],
    ['GET /clients/999 returns 404', 'GET /clients/{id}', { fields: { id: 999 }, status: 404 }],
    ['limit 0 should give 400', 'GET /clients', { fields: { limit: 0 }, status: 400 }],
    [
      'participants must be a number: send "many" and expect 400',
      'POST /events',
      { fields: { participants: 'many' }, status: 400 },
    ],
    ['create an event and a post, delete both', 'POST /events', 'POST /posts', 'DELETE /posts/{id}', 'DELETE /events/{id}'],
    ['check the response of GET /events against the schema', 'GET /events'],
    ['participants must be an integer', 'POST /events', { fields: { participants: 'not-valid' }, refused: true }],
    ['add a client named Ada Byron', 'POST /clients', { fields: { firstName: 'Ada Byron' } }],
    ['register with an invalid email', 'POST /register', { fields: { email: 'not-an-address' }, refused: true }],
    ['register without password gives 400', 'POST /register', { status: 400, omit: ['password'], refused: true }],
    ['song without group expect 400', 'POST /songs', { status: 400, omit: ['group'] }],
    ['filter songs by group "Muse"', 'GET /songs', { fields: { group: 'Muse' } }],
    ['songs released on 16.07.2006', 'GET /songs', { fields: { releaseDate: '16.07.2006' } }],
    ['get all subscriptions of a user', 'GET /subscriptions/{userID}'],
    [
      'create, read, update and delete a subscription',
      'POST /subscriptions',
      'GET /subscriptions/{userID}/{serviceName}',
      'PUT /subscriptions/{userID}/{serviceName}',
      'DELETE /subscriptions/{userID}/{serviceName}',
    ],
    ['create a subscription with price 20', 'POST /subscriptions', { fields: { price: 20 } }],
    [
      'edit an event\'s location to "Bern" and verify',
      'PATCH /events/{id}',
      { fields: { location: 'Bern' } },
      'GET /events/{id}',
      { same: ['location'] },
    ],
    ['get event with an invalid id', 'GET /events/{id}', { fields: { id: 'not-an-id' }, status: 404 }],
    ['event with an invalid location', 'POST /events', { fields: { location: '' }, refused: true }],
    ['posts between 01-2025 and 12-2025', 'GET /posts', { fields: { startDate: '01-2025', endDate: '12-2025' } }],
    [
      'smoke test',
      'GET /events',
      'GET /posts',
      'GET /songs',
      'GET /songs/{id}/verses',
      'GET /subscriptions/{userID}',
      'GET /clients',
    ],
    [
      'post a client with firstName "Anna", then get it and compare the name',
      'POST /clients',
      { fields: { firstName: 'Anna' } },
      'GET /clients/{id}',
      { same: [] },
    ],
  ])('[A1] %s', async (said, ...plan) => {
    expect(await planOf(said)).toEqual(plan)
  })

  it('[A1] changes the test that is named, rather than to make another one', async () => {
    expect((await say('add a check that it takes under 500 ms to the event list test')).proposal?.plan).toMatchObject([
      { do: 'set_assert', case: 'Event list', checks: [{ source: 'duration' }] },
    ])
    expect((await say('rename the test for the login to "Sign in"')).proposal?.plan).toEqual([
      { do: 'rename', what: 'case', name: 'Logs user into the system', to: 'Sign in' },
    ])
  })

  it('[A1] asks about an adjective that is no value of anything', async () => {
    const { kind, text: asked } = await say('add a client and add a phone contact to it')
    expect([kind, asked]).toEqual(['question', expect.stringContaining('phone')])
  })

  it('[A1] sends the token of a sign-in where the document forgot that it is needed', async () => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say('log in, then create an event')))
    expect(stepsOf(made)).toContain('transfer $.access_token -> session_token')
    expect(JSON.stringify(made)).toContain('Bearer ${session_token}')
  })

  it('[A1] takes the identifier from what an answer wraps, and compares there', async () => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say('create an event called "Gala" and check it comes back')))
    expect(stepsOf(made)).toEqual(
      expect.arrayContaining(['transfer $.data.id -> id', expect.stringContaining('json $.data.name Gala')]),
    )
  })

  it('[A1] sends what is of another type where a document asks for nothing', async () => {
    const { proposal } = await say('negative tests for creating an event')
    expect(proposal?.items.filter(({ of }) => of === 'case').map(({ name }) => name)).toEqual([
      'Create event with a wrong participants',
    ])
    expect(await say('negative tests for GET /posts')).toMatchObject({
      kind: 'answer',
      text: expect.stringContaining('Nothing that could be wrong'),
    })
  })

  it('[A1] proposes a case for each operation of a document that comes with the request, and none of those that were there', async () => {
    const other = {
      ...document,
      info: { title: 'Bikes', version: '1' },
      paths: { '/bikes': { get: { responses: { 200: { description: '' } } } } },
    }
    const attachments = [{ name: 'bikes.json', text: JSON.stringify(other) }]
    const turn = await talk().say('create tests for this API', { attachments })
    expect(turn.proposal?.plan.flatMap(told)).toEqual(['GET /bikes'])
    const empty = new Conversation([{ ...project, apis: [], suites: [] }])
    const all = empty.apply(
      await empty.say('create tests for this API', { attachments: [{ name: 'club.json', text: JSON.stringify(document) }] }),
    )
    expect(all.suites.flatMap(({ cases }) => cases)).toHaveLength(23)
  })

  it('[A1] leaves out of all of an API what cases ask for already, and says so', async () => {
    const other = new Conversation([{ ...project, suites: [] }])
    const first = other.apply(await other.say('create a test for GET /events/{id}'))
    const turn = await new Conversation([first]).say('create tests for this API')
    expect(turn.proposal?.plan.flatMap(told)).not.toContain('GET /events/{id}')
    expect(turn.proposal?.plan).toHaveLength(21)
    const all = await new Conversation([first]).say('create tests for every operation')
    expect(all.proposal?.plan).toHaveLength(23)
    expect(all.proposal?.warnings).not.toContainEqual(expect.stringMatching(/^Left out/))
    expect(turn.proposal?.warnings).toContain(
      'Left out, since cases ask for these 2 already: POST /events, GET /events/{id}. Name one to get another case.',
    )
  })

  it('[A1] means all of an API whose paths begin with /api, and switches off what would delete all of something', async () => {
    const paths = {
      '/api': { get: { summary: 'Version', responses: { 200: { description: '' } } } },
      '/api/hooks/{id}/tests': { post: { summary: 'Test a hook', responses: { 204: { description: '' } } } },
      '/api/stubs': { delete: { summary: 'Delete stubs', responses: { 200: { description: '' } } } },
    }
    const attachments = [{ name: 's.json', text: JSON.stringify({ openapi: '3.0.0', info: { title: 'Stubs' }, paths }) }]
    const empty = new Conversation([{ ...project, apis: [], suites: [] }])
    const turn = await empty.say('create tests for this API', { attachments })
    expect(turn.proposal?.warnings).toContainEqual(expect.stringMatching(/^Switched off, .+: DELETE \/api\/stubs$/))
    const cases = empty.apply(turn).suites.flatMap((suite) => suite.cases)
    expect(cases.map(({ name, steps }) => [name, steps.some(({ disabled }) => disabled)])).toEqual([
      ['Version', false],
      ['Test a hook', false],
      ['Delete stubs', true],
    ])
  })

  it('[A1] makes first what bodies have to name and what a path calls in the singular, and what ends ends later', async () => {
    const named = (name: string, type: object) => ({ type: 'object', required: [name], properties: { id: whole, [name]: type } })
    const day = { type: 'string', format: 'date' }
    const moment = { type: 'string', format: 'date-time' }
    const loan = { type: 'object', properties: { from: day, until: day, startsAt: moment, endsAt: moment } }
    const paths = {
      '/authors': { post: { requestBody: json(named('name', text)), responses: answers(named('name', text), 201) } },
      '/books': { post: { requestBody: json(named('author', whole)), responses: answers(named('author', whole), 201) } },
      '/books/{id}': { put: { requestBody: json(named('author', whole)), responses: answers({}, 200) } },
      '/buckets': { post: { requestBody: json(object({ id: whole })), responses: answers(object({ id: text }), 200, 201) } },
      '/buckets/{bucket}/files': { post: { responses: answers(object({ id: text }), 201) } },
      '/buckets/{bucket}/files/search': { post: { responses: answers(object({ id: text }), 200) } },
      '/buckets/{bucket}/files/{file}': { get: { responses: answers({}, 200) }, trace: { responses: answers({}, 200) } },
      '/silences': { post: { requestBody: json(loan), responses: answers(object({ silenceID: text }), 200) } },
      '/silence/{silenceID}': { get: { responses: answers({}, 200) } },
    }
    const attachments = [{ name: 's.json', text: JSON.stringify({ openapi: '3.0.0', info: { title: 'Library' }, paths }) }]
    const empty = new Conversation([{ ...project, apis: [], suites: [] }])
    const made = empty.apply(await empty.say('create tests for this API', { attachments }))
    const requests = made.suites.flatMap((suite) =>
      suite.cases.map(({ steps }) =>
        steps.flatMap((step) => (step.kind === 'send-request' ? [`${step.method} ${step.url}`] : [])),
      ),
    )
    expect(requests).toEqual([
      ['POST ${baseUrl}/authors'],
      ['POST ${baseUrl}/authors', 'POST ${baseUrl}/books'],
      ['POST ${baseUrl}/authors', 'POST ${baseUrl}/books', 'PUT ${baseUrl}/books/${id}'],
      ['POST ${baseUrl}/buckets'],
      ['POST ${baseUrl}/buckets', 'POST ${baseUrl}/buckets/${bucket}/files'],
      ['POST ${baseUrl}/buckets', 'POST ${baseUrl}/buckets/${bucket}/files/search'],
      ['POST ${baseUrl}/buckets', 'POST ${baseUrl}/buckets/${bucket}/files', 'GET ${baseUrl}/buckets/${bucket}/files/${file}'],
      ['POST ${baseUrl}/silences'],
      ['POST ${baseUrl}/silences', 'GET ${baseUrl}/silence/${silenceID}'],
    ])
    const bodies = made.suites.flatMap((suite) =>
      suite.cases.flatMap(({ steps }) =>
        steps.flatMap((step) => (step.kind === 'send-request' && step.body.type === 'json' ? [step.body.text] : [])),
      ),
    )
    const lives = empty.apply(await empty.say('crud tests for silences')).suites.flatMap((suite) => suite.cases)
    expect(lives.map(({ name }) => name)).toContain('Life cycle of silence')
    // What its server gives is not sent.
    expect(bodies[6]).toBe('{}')
    expect(bodies[4]).toMatch(/"author": \$\{author\}/)
    expect(bodies[5]).toMatch(/"author": \$\{author\}/)
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({
      from: '${random.pastDate}',
      until: '${random.futureDate}',
      startsAt: '${now.iso}',
      endsAt: '2099-12-31T12:00:00Z',
    })
  })

  it('[A1] takes what is found by a text from the name in the answer, not from its number, or from what was sent', async () => {
    const named = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
    const org = object({ id: whole, name: text })
    const user = object({ id: whole, login: text })
    const paths = {
      '/orgs': { post: { requestBody: json(object({ full_name: text })), responses: answers(org, 201) } },
      '/orgs/{org}': { get: { ...named('org'), responses: answers(org, 200) } },
      '/users': {
        post: {
          requestBody: json({ ...object({ username: text, visibility: text, source_id: whole }), required: ['username'] }),
          responses: answers(user, 201),
        },
      },
      '/users/{username}': { get: { ...named('username'), responses: answers(user, 200) } },
    }
    const attachments = [{ name: 's.json', text: JSON.stringify({ openapi: '3.0.0', info: { title: 'Forge' }, paths }) }]
    const empty = new Conversation([{ ...project, apis: [], suites: [] }])
    const made = empty.apply(await empty.say('create tests for this API', { attachments }))
    const cases = made.suites.flatMap((suite) => suite.cases)
    const transfers = cases.flatMap(({ steps }) => steps.flatMap((step) => ('transfers' in step ? step.transfers : [])))
    expect(transfers).toMatchObject([{ path: '$.name', to: 'org' }])
    const [asked] = cases.at(-1)?.steps ?? []
    expect(cases.at(-1)?.variables).toMatchObject([{ name: 'username', value: '${random.userName}' }])
    expect(asked).toMatchObject({ body: { text: '{\n  "username": "${username}"\n}' } })
  })

  it('[A1] says how many operations of a large API are not in the proposal, and offers them next', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 203 }, (_, at) => [`/t${at}`, { get: { responses: { 200: { description: '' } } } }]),
    )
    const attachments = [{ name: 's.json', text: JSON.stringify({ openapi: '3.0.0', info: { title: 'Large' }, paths }) }]
    const empty = new Conversation([{ ...project, apis: [], suites: [] }])
    const turn = await empty.say('create tests for this API', { attachments })
    expect(turn.proposal?.warnings).toContain('Not in this proposal: GET /t200, GET /t201, GET /t202 (3)')
    expect(empty.apply(turn).suites.flatMap(({ cases }) => cases)).toHaveLength(200)
    const next = await empty.say('create tests for this API')
    expect(next.proposal?.plan).toHaveLength(3)
  })

  it('[A1] asks which request is meant where several have the parameter that is named', async () => {
    expect(await say('page 0 -> 400')).toMatchObject({
      kind: 'question',
      slot: 'operation',
      options: ['GET /songs', 'GET /songs/{id}/verses'],
    })
  })

  it('[A1] asks about one thing of a list, which it does not make', async () => {
    expect(await say('list songs, then get the first one')).toMatchObject({ kind: 'question', slot: 'left' })
    expect(await say('test login with correct and wrong password')).toMatchObject({ kind: 'question', slot: 'left' })
  })

  it('[A1] answers which statuses a document has', async () => {
    expect((await say('which statuses does POST /songs return?')).text).toContain('201, 400, 409')
  })

  it('[A1] finds a thing by the keys that it was made with', async () => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say('delete a subscription')))
    expect(stepsOf(made)).toContain('DELETE ${baseUrl}/subscriptions/ada/Radio%20One')
  })

  it('[A1] sends the same a second time where that is what has to be refused', async () => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say('add the same client twice, the second gives 400')))
    expect(made?.variables.map(({ name }) => name)).toEqual(['firstName', 'lastName'])
    expect(made?.steps.flatMap((step) => ('body' in step && step.body.type === 'json' ? [step.body.text] : []))).toEqual([
      '{\n  "firstName": "${firstName}",\n  "lastName": "${lastName}"\n}',
      '{\n  "firstName": "${firstName}",\n  "lastName": "${lastName}"\n}',
    ])
  })
})
