import dns from 'node:dns'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createAuthority, type Authority } from '../../../../e2e/faults/authority.ts'
import { createAdmission } from '../admission.ts'
import { createNodeHttp, type NodeHttp, type NodeHttpOptions } from '../http.ts'

/** How the proxy behaves next: what it asks for, and its reply to CONNECT. */
let wants: { user?: string; reply?: number; first?: string } = {}
let asked: string[] = []
let authority: Authority
let plain: Server
let secure: Server
let socks: Server
const opened: NodeHttp[] = []

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

/** A SOCKS5 proxy (RFC 1928, 1929), each message of which comes in one piece. */
function answer(client: Socket): void {
  client.on('error', () => client.destroy())
  const next = (work: (message: Buffer) => void): void => void client.once('data', work)
  const connectTo = (request: Buffer): void => {
    const length = request[3] === 3 ? (request[4] ?? 0) : 4
    const at = request[3] === 3 ? 5 : 4
    const name = request.subarray(at, at + length)
    const host = request[3] === 3 ? name.toString() : name.join('.')
    const port = request.readUInt16BE(at + length)
    asked.push(`${host}:${port}`)
    const reply = Buffer.from([5, wants.reply ?? 0, 0, 1, 0, 0, 0, 0, 0, 0])
    if (wants.reply !== undefined) return void client.end(reply)
    const target = connect(port, host, () => {
      client.write(reply)
      target.pipe(client).pipe(target)
    })
    target.on('error', () => client.destroy())
  }
  next((hello) => {
    if (wants.first !== undefined) return void client.end(wants.first)
    if (wants.user === undefined) return void (client.write(Buffer.from([5, 0])), next(connectTo))
    if (!hello.subarray(2).includes(2)) return void client.end(Buffer.from([5, 255]))
    client.write(Buffer.from([5, 2]))
    next((login) => {
      const length = login[1] ?? 0
      const known = `${login.subarray(2, 2 + length)}:${login.subarray(3 + length)}` === wants.user
      client.write(Buffer.from([1, known ? 0 : 1]))
      if (known) next(connectTo)
    })
  })
}

beforeAll(async () => {
  authority = await createAuthority('Test authority')
  const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1', 'localhost', 'api.test'] })
  plain = createHttp((request, response) => void response.end(`plain ${request.method} ${request.url} ${request.headers.host}`))
  secure = createHttps({ cert: certificate, key }, (request, response) => void response.end(`secure ${request.url}`))
  socks = createTcp(answer)
  await Promise.all([plain, secure, socks].map(listening))
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  for (const server of [plain, secure, socks]) server.close()
})
beforeEach(() => {
  wants = {}
  asked = []
})

const through = (user = '', more: NodeHttpOptions = {}): NodeHttp => {
  const address = `socks5://${user}127.0.0.1:${portOf(socks)}`
  const http = createNodeHttp({ ca: authority.certificate, proxy: { http: address, https: address }, ...more })
  opened.push(http)
  return http
}
const ask = async (http: NodeHttp, url: string): Promise<string> => {
  const signal = new AbortController().signal
  const request = { method: 'GET', url, headers: [], redirect: 'follow', timeout: 5000, maxBytes: 1000 } as const
  return Buffer.from((await http.send({ ...request, headers: [] }, signal)).body).toString()
}
const refusal = async (sent: Promise<unknown>): Promise<AssayError> => {
  const thrown: unknown = await sent.catch((error: unknown) => error)
  if (!(thrown instanceof AssayError)) throw new Error('expected an AssayError')
  return thrown
}

describe('requests through a SOCKS5 proxy', () => {
  it('[13] goes to hosts of http and https, whose names the proxy looks up', async () => {
    const http = through()
    expect(await ask(http, `https://localhost:${portOf(secure)}/a`)).toBe('secure /a')
    for (const path of ['/b?c=1', '/d'])
      expect(await ask(http, `http://localhost:${portOf(plain)}${path}`)).toBe(`plain GET ${path} localhost:${portOf(plain)}`)
    expect(new Set(asked)).toEqual(new Set([`localhost:${portOf(secure)}`, `localhost:${portOf(plain)}`]))
  })

  it('[13] user and password: taken, wrong, or missing', async () => {
    wants = { user: 'an n:s@cret' }
    const url = `https://127.0.0.1:${portOf(secure)}/`
    const name = `The proxy socks5://127.0.0.1:${portOf(socks)}`
    expect(await ask(through('an%20n:s%40cret@'), url)).toBe('secure /')
    expect((await refusal(ask(through(), url))).message).toBe(`${name} requires a username and password (SOCKS5).`)
    const wrong = await refusal(ask(through('ann:hunter2@'), url))
    expect(wrong.message).toBe(`${name} rejected the username or password (SOCKS5).`)
    expect(`${wrong.message}${wrong.hint}${String(wrong.cause)}`).not.toContain('hunter2')
  })

  it('[13] says why it does not connect', async () => {
    const url = `http://127.0.0.1:${portOf(plain)}/`
    const told = async (how: typeof wants): Promise<string> => {
      wants = how
      return (await refusal(ask(through(), url))).message
    }
    const host = `127.0.0.1:${portOf(plain)}`
    const name = `The proxy socks5://127.0.0.1:${portOf(socks)}`
    expect(await told({ reply: 2 })).toBe(`${name} rejected the connection to ${host}: its rules don't allow it.`)
    expect(await told({ reply: 5 })).toContain('the host refused the connection')
    expect(await told({ reply: 99 })).toContain('reply 99')
    expect(await told({ first: 'HTTP/1.1 400 Bad Request\r\n\r\n' })).toBe(
      `The server at socks5://127.0.0.1:${portOf(socks)} isn't a SOCKS5 proxy.`,
    )
    expect(await told({ first: '' })).toBe(`${name} for ${host} can't be reached.`)
  })

  it('[R42] for a page, what is behind it is judged as if there were none', async () => {
    const http = through('', { admission: createAdmission({ hosts: new Set() }) })
    expect((await refusal(ask(http, `http://127.0.0.1:${portOf(plain)}/`))).code).toBe('http-blocked')
    expect(asked).toEqual([])
  })

  it('[R48] is given the address that was judged, not a name that may lead elsewhere at the next look-up', async () => {
    const lookup = (_name: string, _options: unknown, done: (error: null, found: dns.LookupAddress[]) => void): void =>
      process.nextTick(() => done(null, [{ address: '127.0.0.1', family: 4 }]))
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup)
    try {
      const http = through('', { admission: createAdmission({ hosts: new Set(['api.test']) }) })
      expect(await ask(http, `https://api.test:${portOf(secure)}/`)).toBe('secure /')
      expect(asked).toEqual([`127.0.0.1:${portOf(secure)}`])
    } finally {
      vi.restoreAllMocks()
    }
  })
})
