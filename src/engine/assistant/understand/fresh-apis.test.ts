import { beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '#engine/importers/run-import.ts'
import type { Project } from '#engine/project/schema.ts'
import type { PlanOperation } from '../plan.ts'
import { Conversation, newCase, stepsOf } from '../testing/conversation.ts'

const text = { type: 'string' }
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object | undefined, ...statuses: number[]) =>
  Object.fromEntries(statuses.map((status, at) => [status, { description: '', ...(at === 0 && schema ? json(schema) : {}) }]))
const made = object({ id: text })
const path = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: text }))
const query = (...names: string[]) => names.map((name) => ({ name, in: 'query', schema: text }))
const secured = { security: [{ bearer: [] }] }

const place = object(
  {
    name: { ...text, maxLength: 255 },
    address: { $ref: '#/components/schemas/Address' },
    menu: { $ref: '#/components/schemas/Menu' },
  },
  ['name', 'address', 'menu'],
)

/** APIs as people write them: bodies in bodies, abbreviated paths, a sign-in for each kind of user, words that stand in paths only. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Town', version: '1' },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Address: object({ street: text, city: text, zip: text }, ['street', 'city', 'zip']),
      Menu: object(
        {
          items: {
            type: 'array',
            items: object({ id: { type: 'integer' }, label: text, price: { ...text, maxLength: 10 } }, ['id', 'label', 'price']),
          },
        },
        ['items'],
      ),
    },
  },
  paths: {
    '/restaurants': {
      get: {
        responses: answers({ type: 'array', items: made }, 200),
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
      },
      post: { requestBody: json(object({ restaurant: place }, ['restaurant'])), responses: answers(made, 201, 400) },
    },
    '/restaurants/{restaurantId}/menu': {
      put: {
        summary: 'Update the menu',
        parameters: path('restaurantId'),
        requestBody: json(object({ menu: { $ref: '#/components/schemas/Menu' } }, ['menu'])),
        responses: answers(made, 200),
      },
    },
    '/projects': {
      get: { summary: 'List projects', ...secured, responses: answers({ type: 'array', items: made }, 200) },
      post: {
        summary: 'Create a project',
        ...secured,
        requestBody: json(object({ name: text })),
        responses: answers(made, 201, 401),
      },
    },
    '/projects/{projectId}': {
      get: { summary: 'Get project', ...secured, parameters: path('projectId'), responses: answers(made, 200, 403) },
    },
    '/tasks/{projectId}': {
      parameters: path('projectId'),
      get: { summary: 'List all tasks', ...secured, responses: answers({ type: 'array', items: made }, 200) },
      post: {
        summary: 'Create a task',
        ...secured,
        requestBody: json(object({ title: text })),
        responses: answers(made, 201, 403),
      },
    },
    '/tasks/{projectId}/t/{taskId}': {
      parameters: path('projectId', 'taskId'),
      put: {
        summary: 'Update task',
        ...secured,
        requestBody: json(object({ title: text, status: { enum: ['todo', 'done'] } })),
        responses: answers(made, 200),
      },
      delete: { summary: 'Delete task', ...secured, responses: answers(undefined, 200) },
    },
    '/members': {
      post: {
        summary: 'Add member',
        ...secured,
        requestBody: json(object({ role: { enum: ['admin', 'member'] } })),
        responses: answers(made, 201),
      },
    },
    '/auth/change-password': {
      post: {
        summary: 'Change password',
        ...secured,
        requestBody: json(object({ old_password: text, new_password: text })),
        responses: answers(undefined, 200),
      },
    },
    '/auth/refresh-token': {
      post: {
        summary: 'Refresh access token',
        requestBody: json(object({ refresh_token: text })),
        responses: answers(object({ access_token: text }), 200),
      },
    },
    '/admin/login': {
      post: {
        requestBody: json(object({ email: text, password: text })),
        responses: answers(object({ access_token: text, refresh_token: text }), 200),
      },
    },
    '/driver/login': {
      post: {
        requestBody: json(object({ email: text, password: text })),
        responses: answers(object({ access_token: text }), 200),
      },
    },
    '/driver/assigned_customers': { get: { ...secured, responses: answers({ type: 'array', items: made }, 200) } },
    '/admin/assign_driver': {
      put: { ...secured, requestBody: json(object({ driver: text })), responses: answers(undefined, 200) },
    },
    '/students': {
      get: {
        summary: 'List students',
        parameters: [
          { name: 'active', in: 'query', schema: { type: 'boolean' } },
          { name: 'minScore', in: 'query', schema: { type: 'number' } },
          { name: 'maxScore', in: 'query', schema: { type: 'number' } },
          { name: 'name', in: 'query', schema: text },
        ],
        responses: answers({ type: 'array', items: made }, 200),
      },
      post: {
        summary: 'Create student',
        requestBody: json(object({ name: text, age: { type: 'integer' }, cpf: { type: 'integer' } })),
        responses: answers(made, 200, 400),
      },
    },
    '/students/{id}': {
      parameters: path('id'),
      get: { summary: 'Get student', responses: answers(made, 200, 404) },
      delete: { summary: 'Delete student', responses: answers(undefined, 200, 404) },
    },
    '/guests': {
      post: {
        summary: 'Register guest',
        requestBody: json(object({ email: text, password: text, confirmPassword: text })),
        responses: answers(made, 201, 400),
      },
    },
    '/guests/{username}': {
      parameters: path('username'),
      get: { summary: 'Get guest', responses: answers(made, 200, 400) },
      delete: { summary: 'Delete guest', responses: answers(undefined, 200) },
    },
    '/genres/genre/{genre}': {
      get: {
        summary: 'Get films of a genre',
        parameters: path('genre'),
        responses: answers({ type: 'array', items: made }, 200),
      },
    },
    '/cart': {
      post: {
        summary: 'Put into the cart',
        requestBody: json(object({ productId: { type: 'integer' } })),
        responses: answers(undefined, 200, 400),
      },
      delete: {
        summary: 'Take out of the cart',
        requestBody: json(object({ productId: { type: 'integer' } })),
        responses: answers(undefined, 200),
      },
    },
    '/depots': {
      post: { summary: 'Create depot', ...secured, requestBody: json(object({ town: text })), responses: answers(made, 201) },
    },
    '/depots/{depotId}/delete_last_parcel': {
      post: { ...secured, parameters: path('depotId'), responses: answers(undefined, 200) },
    },
    '/receptions': {
      post: {
        summary: 'Open a reception',
        ...secured,
        requestBody: json(object({ depotId: text }, ['depotId'])),
        responses: answers(made, 201, 400),
      },
    },
    '/parcels': {
      get: {
        summary: 'List parcels',
        parameters: query('kind'),
        responses: answers({ type: 'array', items: object({ kind: { enum: ['bag', 'box'] } }) }, 200),
      },
      post: {
        summary: 'Add a parcel',
        ...secured,
        requestBody: json(object({ depotId: text }, ['depotId'])),
        responses: answers(made, 201, 400),
      },
    },
    '/transactions/{transactionId}/labels': {
      post: {
        summary: 'Add a label',
        parameters: path('transactionId'),
        requestBody: json(object({ category: text, description: text })),
        responses: answers(made, 201),
      },
    },
    '/transactions/{transactionId}/labels/{labelId}': {
      delete: {
        summary: 'Remove a label',
        parameters: path('transactionId', 'labelId'),
        responses: answers(undefined, 200, 404),
      },
    },
  },
}

/** A plan in short: operations, each with what is said of it. */
const told = (plan: readonly PlanOperation[] | undefined): unknown[] =>
  (plan ?? []).flatMap((one): unknown[] => {
    if (one.do === 'add_case') return []
    if (one.do !== 'add_step') return [one]
    const { do: _do, kind: _kind, operation, case: _case, ...more } = one
    return Object.keys(more).length === 0 ? [operation] : [operation, more]
  })

