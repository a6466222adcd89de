import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest } from '#engine/ports/http.ts'
import { createAuthority, type Authority } from '../../../../e2e/faults/authority.ts'
import { createAdmission } from '../admission.ts'
import { createNodeHttp, type NodeHttp, type NodeHttpOptions } from '../http.ts'
import { isDirect, proxyFor, proxySettings } from './http-proxy.ts'

let authority: Authority
let plain: Server
let secure: Server
let proxy: Server
let secureProxy: Server
/** What the proxy was asked for, with its credentials. */
let asked: [line: string, authorization: string | undefined][] = []
/** How the proxy answers the next CONNECT instead of connecting. */
let refuses: string | undefined
let opened: NodeHttp[] = []

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

/** Forwards what is asked in absolute form, and makes tunnels; user and password are wanted if the path of its settings says so. */
function behaveAsProxy(server: Server): void {
  const isWrong = (request: IncomingMessage): boolean => {
    asked.push([`${request.method} ${request.url}`, request.headers['proxy-authorization']])
    const wanted = `Basic ${Buffer.from('an n:s@cret').toString('base64')}`
    return refuses === '407' && request.headers['proxy-authorization'] !== wanted
  }
  server.on('request', (request, response) => {
    if (isWrong(request)) return response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end('who are you?')
    response.end(`by the proxy: ${request.headers.host}`)
  })
  server.on('connect', (request: IncomingMessage, socket) => {
    if (isWrong(request)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (refuses === 'close') return socket.end()
    if (refuses !== undefined && refuses !== '407') return socket.end(`${refuses}\r\n\r\n`)
    const [host = '', port] = (request.url ?? '').split(':')
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    for (const one of [target, socket]) one.on('error', () => one.destroy())
  })
}

beforeAll(async () => {
  authority = await createAuthority('Test authority')
  const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1', 'localhost'] })
  plain = createHttp((_request, response) => void response.end('plain'))
  secure = createHttps({ cert: certificate, key }, (request, response) => void response.end(`secure ${request.url}`))
  proxy = createHttp()
  secureProxy = createHttps({ cert: certificate, key })
  behaveAsProxy(proxy)
  behaveAsProxy(secureProxy)
  await Promise.all([plain, secure, proxy, secureProxy].map(listening))
})
afterAll(() => {
  for (const server of [plain, secure, proxy, secureProxy]) {
    server.close()
    server.closeAllConnections()
  }
})
beforeEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  opened = []
  asked = []
  refuses = undefined
})

const through = (address: string, more: NodeHttpOptions = {}): NodeHttp => {
  const http = createNodeHttp({ ca: authority.certificate, proxy: { http: address, https: address }, ...more })
  opened.push(http)
  return http
}
const ask = async (http: NodeHttp, url: string, more: Partial<HttpRequest> = {}) => {
  const answer = await http.send(
    { method: 'GET', url, headers: [], redirect: 'follow', timeout: 5000, maxBytes: 1000, ...more },
    new AbortController().signal,
  )
  return { ...answer, text: Buffer.from(answer.body).toString() }
}
async function refusal(sent: Promise<unknown>): Promise<{ code: string; message: string; hint: string; cause: string }> {
  const error: unknown = await sent.then(
    (value) => value,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AssayError)) throw new Error(`expected an AssayError, got ${JSON.stringify(error)}`)
  const { code, message, hint = '', cause } = error
  return { code, message, hint, cause: cause instanceof Error ? cause.message : String(cause) }
}

