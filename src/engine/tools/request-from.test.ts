import { describe, expect, it } from 'vitest'
import { emptyProject, emptySuite } from '#engine/project/empty.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { callTool, emptyWorkingMemory, type SecretlessProject, type ToolSession, type WorkingMemory } from './index.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const definition = {
  openapi: '3.0.3',
  info: { title: 'Mail', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/mails': {
      post: {
        operationId: 'sendMail',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['to', 'sender'],
                properties: {
                  to: { ...text, example: 'a@example.com' },
                  lists: { type: 'array', items: number },
                  appid: { ...number, example: 5 },
                  trace: { ...text, readOnly: true },
                  sender: {
                    type: 'object',
                    required: ['id'],
                    properties: { id: number, team: { ...number, example: 7 }, note: { ...text, example: 'n' } },
                  },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'Sent' }, 422: { description: 'Refused' } },
      },
      put: {
        operationId: 'sendAgain',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { at: { ...text, example: 'now' } } } } },
        },
        responses: { 204: { description: 'Sent' } },
      },
      get: {
        operationId: 'findMails',
        parameters: [
          {
            name: 'search',
            in: 'query',
            required: true,
            schema: {
              type: 'object',
              required: ['q'],
              properties: { q: { ...text, example: 'a' }, sort: { ...text, example: 's' }, page: { ...number, example: 1 } },
            },
          },
        ],
        responses: { 200: { description: 'Found' } },
      },
    },
  },
}
const project = {
  ...emptyProject('p', 'Mail'),
  variables: [{ name: 'baseUrl', value: 'http://localhost', description: '' }],
  apis: [{ id: 'api1', name: 'Mail', document: JSON.stringify(definition) }],
  suites: [
    { ...emptySuite('s1', 'Mails'), cases: [], headers: [{ name: 'Authorization', value: 'Bearer ${token}', disabled: false }] },
  ],
} as unknown as SecretlessProject

const worldWith = (memory: WorkingMemory = emptyWorkingMemory()): ToolSession => ({
  projects: [{ id: 'p', project }],
  memory,
  seed: 3,
})

/** The case that these steps, or changes of a case, become; or the problems. */
async function made(change: object, memory?: WorkingMemory): Promise<Case[] | string> {
  const { result } = await callTool(
    'propose_changes',
    {
      summary: 'Add it',
      changes: [
        { do: 'set_variable', name: 'token', secret: true },
        { do: 'add_case', suite: 'Mails', name: 'One', ...change },
      ],
    },
    worldWith(memory),
  )
  if (result.kind !== 'proposal') return result.text
  const after = applyEdit(stateOf(project), result.changeSet.edit, 'forward')
  return joinProject(after.head, ({ id }) => after.cases.get(id)).suites[0]?.cases ?? []
}
const requestsOf = (cases: Case[] | string) =>
  typeof cases === 'string' ? [] : cases.flatMap(({ steps }) => steps).filter(isSendRequestStep)
const bodyOf = (cases: Case[] | string): string => {
  const [request] = requestsOf(cases)
  if (request) return request.body.type === 'json' ? request.body.text.replaceAll(/\s/g, '') : 'no body'
  return String(cases)
}
const variables = [
  { name: 'list_id', value: 3 },
  { name: 'sender_id', value: 4 },
]

describe('a request from an operation', () => {
  it('[A6] sends required members and the named ones, at any depth', async () => {
    expect(bodyOf(await made({ steps: [{ kind: 'send-request', from: 'POST /mails' }] }))).toBe(
      '{"to":"a@example.com","sender":{"id":1}}',
    )
    const named = await made({
      steps: [{ kind: 'send-request', from: 'POST /mails', fields: { 'sender.note': 'hi', appid: 9 } }],
    })
    expect(JSON.parse(bodyOf(named))).toEqual({ to: 'a@example.com', appid: 9, sender: { id: 1, note: 'hi' } })
    const all = await made({ steps: [{ kind: 'send-request', from: 'POST /mails', optional: true }] })
    expect(JSON.parse(bodyOf(all))).toMatchObject({ appid: 5, sender: { team: 7 } })
    const [search] = requestsOf(await made({ steps: [{ kind: 'send-request', from: 'GET /mails', fields: { page: 2 } }] }))
    expect(search?.query.map(({ name, value }) => `${name}=${value}`)).toEqual(['q=a', 'page=2'])
  })

  it('[A6] writes references for numbers without quotes, also in lists and objects', async () => {
    const fields = { lists: ['${list_id}'], sender: { id: '${sender_id}' } }
    const cases = await made({ variables, steps: [{ kind: 'send-request', from: 'POST /mails', fields }] })
    expect(bodyOf(cases)).toBe('{"to":"a@example.com","lists":[${list_id}],"sender":{"id":${sender_id}}}')
  })

  it('[A6] leaves out members that only responses have, and names the valid ones for others', async () => {
    expect(await made({ steps: [{ kind: 'send-request', from: 'POST /mails', omit: ['trace'] }] })).toHaveLength(1)
    expect(await made({ steps: [{ kind: 'send-request', from: 'POST /mails', omit: ['trase'] }] })).toContain('no member "trase"')
  })

  it('[A6] gives each row its value, also where one was drawn', async () => {
    const fields = { to: '${random.email}', lists: ['${list_id}'] }
    const rows = [{ to: 'a@example.com' }, { to: 'b@example.com' }]
    const cases = await made({ variables, rows, steps: [{ kind: 'send-request', from: 'POST /mails', fields }] })
    expect(bodyOf(cases)).toBe('{"to":"${to}","lists":[${list_id}],"sender":{"id":1}}')
  })

  it('[A6] names the token of a user by a valid variable name', async () => {
    const [request] = requestsOf(await made({ steps: [{ kind: 'send-request', from: 'POST /mails', as: 'user b' }] }))
    expect(request?.headers).toMatchObject([{ name: 'Authorization', value: 'Bearer ${user_b_token}' }])
  })
})

