import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectOf, runProject } from '#engine/runner/testing/run-project.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { createNodePorts, type NodePorts } from '#platform/node/ports.ts'

/** Sessions of a server that signs in by cookie, as express-session does. */
const sessions = new Map<string, { visits: number }>()
let heard: string[] = []
let host: NodePorts
let origin = ''

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request
  const cookies = new Map(
    (headers.cookie ?? '').split('; ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
  )
  heard.push(`${method} ${url} ${headers.cookie ?? ''}`.trim())
  const session = sessions.get(cookies.get('connect.sid') ?? '')
  const send = (status: number, more: Record<string, string | string[]> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(session ?? {}))
  }
  if (url === '/login' && method === 'POST') {
    const id = `s%3Asession-${sessions.size + 1}`
    sessions.set(id, { visits: 0 })
    return send(302, { location: '/welcome', 'set-cookie': [`connect.sid=${id}; Path=/; HttpOnly; SameSite=Lax`, 'theme=dark'] })
  }
  if (url === '/logout') return send(200, { 'set-cookie': 'connect.sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT' })
  // Sends to itself until it has been there once.
  if (url === '/gate') return cookies.has('seen') ? send(200) : send(302, { location: '/gate', 'set-cookie': 'seen=1' })
  if (url === '/loop') return send(302, { location: '/loop', 'set-cookie': 'seen=1' })
  if (url === '/bad') return send(200, { 'set-cookie': ['a=1; Domain=other.example', '__Host-b=2', 'good=3'] })
  if (url === '/flaky')
    return send(heard.filter((one) => one.includes('/flaky')).length === 1 ? 500 : 200, { 'set-cookie': 'tried=1' })
  if (session) session.visits += 1
  send(session ? 200 : 401)
}

const server = createServer(answer)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  heard = []
  sessions.clear()
  host = createNodePorts()
  return () => host.close()
})
afterAll(() => void server.close())

let ids = 0
const send = (path: string, more: object = {}) => ({
  id: `r${++ids}`,
  kind: 'send-request',
  name: path,
  url: origin + path,
  ...more,
})
const login = () => send('/login', { method: 'POST', body: { type: 'form', fields: [{ name: 'user', value: 'ann' }] } })
const check = (...checks: object[]) => ({ id: `a${++ids}`, kind: 'assertion', name: 'Check', checks })
const status = (value: number) => check({ source: 'status', is: 'equals', value })
const suite = (id: string, ...cases: object[][]) => ({
  id,
  name: id,
  cases: cases.map((steps, at) => ({ id: `${id}${at + 1}`, name: `Case ${at + 1}`, steps })),
})
const run = (cookies: string | undefined, suites: object[], options: object = {}) =>
  runProject(projectOf({ suites, ...(cookies === undefined ? {} : { cookies }) }), { ports: host.ports, options })
const failures = ({ report }: { report: Report }) =>
  report.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.flatMap(({ message }) => message ?? [])))
const sent = (path: string) => heard.filter((one) => one.split(' ')[1] === path).map((one) => one.split(' ').slice(2).join(' '))
const first = 'connect.sid=s%3Asession-1; theme=dark'

describe('[X8] which requests share a jar', () => {
  const two = () => [suite('u', [login(), send('/me')], [send('/me')]), suite('v', [send('/me')])]
  it.each([
    [undefined, ['', '', '']],
    ['case', [first, '', '']],
    ['suite', [first, first, '']],
    ['run', [first, first, first]],
  ])('%s', async (scope, expected) => {
    await run(scope, two())
    expect(sent('/me')).toEqual(expected)
  })

  it('suites side by side share the jar of the run', async () => {
    await run('run', [suite('u', [login()]), suite('v', [{ id: 'w', kind: 'wait', name: 'Wait', seconds: 0.3 }, send('/me')])], {
      workers: 2,
    })
    expect(sent('/me')).toEqual([first])
  })
})

it('[X8] cookies of every redirect count, and a redirect to the same URL with a new cookie is no loop', async () => {
  const ran = await run('case', [suite('u', [login(), status(200), send('/gate'), status(200)])])
  expect(failures(ran)).toEqual([])
  expect(sent('/welcome')).toEqual([first])
  expect(sent('/gate')).toEqual([first, `${first}; seen=1`])
  const [, gate] = ran.events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
  expect(gate?.response?.redirects).toMatchObject([{ status: 302, url: `${origin}/gate` }])
  expect(failures(await run('case', [suite('u', [send('/loop')])]))).toMatchObject([expect.stringContaining('redirect')])
})

it("[X8] a request's own Cookie header wins, and is sent in one header with the jar's", async () => {
  await run('case', [suite('u', [login(), send('/me', { headers: [{ name: 'cookie', value: 'theme=light; x=1' }] })])])
  expect(sent('/me')).toEqual(['theme=light; x=1; connect.sid=s%3Asession-1'])
})

it('[X8] checks and transfers read the jar: what a redirect set, what is there later, and what was deleted', async () => {
  const cookie = (more: object) => check({ source: 'cookie', name: 'connect.sid', ...more })
  const ran = await run('case', [
    suite('u', [
      login(),
      cookie({ is: 'equals', value: 's%3Asession-1' }),
      send('/me'),
      cookie({ is: 'exists' }),
      {
        id: 't',
        kind: 'data-transfer',
        name: 'Save',
        transfers: [{ source: 'cookie', name: 'theme', to: 'theme', scope: 'TestCase' }],
      },
      check({ source: 'variable', name: 'theme', is: 'equals', value: 'dark' }),
      send('/logout'),
      cookie({ not: true, is: 'exists' }),
      send('/me'),
      status(401),
    ]),
  ])
  expect(failures(ran)).toEqual([])
})

it('[X8] a retried case begins with the cookies that it began with', async () => {
  const cases = () => [suite('u', [login()], [send('/flaky'), status(200)])]
  await run('suite', cases(), { retry: 1 })
  expect(sent('/flaky')).toEqual([first, first])
  heard = []
  await run('case', [suite('u', [send('/flaky'), status(200)])], { retry: 1 })
  expect(sent('/flaky')).toEqual(['', ''])
})

it('[X8] the report lists the jar, and no event has the session', async () => {
  const { report, events } = await run('run', [suite('u', [login(), send('/bad')])])
  const flags = { domain: '127.0.0.1', hostOnly: true, path: '/', secure: false, httpOnly: false }
  expect(report.jars).toEqual([
    {
      scope: 'run',
      cookies: [
        { ...flags, name: 'connect.sid', value: '‹cookie connect.sid›', httpOnly: true, sameSite: 'Lax' },
        { ...flags, name: 'theme', value: 'dark' },
        { ...flags, name: 'good', value: '3' },
      ],
    },
  ])
  expect(JSON.stringify(events)).not.toContain('session-1')
  expect(report.suites[0]?.cases[0]?.steps[1]?.warnings).toEqual([
    expect.stringContaining("its Domain doesn't include this host"),
    expect.stringContaining('__Secure- prefix'),
  ])
})

it('[X8] a page without the companion says that it keeps no cookies', async () => {
  const ran = await runProject(projectOf({ cookies: 'case', suites: [suite('u', [send('/me')])] }), {
    ports: { ...host.ports, capabilities: new Set() },
  })
  expect(failures(ran)).toEqual(["A browser can't keep cookies between requests."])
  expect(heard).toEqual([])
})
