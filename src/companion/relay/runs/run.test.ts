import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LosslessNumber } from 'lossless-json'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { memoryBodies, memoryLocks, memoryTokens } from '#engine/ports/testing/index.ts'
import type { StoredToken } from '#engine/ports/token-store.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { createRunMemory, type EarlierResult } from '#engine/runner/execute/run-memory.ts'
import type { AskedRun } from '#relay/calls.ts'
import { followRun, type WholeRunParts } from '#relay/follow-run.ts'
import type { FromProcess } from './process-messages.ts'
import { createQuestions } from './questions.ts'
import { createRunProcesses } from './run-process.ts'
import { createRunTeller } from './run-teller.ts'
import { runScript } from '../../../../e2e/built-run-process.ts'
import { linked, type Linked } from '../testing/linked.ts'

let server: Server
let origin: string
/** What was asked for, in order. */
let asked: string[] = []
/** Answers that are held back until they are let go. */
let held: (() => void)[] = []
let onAsked: (() => void) | undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    onAsked?.()
    if (request.url === '/token')
      response
        .setHeader('content-type', 'application/json')
        .end('{ "access_token": "a-token-of-the-server", "token_type": "Bearer", "expires_in": 600 }')
    else if (request.url === '/held') held.push(() => response.end('{}'))
    else if (request.url === '/large') response.end(Buffer.alloc(300_000, 'x'))
    else response.setHeader('content-type', 'application/json').end(`{ "id": 9007199254740993, "said": "s3cret-value" }`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  held = []
  onAsked = undefined
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const request = (id: string, path: string, more: object = {}) => ({
  id,
  kind: 'send-request',
  name: id,
  url: `${origin}${path}`,
  via: 'companion',
  ...more,
})

const fileOf = (...steps: object[]): Uint8Array => {
  const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
  return new TextEncoder().encode(JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites }))
}

const run: AskedRun = { run: 'r1', options: { seed: 1 }, secrets: [['key', 's3cret-value']], redirectUri: '' }

/** The page's side, which keeps what comes. */
function pageOf(link: Pick<Linked, 'call' | 'visit'>, more: Partial<WholeRunParts> = {}) {
  const events: RunEvent[] = []
  const bodies = memoryBodies()
  const stop = new AbortController()
  const parts = {
    session: link,
    tokens: memoryTokens(),
    locks: memoryLocks(),
    bodies,
    memory: createRunMemory(),
    redactor: createRedactor(),
    tell: (some: RunEvent[]) => void events.push(...some),
    signal: stop.signal,
    ...more,
  }
  return { ...parts, bodies, events, stop: () => stop.abort(), follow: (file: Uint8Array) => followRun(run, file, parts) }
}

const outcomes = (events: RunEvent[]) => events.flatMap((event) => (event.type === 'step-finished' ? [event.outcome] : []))

