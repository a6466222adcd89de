import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Live } from '#engine/load/measures.ts'
import { parseLoadReport } from '#engine/load/report.ts'
import type { Http } from '#engine/ports/http.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { createNodePorts } from '#platform/node/ports.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { createRunMemory } from '#engine/runner/execute/run-memory.ts'
import type { AskedLoad } from '#relay/calls.ts'
import { followRun } from '#relay/follow-run.ts'
import { startDemo, type Demo } from '../demo/index.ts'
import { linked, type Linked } from './testing/linked.ts'

let demo: Demo
let odd: Server
let oddUrl: string

/** The connections on which a sign-in by NTLM has begun. */
const begun = new WeakSet<Socket>()

/** Responds to the three messages; the last is only accepted on the connection of the one before. */
function signIn({ headers: { authorization = '' }, socket }: IncomingMessage, response: ServerResponse): void {
  const type = Buffer.from(authorization.replace(/^NTLM /, ''), 'base64')[8]
  const challenge = Buffer.concat([Buffer.from('NTLMSSP\0'), Buffer.from([2]), Buffer.alloc(39)])
  if (type === 1) begun.add(socket)
  response.writeHead(type === 3 && begun.has(socket) ? 200 : 401, {
    'www-authenticate': type === 1 ? `NTLM ${challenge.toString('base64')}` : 'NTLM',
  })
  response.end()
}

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
  odd = createServer((request, response) => {
    if (request.url === '/drop') request.socket.destroy()
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => request.socket.destroy(), 20)
    } else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (request.url === '/move') response.writeHead(303, { location: '/there', 'set-cookie': ['a=1', 'b=2'] }).end()
    else if (request.url === '/ntlm') signIn(request, response)
    else response.end(`${request.method} ${request.headers.cookie ?? ''} ${request.headers.host?.split(':')[0] ?? ''}`)
  })
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
  oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
})
afterAll(async () => {
  await demo.close()
  odd.close()
  odd.closeAllConnections()
})

const project = () => {
  const request = (id: string, url: string, more: object = {}) => ({ id, kind: 'send-request', name: id, url, ...more })
  const read = readProject(
    new TextEncoder().encode(
      JSON.stringify({
        format: 'aprj',
        version: 1,
        id: 'p',
        name: 'P',
        variables: [
          { name: 'idp', value: demo.provider },
          { name: 'api', value: demo.api },
          { name: 'odd', value: oddUrl },
        ],
        suites: [
          {
            id: 's',
            name: 'S',
            cases: [
              {
                id: 'c',
                name: 'C',
                onFailure: 'continue',
                steps: [
                  {
                    id: 't',
                    kind: 'oauth2',
                    name: 'Token',
                    grantType: 'ClientCredentials',
                    discoveryEndpoint: '${idp}/.well-known/openid-configuration',
                    clientId: 'orders-tests',
                    clientSecret: { secret: 's' },
                    scope: 'orders:read orders:write',
                  },
                  request('Create', '${api}/orders', {
                    method: 'POST',
                    headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
                    body: { type: 'json', text: '{ "sku": "A", "quantity": 2 }' },
                  }),
                  { id: 'a', kind: 'assertion', name: 'Created', checks: [{ source: 'status', is: 'equals', value: 201 }] },
                  request('Cookie', '${odd}/x', { headers: [{ name: 'Cookie', value: 'a=b' }], via: 'companion' }),
                  request('Sign-in', '${odd}/ntlm', { headers: [{ name: 'Authorization', value: 'NTLM ann:ntlm-secret-word' }] }),
                  request('Moved', '${odd}/move'),
                  request('Not followed', '${odd}/move', { followRedirects: false }),
                  {
                    id: 'k',
                    kind: 'assertion',
                    name: 'Cookies',
                    checks: [{ source: 'cookie', name: 'b', is: 'equals', value: '2' }],
                  },
                  request('Dropped', '${odd}/drop'),
                  request('Cut', '${odd}/cut'),
                  request('Loop', '${odd}/loop'),
                  request('Nobody', 'http://127.0.0.1:1/'),
                  request('No name', 'http://no.such.host.invalid/'),
                ],
              },
            ],
          },
        ],
      }),
    ),
  )
  if (!read.ok) throw read.error
  return read.value.project
}

const timeless = new Set(['at', 'duration', 'firstByte', 'startedAt', 'run', 'connecting', 'seq', 'by'])

