import { describe, expect, it } from 'vitest'
import { parseApi } from '#engine/api/document.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import { writeProject } from '#engine/project/write.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { Conversation, newCase, projectOf, stepsOf } from '../testing/conversation.ts'

const object = (properties: object) => ({ type: 'object', properties })
const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object, ...statuses: number[]) =>
  Object.fromEntries(statuses.map((status, at) => [status, { description: '', ...(at === 0 ? json(schema) : {}) }]))

const movie = object({ id: { type: 'integer' }, title: text, rating: { type: 'number' } })
const account = object({ email: text, password: text })
const task = object({ id: { type: 'integer' }, title: text })
const form = object({ 'movie[title]': text, 'movie[rating]': { type: 'number' } })

/** How other frameworks than those of REST's books describe an API. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Others', version: '1' },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/users': {
      post: { summary: 'User registration', requestBody: json(object({ user: account })), responses: answers(account, 201) },
    },
    '/users/sign_in': {
      post: {
        summary: 'User login',
        requestBody: json(object({ user: account })),
        responses: answers(object({ token: text }), 200, 401),
      },
    },
    '/current_user': { get: { summary: 'Fetch current user', responses: answers(account, 200) } },
    '/movies': {
      post: {
        summary: 'Create a movie',
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: answers(object({ movie }), 201, 422),
      },
    },
    '/movies/{id}': {
      get: { summary: 'Fetch a movie', responses: answers(movie, 200, 404) },
      patch: {
        summary: 'Update a movie',
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: answers(movie, 200),
      },
    },
    '/reports/daily': {
      get: {
        summary: 'Daily report',
        parameters: [{ name: 'date', in: 'query', required: true, schema: text }],
        responses: answers(object({ total: { type: 'integer' } }), 200, 400),
      },
    },
    '/admin/projects': { get: { summary: 'List projects (admin)', responses: answers(object({}), 200) } },
    '/teams/{id}/epics': {
      post: {
        summary: 'Create an epic',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        requestBody: json(object({ startDate: text, dueDate: text, ownerId: { type: 'integer' } })),
        responses: answers(task, 201, 400),
      },
    },
    '/park': { post: { summary: 'Park', responses: answers(object({}), 200, 400) } },
    '/projects': {
      get: { summary: 'Get all projects a user has access to', responses: answers({ type: 'array', items: task }, 200) },
      put: {
        summary: 'Creates a project',
        requestBody: json(task),
        responses: answers(task, 201, 403),
        security: [{ bearer: [] }],
      },
    },
    '/projects/{id}': { get: { summary: 'Gets a project', responses: answers(task, 200) } },
    '/projects/{id}/tasks': { put: { summary: 'Create a task', requestBody: json(task), responses: answers(task, 201) } },
    '/tasks/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { summary: 'Get one task', responses: answers(task, 200, 404) },
      delete: { summary: 'Delete a task', responses: answers(task, 200) },
    },
  },
}

const project = await (async (): Promise<Project> => {
  const parsed = await parseApi(new TextEncoder().encode(JSON.stringify(document)), 'others.json')
  if (!parsed.ok) throw parsed.error
  return { ...emptyProject('p', 'Mine'), apis: [{ id: 'api', name: 'Others', description: '', document: parsed.value.text }] }
})()

async function caseOf(said: string): Promise<Case | undefined> {
  const talk = new Conversation([project])
  return newCase(project, talk.apply(await talk.say(said, { active: project.id })))
}

/** The project with suites as a file has them. */
const withSuites = (suites: object[]): Project =>
  projectOf(JSON.stringify({ ...(JSON.parse(writeProject(project)) as object), suites }))

/** What a request sends, as text. */
const bodyOf = (one: Case | undefined, name: string): string =>
  JSON.stringify(one?.steps.filter(isSendRequestStep).find((step) => step.name === name)?.body)

const checksOf = (one: Case | undefined): unknown[] => (one?.steps ?? []).flatMap((step) => ('checks' in step ? step.checks : []))