it('[P5] what is kept of a run is as if it had been carried out in the page: bodies, masked names, variables, results', async () => {
  const link = linked()
  const results: EarlierResult[] = []
  const memory = createRunMemory()
  const page = pageOf(link, { memory: { ...memory, keep: (_, earlier) => void results.push(earlier) } })
  const sets: unknown[][] = []
  page.memory.set = (...set) => void sets.push(set)
  const transfer = { id: 'x', kind: 'data-transfer', name: 'X', transfers: [{ source: 'json', path: '$.id', to: 'id' }] }
  const secret = { headers: [{ name: 'x-key', value: '${key}' }] }
  const file = new TextEncoder().encode(
    new TextDecoder()
      .decode(fileOf(request('a', '/json', secret), transfer, request('b', '/large')))
      .replace('"suites"', '"variables":[{"name":"key","value":{"secret":"key"}}],"suites"'),
  )
  expect(await page.follow(file)).toBe(true)
  await link.close()
  expect(outcomes(page.events)).toEqual(['passed', 'passed', 'passed'])
  expect(page.events[0]).toMatchObject({ type: 'run-started', run: 'r1', seed: 1 })
  expect(JSON.stringify(page.events)).not.toContain('s3cret-value')
  // Kept here, under ids of this store: masked, while the result that a step looks at is as it came.
  const exchanges = page.events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
  const bodies = exchanges.map(({ response }) => page.bodies.all.get(response?.body?.id ?? ''))
  expect(new TextDecoder().decode(bodies[0])).toBe('{ "id": 9007199254740993, "said": "‹key›" }')
  expect(bodies[1]).toHaveLength(300_000)
  expect(page.bodies.all.size).toBe(2)
  expect(exchanges.map((exchange) => exchange.by)).toEqual(['companion', 'companion'])
  expect(page.redactor.reveal('key')).toBe('s3cret-value')
  const answers = results.map(({ result }) => (result.kind === 'http' ? result.response.body : undefined))
  expect(new TextDecoder().decode(answers[0])).toContain('s3cret-value')
  expect(answers[1]).toEqual(bodies[1])
  expect(results[0]).toMatchObject({ step: 'a', run: 'r1', result: { kind: 'http', response: { status: 200 } } })
  expect(sets).toEqual([[{ suite: 's', case: 'c' }, 'TestCase', 'id', new LosslessNumber('9007199254740993')]])
})

it('[R20] nothing is sent before the page has stored the first events', async () => {
  const link = linked()
  let tellStored = (): void => {}
  const stored = new Promise<void>((resolve) => (tellStored = resolve))
  let tellFirst = (): void => {}
  const first = new Promise<void>((resolve) => (tellFirst = resolve))
  const page = pageOf(link)
  const parts = { ...page, tell: (events: RunEvent[]) => (page.tell(events), tellFirst(), stored) }
  const done = followRun(run, fileOf(request('a', '/json')), parts)
  await first
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([])
  expect(page.events.some(({ type }) => type === 'step-started')).toBe(true)
  tellStored()
  expect(await done).toBe(true)
  expect(asked).toEqual(['/json'])
  await link.close()
})

it('[P5] a Stop ends the step that goes on, with the events of a run in the page; one before the beginning begins nothing', async () => {
  const link = linked()
  const page = pageOf(link)
  onAsked = page.stop
  expect(await page.follow(fileOf(request('a', '/held'), request('b', '/json')))).toBe(true)
  expect(outcomes(page.events)).toEqual(['cancelled', 'skipped'])
  expect(page.events.at(-1)).toMatchObject({ type: 'run-finished', outcome: 'cancelled' })
  await link.close()

  const other = linked()
  const early = pageOf(other)
  early.stop()
  asked = []
  // Nothing was begun: the page tells that it was stopped.
  expect(await early.follow(fileOf(request('a', '/json')))).toBe(false)
  expect([...early.events, ...asked]).toEqual([])
  await other.close()
})

it('[R43] when the link ends the page is notified, and everything stops', async () => {
  const link = linked()
  const page = pageOf(link)
  const gone = new Promise<void>((resolve) => server.once('request', ({ socket }) => socket.once('close', () => resolve())))
  onAsked = () => void link.close()
  await expect(page.follow(fileOf(request('a', '/held'), request('b', '/json')))).rejects.toMatchObject({
    code: 'companion-gone',
  })
  await gone
  expect(asked).toEqual(['/held'])
  expect(page.events.at(-1)).toMatchObject({ type: 'step-started', step: 'a' })
})

it('[R47] a run that needs too much memory, or whose process is gone, is interrupted, and says so', async () => {
  const hungry = join(dirname(runScript), 'hungry.js')
  // One large piece, for which V8 ends the process that asks.
  writeFileSync(hungry, `process.on('message', () => new Array(1e8).fill(1.5))`)
  const link = linked(['127.0.0.1'], { processes: createRunProcesses(hungry, { memory: 48 }) })
  const { signal } = new AbortController()
  const bytes = fileOf(request('a', '/json'))
  await expect(link.call('run.start', run, { signal, bytes })).rejects.toMatchObject({
    code: 'run-interrupted',
    message: 'The companion stopped the run: it needed more than 48 MB of memory.',
  })
  await link.close()
  const missing = linked(['127.0.0.1'], { processes: createRunProcesses(join(dirname(runScript), 'missing.js')) })
  await expect(missing.call('run.start', run, { signal, bytes })).rejects.toMatchObject({
    code: 'run-interrupted',
    message: "The companion's process for this run ended unexpectedly (1).",
  })
  await missing.close()
})

