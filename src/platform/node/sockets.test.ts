import dns from 'node:dns'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAdmission } from './admission.ts'
import { createNodeHttp } from './http.ts'
import { createServers } from './servers/server-port.ts'
import { connected, openSocket } from './sockets.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['platform/node', 'companion'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|\btesting\//.test(path)),
)

const modules = `'(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns/promises)'`
/** What these modules are used for besides opening sockets. */
const harmless = new Set(['createServer', 'isIP', 'BlockList', 'rootCertificates', 'getCACertificates'])
const isType = (name: string): boolean => /^(type |IncomingMessage$|ServerResponse$|AddressInfo$)/.test(name)

const allowed = new Set([
  // In the script of a page.
  'platform/node/texts.ts: fetch(',
  // It is given the connector of sockets.ts.
  "platform/node/proxy/proxy-routes.ts: import Agent from 'undici",
])

/** What a source takes from them, and all else that would open a socket. */
function openersIn(text: string): string[] {
  const all = (pattern: string): string[] => [...text.matchAll(new RegExp(pattern, 'gm'))].map(([, found = '']) => found)
  const imported = all(`^import (?!type )([^'\\n]*?|\\{[^}]*\\}) from ${modules}`)
  const destructured = all(`const (\\{[^}]*\\}) = process\\.getBuiltinModule\\(${modules}\\)`)
  const builtin = all(
    `(?<!\\} = process\\.)getBuiltinModule\\(${modules}\\)(?!\\.(?:BlockList|createServer|STATUS_CODES)\\b)(.*)`,
  )
  const names = [...imported, ...destructured].flatMap((one) => one.replace(/[{}]/g, '').split(',')).map((name) => name.trim())
  const others = all(
    `(\\bfetch\\(|new (?:WebSocket|EventSource)\\(|^import (?!type )[^\\n]* from 'undici(?!/lib/core/(?:symbols|socks5-client)\\.js)|import\\(${modules}\\))`,
  )
  return [...names.filter((name) => name !== '' && !harmless.has(name) && !isType(name)), ...builtin, ...others]
}

describe('[R48] sockets', () => {
  it('are opened by one file', () => {
    expect(sources.length).toBeGreaterThan(100)
    const others = sources.filter((path) => !path.endsWith('node/sockets.ts'))
    const found = others.flatMap((path) => openersIn(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`))
    expect(found.filter((one) => !allowed.has(one))).toEqual([])
    for (const text of [
      "import { connect, type Socket } from 'node:net'",
      "import {\n  createServer,\n  request,\n} from 'node:http'",
      "import tls from 'node:tls'",
      "const { lookup } = process.getBuiltinModule('node:dns')",
      "process.getBuiltinModule('node:tls').connect(443)",
      "import { request } from 'undici'",
      "await import('node:dgram')",
      'fetch(url)',
    ])
      expect([text, openersIn(text).length]).toEqual([text, 1])
  })
})

/** Listens at addresses that no session of these tests names, and counts who comes. */
const refused = ['127.0.0.2', '::1'] as const
let listeners: Server[] = []
let reached = 0
let port = 0
beforeAll(async () => {
  const [first, second] = refused
  const listen = async (host: string, at: number): Promise<Server> => {
    const server = createServer((socket) => {
      reached += 1
      socket.destroy()
    }).listen(at, host)
    await once(server, 'listening')
    return server
  }
  const v4 = await listen(first, 0)
  port = (v4.address() as AddressInfo).port
  listeners = [v4, await listen(second, port)]
})
afterAll(() => {
  for (const server of listeners) server.close()
})
afterEach(() => vi.restoreAllMocks())

/** Stands in for a DNS server, which answers with these addresses in turn. */
const resolves = (...answers: string[][]): void => {
  let asked = 0
  const lookup = (_name: string, _options: unknown, callback: (error: null, found: dns.LookupAddress[]) => void): void => {
    const found = answers[Math.min(asked++, answers.length - 1)] ?? []
    process.nextTick(() =>
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  }
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup)
}

const admission = createAdmission({ hosts: new Set(['127.0.0.1', 'named.test']), ownPort: 1 })
const { signal } = new AbortController()
const query = { text: 'select 1', parameters: new Map(), script: false, rollback: false, timeout: 5_000 }
const hosts = ['127.0.0.2', '127.2', '2130706434', '0x7f000002', '0177.0.0.2', '::ffff:127.0.0.2', '::1', '0:0::1', 'a.localhost']

describe('[R48] an address that was not allowed is not dialled', () => {
  it.each(['postgres', 'mysql', 'mssql'] as const)('by a client of %s', async (driver) => {
    const sql = createServers({ admission })
    for (const host of hosts) {
      const login = { database: 'x', user: 'u', password: 'p', tls: 'off', writes: false } as const
      const asked = sql.query({ id: host, name: 'DB', driver, host, port, ...login }, query, signal)
      await expect(asked, host).rejects.toMatchObject({ code: 'http-blocked' })
    }
    expect(reached).toBe(0)
    await sql.close()
  })

  it('by a request, however the address is written', async () => {
    const http = createNodeHttp({ admission })
    for (const host of hosts.map((one) => (one.includes(':') ? `[${one}]` : one)))
      for (const scheme of ['http', 'https']) {
        const request = {
          method: 'GET',
          url: `${scheme}://${host}:${port}/`,
          headers: [],
          redirect: 'follow',
          timeout: 5_000,
          maxBytes: 10,
        }
        await expect(http.send({ ...request, insecure: true } as never, signal), host).rejects.toMatchObject({
          code: 'http-blocked',
        })
      }
    expect(reached).toBe(0)
    await http.close()
  })

  it('where a name leads elsewhere at the next look-up, or to several addresses', async () => {
    resolves(['93.184.216.34'], ['127.0.0.2'])
    expect(admission.refusalOf('rebound.test', '93.184.216.34', port)).toBeUndefined()
    await new Promise((done) => dns.lookup('rebound.test', { all: true }, done))
    const to = { host: 'rebound.test', port }
    await expect(connected(openSocket(admission, to))).rejects.toMatchObject({ code: 'http-blocked' })
    resolves(['93.184.216.34', '127.0.0.2'])
    await expect(connected(openSocket(admission, to))).rejects.toMatchObject({ code: 'http-blocked' })
    resolves(['169.254.169.254'])
    await expect(connected(openSocket(admission, { host: 'named.test', port }))).rejects.toMatchObject({ code: 'http-blocked' })
    expect(reached).toBe(0)
  })

  it('and the companion is not reached through itself', async () => {
    resolves(['127.0.0.1'])
    for (const host of ['127.0.0.1', 'named.test'])
      await expect(connected(openSocket(admission, { host, port: 1 }))).rejects.toThrow('the companion itself')
  })
})
