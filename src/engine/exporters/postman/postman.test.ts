import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { answer, checks, judged, send, withCode } from '#engine/load/k6/testing/judged.ts'
import type { EndableWork } from '#engine/ports/index.ts'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { readProject } from '#engine/project/format/read.ts'
import { projectOf, projectOfSteps, runProject } from '#engine/runner/testing/run-project.ts'
import { withoutExportedNote } from '#engine/scripting/exported-note.ts'
import { tasks, type Task } from '#engine/tasks/index.ts'
import { toPostman } from './postman.ts'

interface Item {
  name: string
  item?: Item[]
  auth?: unknown
  variable?: unknown
  event?: { listen: string; script: { exec: string[] } }[]
  request?: Record<string, unknown>
}

const collectionOf = (made: ReturnType<typeof toPostman>): Item => JSON.parse(made.files[0]?.text ?? '') as Item
const itemsIn = (item: Item): Item[] => item.item?.flatMap(itemsIn) ?? [item]
const scriptOf = (item: Item | undefined, listen: 'prerequest' | 'test'): string =>
  withoutExportedNote(item?.event?.find((event) => event.listen === listen)?.script.exec.join('\n') ?? '')

/** Runs scripts in this thread. */
const work: EndableWork = {
  do: async (task, input) => {
    const carryOut: Task = await tasks[task as keyof typeof tasks]()
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
    const host = {
      quickjs: async () => new Uint8Array(readFileSync(file)).buffer,
      memory: (initial: number, maximum: number) => new WebAssembly.Memory({ initial, maximum }),
      now: () => performance.now(),
    }
    return (await carryOut(structuredClone(input) as never, {}, host)) as never
  },
}

/** The verdicts of checks, as the runner makes them and as the exported script does. */
async function verdicts(response: { status: number; body: string; type: string }, list = judged) {
  const project = projectOfSteps([send, checks(list)], withCode)
  const http = () =>
    createScriptedHttp(() => ({
      status: response.status,
      headers: [
        ['Content-Type', response.type],
        ['X-Total', '2'],
        ['Set-Cookie', 'session=one'],
        ['Set-Cookie', 'session=two; Path=/'],
      ],
      body: response.body,
      timing: { firstByte: 1, total: 5 },
    }))
  const made = toPostman(project)
  const code = scriptOf(itemsIn(collectionOf(made))[0], 'test')
  const scripted = projectOfSteps([send, { id: 'a', kind: 'script', name: 'Script', code }], withCode)
  const of = async (one: typeof project) => {
    const { events } = await runProject(one, { ports: { http: http(), work } })
    return events.flatMap((event) => (event.type === 'checked' ? [event.check.passed] : []))
  }
  return { run: await of(project), script: await of(scripted), made }
}