it("[R43] if a body can't be fetched the page is notified at once, and the run ends with its session", async () => {
  const link = linked()
  const page = pageOf({ ...link, visit: () => Promise.reject(new TypeError('Failed to fetch')) })
  const file = fileOf(request('a', '/large'), request('b', '/held', { timeout: 600 }))
  await expect(page.follow(file)).rejects.toMatchObject({ code: 'companion-gone' })
  expect(page.events.at(-1)).toMatchObject({ type: 'step-started', step: 'a' })
  await link.close()
})

it('[P5] where the companion does not know the call, or can not begin, the run is left to the page', async () => {
  const link = linked()
  const page = pageOf(link)
  expect(await page.follow(new TextEncoder().encode('{}'))).toBe(false)
  const older = pageOf({
    ...link,
    call: (name, ...rest) => link.call((name === 'run.start' ? 'run.whole' : name) as typeof name, ...rest),
  })
  expect(await older.follow(fileOf(request('a', '/json')))).toBe(false)
  expect([...page.events, ...older.events, ...asked]).toEqual([])
  await link.close()
})

it('[O14] tokens are the page’s, under the locks that its other tabs share', async () => {
  const link = linked()
  const did: string[] = []
  const tokens = memoryTokens()
  const locks = memoryLocks()
  const page = pageOf(link, {
    tokens: {
      get: (key) => (did.push(`get ${key.step}`), tokens.get(key)),
      put: (key, token) => (did.push(`put ${key.step}`), tokens.put(key, token)),
      delete: tokens.delete,
    },
    locks: {
      hold: (name, signal, work) =>
        locks.hold(name, signal, async () => {
          did.push(`held ${name}`)
          try {
            return await work()
          } finally {
            did.push('let go')
          }
        }),
    },
  })
  const grant = { kind: 'oauth2', grantType: 'ClientCredentials', clientId: 'c', clientSecret: { secret: 'key' } }
  const file = fileOf({ id: 't', name: 'T', tokenEndpoint: `${origin}/token`, ...grant })
  expect(await page.follow(file)).toBe(true)
  expect(outcomes(page.events)).toEqual(['passed'])
  expect(did).toEqual(['get t', 'held token  t', 'get t', 'put t', 'let go'])
  expect(tokens.all.get('/t')).toMatchObject({ accessToken: 'a-token-of-the-server' } satisfies Partial<StoredToken>)
  // The next run finds it there.
  const next = linked()
  expect(await pageOf(next, { tokens }).follow(file)).toBe(true)
  expect(asked).toEqual(['/token'])
  await Promise.all([link.close(), next.close()])
})

it("[R42] doesn't reach a host that wasn't allowed; rejects a second run of a session and an invalid run", async () => {
  const closed = linked([])
  const page = pageOf(closed)
  expect(await page.follow(fileOf(request('a', '/json')))).toBe(true)
  expect(page.events.find(({ type }) => type === 'step-finished')).toMatchObject({ outcome: 'broken', code: 'http-blocked' })
  expect(asked).toEqual([])
  const { signal } = new AbortController()
  const bytes = fileOf(request('a', '/json'))
  await expect(closed.call('run.start', run, { signal, bytes })).rejects.toMatchObject({ code: 'run-busy' })
  await closed.close()
  const link = linked()
  const malformed = [null, 5, [], {}, { ...run, run: 1 }, { ...run, run: 'x'.repeat(101) }, { ...run, secrets: [[1, 2]] }]
  for (const params of [...malformed, { ...run, options: null }, { ...run, redirectUri: {} }])
    await expect(link.call('run.start', params as AskedRun, { signal, bytes })).rejects.toMatchObject({ code: 'internal' })
  for (const name of ['run.answer', 'run.conceal'] as const)
    await expect(link.call(name, null as never, { signal })).rejects.toMatchObject({ code: 'internal' })
  for (const name of ['run.taken', 'run.stop'] as const)
    expect(await link.call(name, null, { signal })).toMatchObject({ result: null })
  expect(asked).toEqual([])
  await link.close()
})