/** An event without what two runs can't have in common. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string'
      ? value
          .replace(/in (?:<1 ms|[\d.]+ m?s)\b/g, 'in 1 ms')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<drawn>')
          .replace(/"(iat|exp|jti|createdAt|expires_in)":\s*("[^"]*"|\d+)/g, '"$1":0')
      : value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !timeless.has(name))
      .map(([name, item]) => [name, comparable(item)]),
  )
}

async function eventsOf(http?: Http): Promise<unknown[]> {
  const planned = plan(project(), { seed: 7 })
  if (!planned.ok) throw planned.error
  const node = createNodePorts({ secrets: new Map([['s', 'public-demo-secret-of-orders-tests']]) })
  const events: RunEvent[] = []
  const ports = http === undefined ? node.ports : { ...node.ports, http }
  await run(planned.value, ports, { signal: new AbortController().signal, emit: (event) => events.push(event) })
  await node.close()
  return events.map(comparable)
}

/** The events of a run that the companion carries out whole, taken as a page takes them. */
async function eventsOfWhole(link: Linked): Promise<unknown[]> {
  const { ports } = createNodePorts()
  const events: RunEvent[] = []
  const isDone = await followRun(
    { run: 'r', options: { seed: 7 }, secrets: [['s', 'public-demo-secret-of-orders-tests']], redirectUri: '' },
    new TextEncoder().encode(writeProject(project())),
    {
      session: link,
      tokens: ports.tokens,
      locks: ports.locks,
      bodies: ports.bodies,
      memory: createRunMemory(),
      redactor: createRedactor(),
      tell: (some) => void events.push(...some),
      signal: new AbortController().signal,
    },
  )
  expect(isDone).toBe(true)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  return events.map(comparable)
}

it('[P6] a run whose requests go through the companion, one by one or as a whole, gives the events of the command line, in the same words', async () => {
  const link = linked()
  const [alone, relayed, whole] = [await eventsOf(), await eventsOf(link.http), await eventsOfWhole(link)]
  await link.close()
  expect(relayed).toEqual(alone)
  expect(whole).toEqual(alone)
  const outcomes = (alone as { type: string; outcome?: string }[]).filter(({ type }) => type === 'step-finished')
  expect(JSON.stringify(alone)).toMatch(/\/ntlm -> 200 /)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([...Array<string>(8).fill('passed'), ...Array<string>(5).fill('broken')])
})

describe('[T8] a load test at the companion', () => {
  const loaded = () => {
    const { loadTests, ...given } = project()
    const [suite] = given.suites
    const [one] = suite?.cases ?? []
    const steps = one?.steps.slice(0, 3) ?? []
    const test = {
      id: 'l',
      name: 'L',
      description: '',
      target: 'c',
      thresholds: [],
      stages: [
        { duration: 0, users: 8 },
        { duration: 1.3, users: 8 },
      ],
    }
    return writeProject({ ...given, suites: [{ ...suite!, cases: [{ ...one!, steps }] }], loadTests: [...loadTests, test] })
  }
  const asked = (test = 'l'): AskedLoad => ({
    test,
    options: { seed: 7 },
    secrets: [['s', 'public-demo-secret-of-orders-tests']],
    tokens: [],
    redirectUri: '',
  })
  const run = (link: Linked, params = asked(), onProgress?: (live: Live) => void) =>
    link.call('load.run', params, {
      signal: new AbortController().signal,
      bytes: new TextEncoder().encode(loaded()),
      ...(onProgress ? { onProgress } : {}),
    })

  it('has as many users as it says, with the secrets of the page, and answers what it came to', async () => {
    const link = linked()
    const lives: Live[] = []
    const { result } = await run(link, asked(), (live) => lives.push(live))
    await link.close()
    expect(parseLoadReport(JSON.stringify(result))).toMatchObject({ outcome: 'passed', seed: 7, samples: [], notes: [] })
    expect(result.summary).toMatchObject({ users: 8, failedIterations: 0 })
    expect(lives[0]).toMatchObject({ at: 1, users: 8 })
    expect(JSON.stringify([result, lives])).not.toContain('public-demo-secret')
  })

  it('is stopped, with what it has measured', async () => {
    const link = linked()
    const stopped = run(link, asked(), () => void link.call('load.stop', null, { signal: new AbortController().signal }))
    expect((await stopped).result).toMatchObject({ outcome: 'cancelled' })
    await link.close()
  })

  it("doesn't reach a host in a private network that wasn't allowed", async () => {
    const link = linked([])
    const { result } = await run(link)
    await link.close()
    expect(result.summary.failedIterations).toBe(result.summary.iterations)
    expect(result.errors[0]).toMatchObject({ outcome: 'broken', code: 'http-blocked' })
  })

  it('rejects an invalid project and an unknown load test', async () => {
    const link = linked()
    const { signal } = new AbortController()
    await expect(link.call('load.run', asked(), { signal, bytes: new TextEncoder().encode('{}') })).rejects.toMatchObject({
      code: 'file-not-aprj',
    })
    await expect(link.call('load.run', asked(), { signal })).rejects.toMatchObject({ code: 'file-not-aprj' })
    await expect(run(link, asked('other'))).rejects.toMatchObject({ code: 'reference-missing' })
    await link.close()
  })
})