describe('the operations of a definition', () => {
  it('[A1] are found by what testers call them, those about the thing first', async () => {
    const paths = Object.fromEntries(
      ['/api/auth/token', '/recipes', '/households/recipe-actions/recipe/{id}/recipe-log'].map((path) => [
        path,
        { post: { summary: path.includes('log') ? 'Recipe recipe recipe' : 'Do it', responses: { 200: { description: '' } } } },
      ]),
    )
    const document = JSON.stringify({ openapi: '3.0.3', info: { title: 'Food', version: '1' }, paths })
    const session = {
      ...worldWith(),
      projects: [{ id: 'p', project: { ...project, apis: [{ id: 'a', name: 'Food', document }] } }],
    }
    const firstOf = async (query: string) =>
      /<data>\n(\S+ \S+)/.exec(
        String(Reflect.get((await callTool('search_operations', { query }, session as never)).result, 'text')),
      )?.[1]
    expect(await firstOf('recipes')).toBe('POST /recipes')
    expect(await firstOf('login')).toBe('POST /api/auth/token')
  })

  it('[A1] show all statuses on the first page, whatever their members are, and then all members', async () => {
    const wide = (depth: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 14 }, (_, at) => [`member_number_${at}`, depth > 0 && at < 3 ? wide(depth - 1) : text]),
      ),
    })
    const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })
    const problem = { type: 'object', properties: { code: number, message: text } }
    const responses = {
      200: json('Done', wide(2)),
      400: json('Bad', problem),
      401: json('Who?', problem),
      404: json('Gone', problem),
    }
    const document = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Wide', version: '1' },
      paths: { '/wide': { post: { requestBody: json('', wide(1)), responses } } },
    })
    const session = {
      ...worldWith(),
      projects: [{ id: 'p', project: { ...project, apis: [{ id: 'a', name: 'Wide', document }] } }],
    }
    const page = async (cursor?: string) =>
      String(Reflect.get((await callTool('get_operation', { operation: 'POST /wide', cursor }, session as never)).result, 'text'))
    const first = await page()
    expect(first).toContain('401 Who?, 404 Gone: as 400')
    expect(first).toContain('member_number_0: object {…}')
    expect(await page(/cursor "(\d+)"/.exec(first)?.[1])).toContain('body · application/json')
  })
})

describe('a design of a conversation', () => {
  const design = async (args: object): Promise<WorkingMemory> => (await callTool('run_design', args, worldWith())).memory
  const table = (conditions: { name: string; values: unknown[] }[]) =>
    design({
      method: 'decision-table',
      conditions,
      actions: ['status'],
      // oxlint-disable-next-line unicorn/no-thenable -- a decision table's word
      rules: [{ when: { [conditions[0]?.name ?? '']: conditions[0]?.values[0] }, then: { status: 200 } }],
      else: { status: 422 },
    })

  it('[A5] sends required members and those that its tests are about', async () => {
    const memory = await design({ method: 'partitions', operation: 'POST /mails', parameters: ['body.appid'] })
    const cases = await made({ design: 'D1', tests: 'cases' }, memory)
    const bodies = requestsOf(cases).map(({ body }) => (body.type === 'json' ? body.text : ''))
    expect(bodies.filter((one) => one.includes('"appid"')).length).toBeGreaterThan(1)
    expect(bodies.filter((one) => /lists|team|note/.test(one))).toEqual([])
  })

  it('[A5] names the columns that no step uses', async () => {
    const memory = await table([{ name: 'to_given', values: [true, false] }])
    const steps = [{ kind: 'send-request', from: 'POST /mails' }]
    expect(await made({ design: 'D1', steps }, memory)).toMatch(/doesn't use the column to_given of D1/)
    const used = [{ kind: 'send-request', from: 'POST /mails', fields: { 'sender.note': '${to_given}' } }]
    const cases = await made({ design: 'D1', steps: used }, memory)
    expect(bodyOf(cases)).toContain('"note":${note}')
    // What the suite gives to all requests is not left out.
    expect(requestsOf(cases)[0]?.headers).toEqual([])
  })

  it('[A5] runs the steps of a design of events before its events', async () => {
    const memory = await design({
      method: 'states',
      states: ['new', 'sent'],
      initial: 'new',
      transitions: [{ from: 'new', event: 'send', to: 'sent' }],
    })
    const steps = [{ kind: 'send-request', from: 'GET /mails' }]
    const cases = await made({ design: 'D1', steps, events: { send: { from: 'POST /mails' } } }, memory)
    expect(bodyOf(await made({ design: 'D1', events: { send: { from: 'PUT /mails' } } }, memory))).toBe('no body')
    expect(requestsOf(cases).map(({ method, headers }) => [method, headers])).toEqual([
      ['GET', []],
      ['POST', []],
    ])
  })
})