describe('requests through a proxy', () => {
  it('[13] https goes through a tunnel, http is asked of the proxy by its whole address', async () => {
    const http = through(`127.0.0.1:${portOf(proxy)}`)
    const answer = await ask(http, `https://localhost:${portOf(secure)}/orders?a=1`)
    expect([answer.text, answer.timing.connecting?.tls, answer.proxy]).toEqual([
      'secure /orders?a=1',
      expect.any(Number),
      `http://127.0.0.1:${portOf(proxy)}`,
    ])
    expect((await ask(http, `http://localhost:${portOf(plain)}/orders?a=1`)).text).toBe(
      `by the proxy: localhost:${portOf(plain)}`,
    )
    expect(asked).toEqual([
      [`CONNECT localhost:${portOf(secure)}`, undefined],
      [`GET http://localhost:${portOf(plain)}/orders?a=1`, undefined],
    ])
  })

  it('[13] a proxy that is spoken to by https', async () => {
    const http = through(`https://localhost:${portOf(secureProxy)}`)
    expect((await ask(http, `https://localhost:${portOf(secure)}/x`)).text).toBe('secure /x')
    expect((await ask(http, `http://localhost:${portOf(plain)}/x`)).text).toContain('by the proxy')
  })

  it('[13] user and password are sent to the proxy only', async () => {
    refuses = '407'
    const http = through(`http://an%20n:s%40cret@127.0.0.1:${portOf(proxy)}`)
    expect((await ask(http, `https://localhost:${portOf(secure)}/x`)).status).toBe(200)
    expect((await ask(http, `http://localhost:${portOf(plain)}/x`)).status).toBe(200)
    expect(asked.map(([, authorization]) => authorization)).toEqual(Array(2).fill('Basic YW4gbjpzQGNyZXQ='))
  })

  it('[13] 407: none and wrong ones are told apart, for http and https, and neither is repeated', async () => {
    refuses = '407'
    for (const url of [`https://localhost:${portOf(secure)}/`, `http://localhost:${portOf(plain)}/`]) {
      const none = await refusal(ask(through(`127.0.0.1:${portOf(proxy)}`), url))
      expect([none.code, none.message]).toEqual([
        'http-unreachable',
        `The proxy http://127.0.0.1:${portOf(proxy)} requires a username and password (407).`,
      ])
      const wrong = await refusal(ask(through(`http://ann:hunter2@127.0.0.1:${portOf(proxy)}`), url))
      expect(wrong.message).toBe(`The proxy http://127.0.0.1:${portOf(proxy)} rejected the username or password (407).`)
      expect(JSON.stringify(wrong)).not.toContain('hunter2')
    }
  })

  it("[13] explains a proxy that forbids, can't reach the host, ends the connection, or isn't a proxy", async () => {
    const url = `https://localhost:${portOf(secure)}/`
    const http = through(`127.0.0.1:${portOf(proxy)}`)
    const told = async (answer: string) => {
      refuses = answer
      return refusal(ask(http, url))
    }
    const name = `The proxy http://127.0.0.1:${portOf(proxy)}`
    expect(await told('HTTP/1.1 403 Filtered')).toMatchObject({
      message: `${name} rejected the connection to localhost:${portOf(secure)} with status 403.`,
      hint: expect.stringContaining("Ask the proxy's administrator to allow this host and port, or use another URL."),
      cause: 'its message: Filtered',
    })
    expect((await told('HTTP/1.1 503 Service Unavailable')).hint).toContain(
      "Check the URL, and that the proxy can resolve the host: the proxy couldn't reach it.",
    )
    expect((await told('HTTP/1.0 401 Unauthorized')).message).toBe(`${name} requires a username and password (401).`)
    expect((await told('close')).message).toBe(`${name} for localhost:${portOf(secure)} can't be reached.`)
    expect((await told('220 mail.example ESMTP')).message).toBe(
      `The server at http://127.0.0.1:${portOf(proxy)} isn't an HTTP proxy.`,
    )
  })

  it('[13] a proxy that is not there is named, with how to go without it', async () => {
    const gone = createHttp()
    await listening(gone)
    const port = portOf(gone)
    await new Promise((resolve) => gone.close(resolve))
    for (const url of ['https://api.example.com/x', `http://localhost:${portOf(plain)}/`]) {
      const error = await refusal(ask(through(`127.0.0.1:${port}`), url))
      expect(error.message).toContain(`The proxy http://127.0.0.1:${port} for ${new URL(url).hostname}`)
      expect(error.cause).toContain('connection refused')
      expect(error.hint).toContain('NO_PROXY')
    }
  })

  it('[13] a client certificate goes through the tunnel to its host', async () => {
    const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1'] })
    const client = await authority.issue({ name: 'client' })
    const wants = createHttps(
      { cert: certificate, key, ca: authority.certificate, requestCert: true },
      (_request, response) => void response.end('let in'),
    )
    await listening(wants)
    const url = `https://127.0.0.1:${portOf(wants)}/`
    const answer = await ask(through(`127.0.0.1:${portOf(proxy)}`), url, { certificates: [{ host: '127.0.0.1', ...client }] })
    expect([answer.text, asked.length]).toEqual(['let in', 1])
    wants.close()
    wants.closeAllConnections()
  })

  it('[R42] for a page, what is behind a proxy is judged as if there were none', async () => {
    const admission = createAdmission({ hosts: new Set(['127.0.0.1']), ownPort: portOf(plain) })
    const http = through(`127.0.0.1:${portOf(proxy)}`, { admission })
    for (const url of [
      'https://169.254.169.254/latest/',
      `https://localhost:${portOf(secure)}/`,
      `http://127.0.0.1:${portOf(plain)}/`,
    ])
      expect((await refusal(ask(http, url, { insecure: true }))).code).toBe('http-blocked')
    expect((await ask(http, `https://127.0.0.1:${portOf(secure)}/`)).status).toBe(200)
    expect(asked).toEqual([[`CONNECT 127.0.0.1:${portOf(secure)}`, undefined]])
  })
})