describe('documents that are written in other ways', () => {
  it('hands on what is made by PUT', async () => {
    const one = await caseOf('delete a task and get it again, expect 404')
    expect(stepsOf(one).filter((step) => /^(?:transfer|DELETE|GET)/.test(step))).toEqual([
      'transfer $.id -> id',
      'transfer $.id -> task_id',
      'DELETE ${baseUrl}/tasks/${task_id}',
      'GET ${baseUrl}/tasks/${task_id}',
    ])
  })

  it('tells two things apart whose paths call both `id`', async () => {
    const one = await caseOf('create a project, create a task, get the task')
    expect(stepsOf(one).filter((step) => !step.startsWith('assertion'))).toEqual([
      'PUT ${baseUrl}/projects',
      'transfer $.id -> id',
      'PUT ${baseUrl}/projects/${id}/tasks',
      'transfer $.id -> task_id',
      'GET ${baseUrl}/tasks/${task_id}',
    ])
  })

  it('puts values into a form whose fields are named after the thing', async () => {
    const one = await caseOf('create a movie with title "Dune" and rating 8, then fetch it and check the title')
    expect(bodyOf(one, 'Create a movie')).toContain('{"name":"movie[title]","value":"Dune","disabled":false}')
    expect(bodyOf(one, 'Create a movie')).toContain('{"name":"movie[rating]","value":"8","disabled":false}')
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.title', not: false, is: 'equals', value: 'Dune' })
  })

  it('leaves a member of a form out', async () => {
    const one = await caseOf('create movie without title -> 422')
    expect(bodyOf(one, 'Create a movie')).not.toContain('movie[title]')
    expect(bodyOf(one, 'Create a movie')).toContain('movie[rating]')
  })

  it('looks whether a change was saved, by its value', async () => {
    const one = await caseOf('update the rating of a movie to 9.5 and make sure it was saved')
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.rating', not: false, is: 'equals', value: 9.5 })
  })

  it('sends what was registered when it signs in, inside of the object that a framework asks for', async () => {
    const one = await caseOf('register a user, log in and get the current user. email must be the one i registered')
    expect(bodyOf(one, 'User login')).toContain('{\\n  \\"user\\": {\\n    \\"email\\": \\"${email}\\"')
    expect(one?.variables).toContainEqual({ name: 'email', value: '${random.email}', description: '' })
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.email', not: false, is: 'equals', value: '${email}' })
  })
})

const requestsOf = (one: Case | undefined): string[] => stepsOf(one).filter((step) => /^[A-Z]+ /.test(step))

describe('what is said of how, how often and as whom', () => {
  it('does something as often as it was said, and expects of the last what was said of that', async () => {
    const one = await caseOf('park 3 times, the third one must fail')
    expect(requestsOf(one)).toEqual(Array(3).fill('POST ${baseUrl}/park'))
    expect(stepsOf(one).filter((step) => step.startsWith('assertion'))).toEqual([
      'assertion status 200, response',
      'assertion status 200, response',
      'assertion status 400, response',
    ])
    const wrong = await caseOf('log in with a wrong password 2 times, then with the right one')
    expect(
      stepsOf(wrong)
        .filter((step) => step.startsWith('assertion'))
        .map((step) => step.slice(0, 20)),
    ).toEqual(['assertion status 401', 'assertion status 401', 'assertion status 200'])
  })

  it('sends a request with the token of whom it is asked for as, and a guest without one', async () => {
    const talk = new Conversation([project])
    const turn = await talk.say('as admin create a project; as a normal user the same call must give 403; as guest 401', {
      active: project.id,
    })
    expect(turn.proposal?.requests.map(({ headers }) => headers.find(({ name }) => name === 'Authorization')?.value)).toEqual([
      'Bearer ${admin_token}',
      'Bearer ${user_token}',
      undefined,
    ])
    expect(turn.proposal?.warnings).toEqual(
      expect.arrayContaining(['The secret variable admin_token needs a value.', 'The secret variable user_token needs a value.']),
    )
  })

  it('keeps what else a request with the token of somebody needs, and takes no token of others', async () => {
    const secret = { name: 'superuser_token', value: { secret: 'others/superuser' }, description: '' }
    const bare = { ...project, environments: [], variables: [secret] }
    const talk = new Conversation([bare])
    const turn = await talk.say('as a normal user create a project', { active: bare.id })
    expect(turn.proposal?.requests[0]?.headers).toContainEqual(expect.objectContaining({ value: 'Bearer ${user_token}' }))
    expect(talk.apply(turn).variables.map(({ name }) => name)).toEqual(['superuser_token', 'baseUrl', 'user_token'])
  })

  it('takes the authorization of the project, leaves it out, and spoils it where that is asked for', async () => {
    const given = { ...project, headers: [{ name: 'Authorization', value: 'Bearer ${shop_token}', disabled: false }] }
    const sent = async (said: string) => {
      const talk = new Conversation([given])
      const turn = await talk.say(said, { active: given.id })
      const made = newCase(given, talk.apply(turn))
      return {
        preview: turn.proposal?.requests.map(({ headers }) => headers.find(({ name }) => name === 'Authorization')?.value),
        own: made?.steps.flatMap((step) =>
          'headers' in step ? [step.headers.map(({ value, disabled }) => (disabled ? 'off' : value))] : [],
        ),
        secrets: talk.project(given.id).variables.map(({ name }) => name),
      }
    }
    expect(await sent('create a project')).toMatchObject({ preview: ['Bearer ${shop_token}'], own: [[]] })
    expect(await sent('create a project without a token must give 401')).toMatchObject({ preview: [undefined], own: [['off']] })
    expect(await sent('create a project with a wrong token must give 401')).toMatchObject({ own: [['Bearer not-a-token']] })
    // The secret that the document would ask for is not needed.
    expect((await sent('create a project')).secrets).toEqual(['baseUrl'])
  })

  it('asks about what no request does, and says of a longer text what it leaves out', async () => {
    const say = (said: string) => new Conversation([project]).say(said, { active: project.id })
    expect((await say('create a task and check in the db that it is there')).text).toContain('“db”')
    const long = await say(
      'create a project and then get the project and please make sure that nothing at all smells fishy in it',
    )
    expect(long.kind === 'question' || long.proposal?.warnings[0]?.startsWith('Not in this proposal')).toBe(true)
  })

  it.each([
    ['daily report for 2026-01-31, total should be at least 3', 'GET ${baseUrl}/reports/daily', { is: 'at-least', value: 3 }],
    [
      'daily report for 2026-01-31, total must be greater than 0',
      'GET ${baseUrl}/reports/daily',
      { is: 'greater-than', value: 0 },
    ],
  ])('compares as it was said: %s', async (said, request, check) => {
    const one = await caseOf(said)
    expect(requestsOf(one).at(-1)).toBe(request)
    expect(checksOf(one)).toContainEqual(expect.objectContaining(check))
  })

  it('takes a day for the only field of one, a path with the id that is said, and what is nearer than an outlying part', async () => {
    const talk = new Conversation([project])
    const planOf = async (said: string) => (await talk.say(said, { active: project.id })).proposal?.plan.at(-1)
    expect(await planOf('daily report with an invalid date 31-31-2026 returns 400')).toMatchObject({
      fields: { date: '31-31-2026' },
      status: 400,
    })
    expect(await planOf('GET /tasks/{id} with id abc -> 404')).toMatchObject({ fields: { id: 'abc' }, status: 404 })
    expect(await planOf('list projects')).toMatchObject({ operation: 'GET /projects' })
  })
})