it.skipIf(process.platform === 'win32')("[R42] doesn't take a socket of this machine for a database server", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-socket-'))
  let connected = 0
  const local = createSocketServer((socket) => {
    connected += 1
    socket.destroy()
  }).listen(join(folder, '.s.PGSQL.5432'))
  await once(local, 'listening')
  const connection = { id: 'k', name: 'Local', driver: 'postgres', host: folder, database: 'postgres', user: 'root', tls: 'off' }
  const file = new TextDecoder().decode(fileOf({ id: 'q', kind: 'sql', name: 'Ask', connection: 'k', query: 'select 1' }))
  const link = linked()
  const page = pageOf(link)
  const connections = JSON.stringify([{ ...connection, password: '', port: 5432 }])
  expect(await page.follow(new TextEncoder().encode(file.replace('"suites"', `"connections":${connections},"suites"`)))).toBe(
    true,
  )
  expect(page.events.find(({ type }) => type === 'step-finished')).toMatchObject({
    outcome: 'broken',
    code: 'http-blocked',
    message: `${folder}/.s.PGSQL.5432 isn't a host: pages can't use local sockets through the companion.`,
  })
  expect(connected).toBe(0)
  await link.close()
  local.close()
  rmSync(folder, { recursive: true })
})

it('[O14] a value that becomes a secret while a run goes on is masked from then on, after the page has stored what it was told', async () => {
  const link = linked()
  const page = pageOf(link)
  const { signal } = new AbortController()
  let concealed: Promise<unknown> | undefined
  onAsked = () => {
    concealed ??= link.call('run.conceal', { name: 'typed', value: 'held' }, { signal }).then(() => held.forEach((go) => go()))
  }
  const body = { method: 'POST', body: { type: 'text', text: 'held' } }
  expect(await page.follow(fileOf(request('a', '/held', body), request('b', '/json', body)))).toBe(true)
  await concealed
  const bodies = page.events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange.request.body] : []))
  expect(bodies).toMatchObject([{ text: '‹typed›' }, { text: '‹typed›' }])
  expect(page.redactor.reveal('typed')).toBe('held')
  await link.close()
})

it('[13] a run that is far ahead of the page waits for it', async () => {
  const told: FromProcess[] = []
  const stop = new AbortController()
  const post = (message: FromProcess): void => void told.push(message)
  const teller = createRunTeller(post, createQuestions(post, stop.signal), stop.signal)
  const size = (): number => told.reduce((sum, message) => sum + ('told' in message ? message.told.size : 0), 0)
  teller.secret('first', 'value')
  const begins = teller.ready()
  expect(told).toMatchObject([{ told: { bodies: [] }, now: true }])
  teller.taken(size())
  await begins
  expect(teller.ready()).toBeUndefined()
  for (let megabytes = 0; megabytes < 17; megabytes++) teller.body(new Uint8Array(1024 * 1024), 'text/plain')
  // All of it is told, and no more until the page has taken that.
  const before = size()
  const waits = teller.ready()
  expect(told).toHaveLength(2)
  teller.taken(size() - before)
  await waits
  expect(teller.ready()).toBeUndefined()
})

it('[R47] a task that cannot begin reports why, and its process ends', async () => {
  const processes = createRunProcesses(runScript)
  const { ended, close } = processes.start(
    { begin: 'run', asked: run, port: 1, hosts: 1 as never, file: fileOf() },
    () => undefined,
  )
  await expect(ended).rejects.toMatchObject({ code: 'internal' })
  await close()
})