describe('export to Postman', () => {
  it('[X9] each check becomes a test that judges as the check does', async () => {
    const { run, script, made } = await verdicts({ status: 200, body: answer.body, type: 'application/json' })
    expect(made.notExported).toEqual([])
    expect(run).toHaveLength(judged.length)
    expect(script).toEqual(run)
  })

  it('[X9] the same where the body is not JSON', async () => {
    // That a text contains an object is an error of the check, and a failed test.
    const list = judged.filter((one) => JSON.stringify(Reflect.get(one, 'value')) !== '{"count":2}')
    const { run, script } = await verdicts({ status: 500, body: '<html>down</html>', type: 'text/html' }, list)
    expect(script).toEqual(run)
  })

  it('[X9] the sample: folders, token requests, readable tests, environments', () => {
    const read = readProject(readFileSync('examples/orders.aprj', 'utf8'))
    if (!read.ok) throw read.error
    const made = toPostman(read.value.project)
    expect(made.files.map(({ path }) => path)).toEqual(['Orders API.postman_collection.json', 'Demo.postman_environment.json'])
    const collection = collectionOf(made)
    expect(collection.item?.map(({ name, item }) => [name, item?.map((one) => one.name)])).toEqual([
      ['Orders', ['Create then delete', 'List with a page size']],
      ['Sign-in', ['Sign in and read orders']],
    ])
    const [token, create, remove] = itemsIn(collection)
    expect(token?.request).toMatchObject({
      url: { raw: '{{access_token.token_endpoint}}' },
      body: { urlencoded: [{ key: 'grant_type', value: 'client_credentials' }, { value: '{{clientId}}' }, {}, {}] },
    })
    expect(create?.request).toMatchObject({
      method: 'POST',
      auth: { type: 'bearer', bearer: [{ value: '{{access_token}}' }] },
      url: { raw: '{{baseUrl}}/orders', host: ['{{baseUrl}}'], path: ['orders'] },
    })
    expect(scriptOf(create, 'test')).toContain(
      "pm.test('Created: status equals number 201', () => {\n  pm.response.to.have.status(201)\n})",
    )
    expect(scriptOf(create, 'test')).toContain("keep('order_id', pm.response.json().id)")
    expect(scriptOf(remove, 'test')).toBe(
      "pm.test('Deleted: status equals number 204', () => {\n  pm.response.to.have.status(204)\n})",
    )
    expect(made.notExported.map(({ what }) => what)).toContainEqual(expect.stringContaining('"user_token"'))
  })

  it('[X9] authorization that all requests have is the folder’s; secrets are empty and listed', () => {
    const request = (id: string, more: object = {}) => ({
      id,
      kind: 'send-request',
      name: id,
      url: '${base}/a?b=${c}#d',
      query: [{ name: 'q&', value: 'x y' }],
      ...more,
    })
    const made = toPostman(
      projectOf({
        environments: [{ id: 'e', name: 'Live/1', variables: [{ name: 'key', value: { secret: 'live/key' } }] }],
        headers: [{ name: 'Authorization', value: 'Basic ann:${key}' }],
        suites: [
          {
            id: 's',
            name: 'S',
            variables: [{ name: 'c', value: 'one' }],
            cases: [
              { id: '1', name: 'A', steps: [request('r1'), request('r2')] },
              {
                id: '2',
                name: 'B',
                steps: [
                  {
                    id: 't',
                    kind: 'oauth2',
                    name: 'Token',
                    grantType: 'ResourceOwnerPassword',
                    tokenEndpoint: 'https://id.test/token',
                    clientId: 'me',
                    username: 'ann',
                    password: { secret: 'token/password' },
                  },
                  request('r3', { headers: [{ name: 'Authorization', value: '', disabled: true }] }),
                ],
              },
            ],
          },
        ],
      }),
    )
    const collection = collectionOf(made)
    const [first, second] = collection.item?.[0]?.item ?? []
    expect(first?.auth).toMatchObject({ type: 'basic', basic: [{ value: 'ann' }, { value: '{{key}}' }] })
    expect([collection.auth, second?.auth]).toEqual([undefined, undefined])
    expect(itemsIn(collection)[0]?.request?.['url']).toEqual({
      raw: '{{base}}/a?b={{c}}&q%26=x%20y#d',
      host: ['{{base}}'],
      path: ['a'],
      query: [
        { key: 'b', value: '{{c}}' },
        { key: 'q%26', value: 'x%20y' },
      ],
      hash: 'd',
    })
    expect(scriptOf(itemsIn(collection)[0], 'prerequest')).toBe("pm.collectionVariables.set('c', 'one')")
    expect(made.files.map(({ path }) => path)).toContain('Live-1.postman_environment.json')
    expect(made.files[1]?.text).toContain('"value": "",\n      "type": "secret"')
    expect(collection.variable).toEqual([
      { key: 'token_password', value: '', type: 'secret', description: 'Secret token/password' },
    ])
    const listed = made.notExported.map(({ where, what }) => `${where}: ${what}`)
    expect(listed.filter((one) => one.includes('secrets are never exported'))).toHaveLength(2)
  })

  it('[X9] what Postman has no counterpart for is listed by name', () => {
    const steps = [
      { kind: 'wait', name: 'Wait first', seconds: 2 },
      { ...send, until: { checks: [{ source: 'status', is: 'equals', value: 200 }] }, timeout: 5 },
      checks([{ source: 'xml', path: '/a', is: 'exists' }]),
      { kind: 'sql', name: 'Rows', connection: 'k' },
      { kind: 'script', name: 'Sign', code: 'bru.setVar("a", secrets.get("k"))' },
      { kind: 'wait', name: 'Wait last', seconds: 1 },
    ]
    const made = toPostman(projectOfSteps(steps, { project: { connections: [], apis: [{ id: 'a', name: 'A', document: {} }] } }))
    expect(made.notExported).toEqual([
      { where: 'Suite > Case > Rows', what: "SQL Query steps aren't exported: Postman has no counterpart." },
      { where: 'Suite > Case > Wait last', what: "The wait at the end of the case isn't exported." },
      { where: 'Suite > Case > Read orders', what: "Sent once: repeating until checks pass isn't exported." },
      { where: 'Suite > Case > Read orders', what: expect.stringContaining("The timeout isn't exported.") },
      { where: 'Suite > Case > Read orders', what: expect.stringContaining('The check xml /a exists') },
      { where: 'Suite > Case > Read orders', what: expect.stringContaining("The script isn't exported") },
      { where: '', what: expect.stringContaining("API definitions aren't exported") },
    ])
    expect(scriptOf(itemsIn(collectionOf(made))[0], 'prerequest')).toBe('setTimeout(() => {}, 2000)')
    const value = 'OAuth oauth_consumer_key="${k}", consumer_secret="${s}", oauth_verifier="v"'
    const signed = toPostman(projectOfSteps([{ ...send, headers: [{ name: 'Authorization', value }] }]))
    expect(itemsIn(collectionOf(signed))[0]?.request?.['auth'] ?? collectionOf(signed).auth).toMatchObject({ type: 'oauth1' })
    expect(signed.notExported.map(({ what }) => what)).toEqual([expect.stringContaining('OAuth 1.0a')])
  })
})