describe('values and what is left out', () => {
  it('takes a value for one field, and a word for presence as no value', async () => {
    const talk = new Conversation([project])
    const planOf = async (said: string) => (await talk.say(said, { active: project.id })).proposal?.plan.at(-1)
    expect(await planOf('create a task with title "A", log in and check that a token is returned')).toMatchObject({
      checks: [{ at: '$.token', is: 'exists' }],
    })
    expect((await planOf('create an epic with due date 2026-12-31 and owner id 5')) as { fields?: object }).toMatchObject({
      fields: { dueDate: '2026-12-31', ownerId: 5 },
    })
    expect(JSON.stringify(await planOf('create an epic with due date 2026-12-31 and owner id 5'))).not.toMatch(/startDate|"id"/)
    expect((await talk.say('create an epic without body returns 400', { active: project.id })).text).toContain('“body”')
  })
})

describe('a project that was made of a document', () => {
  const steps = (method: string, path: string) => [
    { kind: 'send-request', id: `${method}${path}`, name: 'Ask', method, url: `\${baseUrl}${path}` },
    {
      kind: 'assertion',
      id: `a${method}${path}`,
      name: 'Answers',
      step: `${method}${path}`,
      checks: [{ source: 'status', is: 'equals', value: 201 }],
    },
  ]
  const whole = withSuites([
    {
      id: 's',
      name: 'Users',
      cases: [
        { id: 'c1', name: 'Create a task', steps: steps('PUT', '/projects/1/tasks') },
        { id: 'c2', name: 'DailyReport', steps: steps('GET', '/reports/daily') },
        { id: 'c3', name: 'Get all projects', steps: steps('GET', '/projects') },
      ],
    },
  ])
  const say = (said: string) => new Conversation([whole]).say(said, { active: whole.id })

  it.each([
    ['remove the DailyReport test', [{ do: 'remove', what: 'case', name: 'DailyReport' }]],
    [
      'move DailyReport to a new suite called "Reports"',
      [
        { do: 'add_suite', name: 'Reports' },
        { do: 'move', what: 'case', name: 'DailyReport', to: 'Reports' },
      ],
    ],
    [
      'change "Create a task" so that it expects 403',
      [expect.objectContaining({ do: 'set_assert', case: 'Create a task', replace: true })],
    ],
    [
      'load test the daily report with 50 users for 2 minutes',
      [expect.objectContaining({ do: 'set_load', target: 'DailyReport', users: 50 })],
    ],
  ])('%s', async (said, plan) => {
    expect((await say(said)).proposal?.plan).toEqual(plan)
  })

  it('tells which cases ask for something', async () => {
    expect((await say('which tests cover PUT?')).text).toBe('1 case: Create a task')
    expect((await say('how many cases do I have for projects?')).text).toBe('1 case: Get all projects')
    expect((await say('is there a way that tests cover DELETE?')).kind).not.toBe('proposal')
    expect((await say('which tests cover DELETE?')).text).toBe('No case of this project asks for that.')
  })
})
