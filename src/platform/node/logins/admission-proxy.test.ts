import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmission } from '../admission.ts'
import { startAdmissionProxy, type AdmissionProxy } from './admission-proxy.ts'

let site: Server
let proxy: AdmissionProxy
let sitePort = 0
beforeAll(async () => {
  site = createServer((asked, response) => response.end(`${asked.headers.host} ${asked.url}`))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  sitePort = (site.address() as AddressInfo).port
  proxy = await startAdmissionProxy(createAdmission({ hosts: new Set(['127.0.0.1', 'localhost']), ownPort: 5417 }))
})
afterAll(() => {
  proxy.close()
  site.close()
})

const authorization = (): string =>
  `Basic ${Buffer.from(`${proxy.settings.username}:${proxy.settings.password}`).toString('base64')}`

const get = (url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy.settings.server)
    const asked = request({ hostname, port, path: url, headers: { host: new URL(url).host, ...headers } }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    asked.on('error', reject)
    asked.end()
  })

const tunnel = (to: string, headers: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(proxy.settings.server)
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${headers}\r\n`),
    )
    socket.once('data', (chunk: Buffer) => {
      socket.destroy()
      resolve(chunk.toString().split('\r\n')[0] ?? '')
    })
  })

describe("[R42] what the browser of a page's logins reaches", () => {
  it('is what the session may reach', async () => {
    const found = await get(`http://127.0.0.1:${sitePort}/login?a=1`, { 'proxy-authorization': authorization() })
    expect(found).toEqual({ status: 200, body: `127.0.0.1:${sitePort} /login?a=1` })
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await tunnel(`${host}:${sitePort}`, `Proxy-Authorization: ${authorization()}\r\n`)).toBe(
        'HTTP/1.1 200 Connection Established',
      )
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'http://127.0.0.1:5417/',
    'http://[::ffff:169.254.169.254]/',
  ])('is not %s', async (url) => {
    expect((await get(url, { 'proxy-authorization': authorization() })).status).toBe(403)
    const { host, port } = new URL(url)
    expect(await tunnel(port === '' ? `${host}:443` : host, `Proxy-Authorization: ${authorization()}\r\n`)).toBe(
      'HTTP/1.1 403 Forbidden',
    )
  })

  it('is nothing for a program that does not know the password', async () => {
    expect((await get(`http://127.0.0.1:${sitePort}/`, {})).status).toBe(407)
    expect(await tunnel(`127.0.0.1:${sitePort}`, '')).toContain('407')
  })
})

describe('[13] the browser of logins behind a proxy', () => {
  /** What the proxy was asked for, with its credentials; it answers by itself. */
  let seen: string[] = []
  let upstream: Server
  const note = (line: string, { headers }: IncomingMessage): void =>
    void seen.push(`${line} ${headers['proxy-authorization'] ?? 'nobody'}`)
  beforeAll(async () => {
    upstream = createServer((asked, response) => {
      note(`${asked.method} ${asked.url}`, asked)
      response.end('from the proxy')
    })
    upstream.on('connect', (asked: IncomingMessage, socket) => {
      note(`CONNECT ${asked.url}`, asked)
      socket.end('HTTP/1.1 200 OK\r\n\r\nbeyond')
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => upstream.close())

  it('reaches other hosts by it, with its password, and this machine directly', async () => {
    const behind = proxy
    const address = `http://ann:pw@127.0.0.1:${(upstream.address() as AddressInfo).port}`
    proxy = await startAdmissionProxy(createAdmission({ hosts: new Set(['127.0.0.1', '10.9.9.9']) }), {
      http: address,
      https: address,
      no: 'direct.example',
    })
    seen = []
    const basic = `Basic ${Buffer.from('ann:pw').toString('base64')}`
    const own = { 'proxy-authorization': authorization() }
    const line = `Proxy-Authorization: ${authorization()}\r\n`
    expect((await get('http://10.9.9.9/login?a=1', own)).body).toBe('from the proxy')
    expect(await tunnel('10.9.9.9:443', line)).toBe('HTTP/1.1 200 Connection Established')
    expect((await get(`http://127.0.0.1:${sitePort}/login`, own)).body).toContain('/login')
    expect((await get('http://169.254.169.254/', own)).status).toBe(403)
    expect(seen).toEqual([`GET http://10.9.9.9/login?a=1 ${basic}`, `CONNECT 10.9.9.9:443 ${basic}`])
    proxy.close()
    proxy = behind
  })
})