describe('which proxy', () => {
  it('[13] the command line comes first, then the variables in either case', () => {
    expect(proxySettings({})).toBeUndefined()
    expect(proxySettings({ HTTPS_PROXY: 'a:1', no_proxy: 'x' })).toEqual({ http: undefined, https: 'a:1', no: 'x' })
    expect(proxySettings({ HTTP_PROXY: 'a:1', http_proxy: 'b:2', ALL_PROXY: 'c:3' })).toMatchObject({ http: 'b:2', https: 'c:3' })
    expect(proxySettings({ HTTP_PROXY: 'a:1', NO_PROXY: 'x' }, 'd:4')).toEqual({ http: 'd:4', https: 'd:4', no: 'x' })
    expect(proxySettings({ HTTP_PROXY: 'a:1' }, 'none')).toBeUndefined()
    expect(proxySettings({ HTTP_PROXY: '', http_proxy: ' ' })).toBeUndefined()
  })

  it.each([
    ['https://api.example.com/', 'example.com', true],
    ['https://api.example.com/', '.example.com', true],
    ['https://api.example.com/', '*.example.com', true],
    ['https://example.com/', '.example.com', true],
    ['https://notexample.com/', 'example.com', false],
    ['https://api.example.com/', 'other, API.example.com', true],
    ['https://api.example.com/', 'api.example.com:8443', false],
    ['https://api.example.com:8443/', 'api.example.com:8443', true],
    ['http://127.0.0.1:80/', '127.0.0.1', true],
    ['http://127.0.0.1:3000/', '127.0.0.1:3000', true],
    ['http://10.1.2.3/', '10.0.0.0/8', true],
    ['http://11.1.2.3/', '10.0.0.0/8', false],
    ['http://[::1]:3000/', '::1', true],
    ['http://[::1]:3000/', '[::1]:3000', true],
    ['https://anything.example/', '*', true],
    ['https://anything.example/', '', false],
    ['https://anything.example/', ', ,', false],
    ['http://1.2.3.4/', '3.4', false],
  ])('[13] %s is exempt by %j: %s', (url, list, direct) => {
    expect(isDirect(new URL(url), list)).toBe(direct)
    expect(proxyFor(new URL(url), { http: 'p:1', https: 'p:1', no: list }) === undefined).toBe(direct)
  })

  it('[13] an address that can be none is rejected without its password', () => {
    for (const text of ['socks4://ann:hunter2@localhost:1080', 'http://ann:hunter2@', 'ftp://ann:hunter2@x'])
      expect(() => proxyFor(new URL('https://x/'), { https: text })).toThrow(
        expect.objectContaining({ code: 'http-invalid-request', message: expect.not.stringContaining('hunter2') }),
      )
  })
})