describe('requests for APIs that nobody tuned for', () => {
  let project: Project
  beforeAll(async () => {
    let count = 0
    const result = await runImport(
      'auto',
      { name: 'town.json', files: [{ path: 'town.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }] },
      () => `i${++count}`,
    )
    if (!result.ok) throw new Error(result.error.message)
    project = result.value.project
  })
  const talk = () => new Conversation([project])
  const bodies = async (said: string): Promise<unknown[]> => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say(said)))
    return (made?.steps ?? []).flatMap((step) =>
      'body' in step && step.body.type === 'json' ? [JSON.parse(step.body.text)] : [],
    )
  }
  const steps = async (said: string): Promise<string[]> => {
    const one = talk()
    const before = one.project(project.id)
    const made = newCase(before, one.apply(await one.say(said)))
    return stepsOf(made).filter((step) => !step.startsWith('assertion'))
  }

  it('[A1] finds members that stand deeper in a body, and those of the first item of its lists', async () => {
    expect(await bodies('create a restaurant called "Pasta Bar" in Rome')).toMatchObject([
      { restaurant: { name: 'Pasta Bar', address: { city: 'Rome' } } },
    ])
    expect(await bodies('update the menu of a restaurant to one item "Pizza" with price 9.50').then((all) => all.at(-1))).toEqual(
      {
        menu: { items: [{ id: expect.anything(), label: 'Pizza', price: '9.50' }] },
      },
    )
    const [without] = await bodies('zip is missing -> 400')
    expect(without).toMatchObject({ restaurant: { address: { street: expect.any(String) } } })
    expect(JSON.stringify(without)).not.toContain('zip')
    // What is counted is no price.
    expect((await talk().say('create 3 restaurants')).proposal?.plan.flatMap((one) => told([one]))).toEqual([
      'POST /restaurants',
      'POST /restaurants',
      'POST /restaurants',
    ])
  })

  it.each([
    [
      'price longer than 10 characters must be rejected',
      'POST /restaurants',
      { fields: { price: 'a'.repeat(11) }, refused: true },
    ],
    ['restaurant name too long', 'POST /restaurants', { fields: { name: 'a'.repeat(256) }, refused: true }],
    [
      'restaurant name of 255 chars works, 256 doesn’t',
      'POST /restaurants',
      { fields: { name: 'a'.repeat(255) } },
      'POST /restaurants',
      { fields: { name: 'a'.repeat(256) }, refused: true },
    ],
    ['list restaurants, limit 31 is too much', 'GET /restaurants', { fields: { limit: 31 }, refused: true }],
    [
      'create a project named Apollo and check it shows up in my projects',
      'POST /projects',
      { fields: { name: 'Apollo' } },
      'GET /projects',
      { holds: true },
    ],
    ['get a project I am not a member of: 403', 'GET /projects/{projectId}', { status: 403, as: 'other_user' }],
    [
      'only admins can create tasks',
      'POST /tasks/{projectId}',
      { as: 'admin' },
      'POST /tasks/{projectId}',
      { status: 403, as: 'member' },
    ],
    [
      'add a label "Groceries" to a transaction',
      'POST /transactions/{transactionId}/labels',
      { fields: { category: 'Groceries' } },
    ],
    ['log in as driver and get my assigned customers', 'POST /driver/login', 'GET /driver/assigned_customers'],
    ['admin login with wrong password', 'POST /admin/login', { fields: { password: 'not-the-password' }, status: 401 }],
    ['admin assigns a driver', 'PUT /admin/assign_driver'],
    ['add a parcel, then delete the last one', 'POST /parcels', 'POST /depots/{depotId}/delete_last_parcel'],
    ['list all active students', 'GET /students', { fields: { active: true } }],
    ['list inactive students', 'GET /students', { fields: { active: false } }],
    ['change the base URL to http://localhost:8080', { do: 'set_var', name: 'baseUrl', value: 'http://localhost:8080' }],
    [
      'add product 3 to the cart, remove it again',
      'POST /cart',
      { fields: { productId: 3 } },
      'DELETE /cart',
      { fields: { productId: 3 } },
    ],
    ['list students between 100 and 500', 'GET /students', { fields: { minScore: 100, maxScore: 500 } }],
    ['search for a student named laptop', 'GET /students', { fields: { name: 'laptop' } }],
    ['add a student called Maria aged 23', 'POST /students', { fields: { age: 23, name: 'Maria' } }],
    ['student younger than 0 is rejected', 'POST /students', { fields: { age: -1 }, refused: true }],
    ['delete a student and verify 404 afterwards', 'DELETE /students/{id}', 'GET /students/{id}', { status: 404 }],
    [
      "register with passwords that don't match",
      'POST /guests',
      { fields: { confirmPassword: 'another-password' }, refused: true },
    ],
    [
      'delete guest bob, then get him 404',
      'DELETE /guests/{username}',
      { fields: { username: 'bob' } },
      'GET /guests/{username}',
      { fields: { username: 'bob' }, status: 404 },
    ],
    ['get a guest that does not exist', 'GET /guests/{username}', { status: 400, unknown: true }],
    ['put an unknown product into the cart should be 400', 'POST /cart', { fields: { productId: 999_999_999 }, status: 400 }],
    ['remove a product from the cart', 'DELETE /cart'],
    ['adding a parcel without an open reception -> 400', 'POST /parcels', { status: 400 }],
    [
      'second reception while the first one is still open should be rejected',
      'POST /receptions',
      'POST /receptions',
      { refused: true },
    ],
    [
      'every parcel is either a bag or a box',
      'GET /parcels',
      {
        checks: [
          {
            source: 'json',
            at: '$',
            is: 'matches-schema',
            value: { type: 'array', items: { required: ['kind'], properties: { kind: { enum: ['bag', 'box'] } } } },
          },
        ],
      },
    ],
  ])('[A1] %s', async (said, ...plan) => {
    const { proposal, text: answer } = await talk().say(said)
    expect(told(proposal?.plan), answer).toEqual(plan)
  })

  it('[A1] makes what the parameters of a path are called after, though the path abbreviates it', async () => {
    expect(await steps('create a task in a project, set its status to done, then delete it')).toEqual([
      'POST ${baseUrl}/projects',
      'transfer $.id -> projectId',
      'POST ${baseUrl}/tasks/${projectId}',
      'transfer $.id -> taskId',
      'PUT ${baseUrl}/tasks/${projectId}/t/${taskId}',
      'DELETE ${baseUrl}/tasks/${projectId}/t/${taskId}',
    ])
    expect(await steps('delete a label twice, the second time 404')).toEqual([
      'POST ${baseUrl}/transactions/${transactionId}/labels',
      'transfer $.id -> labelId',
      'DELETE ${baseUrl}/transactions/${transactionId}/labels/${labelId}',
      'DELETE ${baseUrl}/transactions/${transactionId}/labels/${labelId}',
    ])
  })

  it('[A1] signs in with the password that was changed, and has something to refresh', async () => {
    const [signIn, changed, again] = await bodies('log in, change my password, log in with the new one')
    expect(changed).toMatchObject({ old_password: '${login_password}' })
    expect(signIn).toEqual({ email: '${login_email}', password: '${login_password}' })
    expect(again).toEqual({ email: '${login_email}', password: '${new_password}' })
    const [change, login] = await bodies('change my password and log in with the new one')
    expect(change).toEqual({ old_password: '${login_password}', new_password: '${new_password}' })
    expect(login).toEqual({ email: '${login_email}', password: '${new_password}' })
    expect(await steps('refresh the access token')).toEqual([
      'POST ${baseUrl}/admin/login',
      expect.stringContaining('$.refresh_token -> refresh_token'),
      'POST ${baseUrl}/auth/refresh-token',
    ])
  })
})
