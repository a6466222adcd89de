import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { linkPaths, offeredProtocols, subprotocol } from '#relay/link-protocol.ts'
import { createLinkClient, type LinkClient } from '#relay/link-client.ts'
import { linkLimits, mostCalls, protocol, type Hello } from '#relay/messages.ts'
import { createBodyTransfers, type Visit } from './body-transfers.ts'
import { createConnectionGuard } from './connection-guard.ts'
import { sendHttp, type HttpSession } from '#relay/send-http.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { RelayedRequest } from './relayed-request.ts'
import { createLinks, type IsThere, type Links } from './links.ts'
import { createPairings, type Pairings } from './pairings.ts'
import { createRunProcesses } from './runs/run-process.ts'
import { relayServerTexts as texts } from './texts.ts'

const page = 'https://assay.example'

let server: Server
let target: Server
let port: number
let targetUrl: string
let now = 0
let pairings: Pairings
let links: Links
let asked: string[] = []
let refused: string[] = []
/** Of the link that was opened last. */
let lastIsThere: IsThere | undefined
/** What the terminal is told. */
let sent: RelayedRequest[] = []
/** Answers what has no end of its own. */
let sendSlowly: ((response: ServerResponse) => void) | undefined
/** Takes the body of a request as it likes. */
let takeBody: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
/** Paths that the server behind the relay was asked for. */
let reached: string[] = []

const portOf = (one: Server): number => (one.address() as AddressInfo).port
const listening = (one: Server): Promise<void> => new Promise((resolve) => one.listen(0, '127.0.0.1', resolve))

beforeAll(async () => {
  target = createServer((request, response) => {
    reached.push(request.url ?? '')
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    else if (request.url === '/own') response.writeHead(302, { location: `http://127.0.0.1:${port}/companion/state` }).end()
    else if (request.url === '/slow') setTimeout(() => response.end('late'), 5_000).unref()
    else if (request.url === '/endless') sendSlowly?.(response)
    else if (request.url?.startsWith('/large')) response.end(Buffer.alloc(parseInt(request.url.split('/')[2] ?? '', 10), 7))
    else if (request.url === '/take') takeBody?.(request, response)
    else if (request.url === '/kept') request.resume().on('end', () => response.writeHead(307, { location: '/echo' }).end())
    else if (request.url === '/seen') request.resume().on('end', () => response.writeHead(303, { location: '/echo' }).end())
    else request.pipe(response)
  })
  await listening(target)
  targetUrl = `http://127.0.0.1:${portOf(target)}`
  server = createServer()
  await listening(server)
  port = portOf(server)
})
afterAll(() => {
  for (const one of [server, target]) {
    one.close()
    one.closeAllConnections()
  }
})
beforeEach(() => {
  pairings = createPairings(() => now)
  const transfers = createBodyTransfers()
  links = createLinks(
    '1.2.3',
    (one, isThere) => {
      lastIsThere = isThere
      return capabilitiesOf({
        port,
        page: one,
        isThere,
        pairings,
        transfers,
        processes: createRunProcesses('none'),
        links,
        onSent: (each) => sent.push(each),
        onRevoked: () => undefined,
      })
    },
    () => now,
  )
  asked = []
  refused = []
  reached = []
  const guard = createConnectionGuard({
    port,
    version: '1.2.3',
    origins: new Set([page]),
    pairings,
    transfers,
    onAsked: (origin) => asked.push(pairings.typedCode(origin)),
    onPaired: () => undefined,
    onRefused: (why) => refused.push(why),
    onLink: links.open,
  })
  server.removeAllListeners('request').removeAllListeners('upgrade')
  server.on(
    'request',
    (request, response) => void (guard.answer(request, response, request.url ?? '') || response.writeHead(404).end()),
  )
  server.on('upgrade', guard.upgrade)
  return () => links.close()
})

/** What comes back for the bytes that are sent, over a socket of its own. */
function raw(text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.setTimeout(5_000, () => socket.destroy())
  })
}

const head = (method: string, path: string, headers: Record<string, string>): string =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<string> =>
  raw(
    head('POST', path, {
      Host: `127.0.0.1:${port}`,
      Origin: page,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...headers,
    }) + body,
  )

const upgradeHeaders = (more: Record<string, string> = {}): Record<string, string> => ({
  Host: `127.0.0.1:${port}`,
  Origin: page,
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol': subprotocol,
  ...more,
})
const upgrade = (more: Record<string, string> = {}, path: string = linkPaths.link) => raw(head('GET', path, upgradeHeaders(more)))
const status = (answer: string): number => Number(answer.split(' ')[1])
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

const tokenOf = (): string => {
  const redeemed = pairings.redeem(page, pairings.addressCode(page))
  if (redeemed === undefined) throw new Error('not paired')
  return redeemed.token
}

interface TestLink extends LinkClient {
  socket: WebSocket
  hello: Hello
  closed: Promise<number>
}

/** A link as the page has it. */
function link(token = tokenOf()): Promise<TestLink> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${linkPaths.link}`, offeredProtocols(token), { origin: page })
  return new Promise((resolve, reject) => {
    const closed = new Promise<number>((resolveClosed) => socket.on('close', (code) => (client.gone(), resolveClosed(code))))
    const client = createLinkClient({
      send: (frame) => socket.send(frame),
      onHello: (hello) => resolve({ ...client, socket, hello, closed }),
    })
    socket.on('message', (data: Buffer, isBinary) => client.received(isBinary ? data : data.toString()))
    socket.on('error', reject)
  })
}

const { signal } = new AbortController()
// More links than ten share it.
setMaxListeners(0, signal)
const request = (url: string, more: object = {}) => ({
  method: 'GET',
  url,
  headers: [] as [string, string][],
  redirect: 'follow' as const,
  timeout: 10_000,
  maxBytes: 50_000_000,
  ...more,
})
/** A request beside the link. */
const visit = async (ticket: string, { body, ...more }: VisitOptions): Promise<Response> => {
  const url = `http://127.0.0.1:${port}${linkPaths.body}${ticket}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { origin: page },
    body: (body ?? null) as BodyInit | null,
    ...more,
  })
  if (!response.ok) throw new Error(String(response.status))
  return response
}
interface VisitOptions {
  signal: AbortSignal
  body?: Blob | Uint8Array | ReadableStream<Uint8Array> | undefined
  /** What Node wants for a body that is a stream. */
  duplex?: 'half'
}
const session = (one: LinkClient): HttpSession => ({
  call: (name, params, options) => one.call(name, 's', params, options),
  visit: (ticket, own, body) => visit(ticket, { signal: own, body }),
})
/** Sends it, and puts its answer together. */
const whole = (one: LinkClient, asked: ReturnType<typeof request>, own = signal) => sendHttp(session(one), asked, own)
const opened = async (hosts: string[] = ['127.0.0.1']) => {
  const one = await link()
  await one.call('session.open', 's', { hosts }, { signal })
  return one
}

describe('the connection guard', () => {
  it('[R42] refuses another Host, another Origin, none and null before it reads anything', async () => {
    const secret = '{"code":"x"}'
    for (const path of Object.values(linkPaths)) {
      for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1:${port + 1}`, '127.0.0.1'])
        expect([path, status(await post(path, secret, { Host: host }))]).toEqual([path, 421])
      for (const origin of [
        'https://evil.example',
        'null',
        `${page}.evil.example`,
        'http://assay.example',
        page.toUpperCase(),
        '',
      ])
        expect([origin, status(await post(path, secret, { Origin: origin }))]).toEqual([origin, 403])
    }
    expect(
      status(await raw(head('POST', linkPaths.pair, { Host: `127.0.0.1:${port}`, 'Content-Length': '0', Connection: 'close' }))),
    ).toBe(403)
    for (const [headers, expected] of [
      [{ Host: 'evil.example' }, 421],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      [{}, 401],
      [{ 'Sec-WebSocket-Protocol': `${subprotocol}, token.${'A'.repeat(43)}` }, 401],
      [{ 'Sec-WebSocket-Protocol': `token.${tokenOf()}` }, 426],
      [{ 'Sec-WebSocket-Protocol': `assay.999, token.${tokenOf()}` }, 426],
    ] as const)
      expect([headers, status(await upgrade(headers))]).toEqual([headers, expected])
    expect(status(await upgrade({}, '/companion/link/../../etc/passwd'))).toBe(404)
    expect(status(await upgrade({}, `${linkPaths.link}?token=${tokenOf()}`))).toBe(404)
    expect(refused.length).toBeGreaterThan(40)
    expect(reached).toEqual([])
  })

  it('[R42] answers no other origin by CORS, and reads no body that is too large or no JSON', async () => {
    const allowed = await raw(head('OPTIONS', linkPaths.pair, { Host: `127.0.0.1:${port}`, Origin: page, Connection: 'close' }))
    expect([status(allowed), /access-control-allow-origin: (\S+)/i.exec(allowed)?.[1]]).toEqual([204, page])
    const other = await raw(
      head('OPTIONS', linkPaths.pair, { Host: `127.0.0.1:${port}`, Origin: 'https://evil.example', Connection: 'close' }),
    )
    expect([status(other), other.toLowerCase().includes('access-control-allow-origin')]).toEqual([403, false])
    expect(status(await post(linkPaths.pair, `{"code":"${'x'.repeat(5_000)}"}`))).toBe(413)
    const chunked = head('POST', linkPaths.pair, {
      Host: `127.0.0.1:${port}`,
      Origin: page,
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
    })
    expect(status(await raw(`${chunked}1000\r\n${'x'.repeat(4096)}\r\n0\r\n\r\n`))).toBe(413)
    for (const body of ['', 'code=x', '[[[[[', '{"code":', '"x"', 'null', '{"code":{"__proto__":1}}'])
      expect([body, [400, 401].includes(status(await post(linkPaths.pair, body)))]).toEqual([body, true])
    expect(status(await post('/companion/', '{}'))).toBe(404)
    expect(status(await post('/companion/constructor', '{}'))).toBe(404)
  })

  it('[R42] a code is good once, for its origin, for five tries and five minutes; a guess says nothing', async () => {
    const tried = async (code: string) => status(await post(linkPaths.pair, JSON.stringify({ code })))
    const code = pairings.typedCode(page)
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    for (let guess = 0; guess < 4; guess++) expect(await tried('AAAA-AAAA')).toBe(401)
    expect(await tried(code.toLowerCase().replace('-', ' '))).toBe(200)
    expect(await tried(code)).toBe(401)
    const second = pairings.typedCode(page)
    for (let guess = 0; guess < 5; guess++) await tried('AAAA-AAAA')
    expect(await tried(second)).toBe(401)
    const third = pairings.typedCode(page)
    now += 5 * 60_000 + 1
    expect(await tried(third)).toBe(401)
    expect(await tried(pairings.typedCode('https://other.example'))).toBe(401)
    const once = pairings.addressCode(page)
    expect([await tried(once), await tried(once)]).toEqual([200, 401])
    // The terminal shows one code at a time, however often a page asks.
    await Promise.all(Array.from({ length: 5 }, () => post(linkPaths.ask, '{}')))
    expect(asked).toHaveLength(1)
  })

  it('[P5] a token says who it is, is good for its origin only, and is gone when it is revoked', async () => {
    const { token, id } = pairings.redeem(page, pairings.addressCode(page)) ?? { token: '', id: '' }
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(bodyOf(await post(linkPaths.state, JSON.stringify({ token })))).toEqual({
      protocol,
      version: '1.2.3',
      paired: true,
    })
    expect(bodyOf(await post(linkPaths.state, '{"token":"x"}'))).toMatchObject({ paired: false })
    expect(pairings.verify('https://other.example', token)).toBeUndefined()
    const one = await link(token)
    expect(one.hello).toEqual({ protocol, version: '1.2.3' })
    await one.call('session.open', 's', { hosts: [] }, { signal })
    const { result } = await one.call('pairings.list', 's', null, { signal })
    expect(result).toMatchObject([{ id, origin: page, links: 1, own: true }])
    await one.call('pairings.revoke', 's', { id }, { signal })
    expect(await one.closed).toBe(4001)
    expect(status(await upgrade({ 'Sec-WebSocket-Protocol': `${subprotocol}, token.${token}` }))).toBe(401)
  })

  it('[R42] a thousand connections that say nothing, or half of something, leave it answering', async () => {
    const before = process.memoryUsage().rss
    const sockets = Array.from({ length: 1_000 }, (_, index) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(index % 2 ? `GET ${linkPaths.link} HTTP/1.1\r\nHost: ` : head('GET', linkPaths.link, upgradeHeaders())),
      )
      socket.on('error', () => undefined)
      return socket
    })
    expect(status(await post(linkPaths.state, '{}'))).toBe(200)
    for (const socket of sockets) socket.destroy()
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })
})

describe('a link', () => {
  it('[R42] is ended by invalid messages: text, numbers, frames, unannounced bytes', async () => {
    const wrong: (string | Buffer)[] = [
      'x',
      '[]',
      'null',
      '{}',
      '{"id":1}',
      '{"id":-1,"cancel":true}',
      '{"id":1,"call":"http.send"}',
      '{"id":1,"call":"session.open","session":"s","params":{"hosts":"*"}}',
      '{"id":1,"result":1}',
      '{"hello":{"protocol":1}}',
      '{"id":1,"call":"http.send","session":"s","params":null,"bytes":-1}',
      `{"id":1,"call":"http.send","session":"s","params":null,"bytes":${linkLimits.announced + 1}}`,
      '['.repeat(100_000),
      Buffer.from([0, 0, 0, 1]),
      Buffer.from([0, 0, 0, 1, 9]),
      Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]),
      Buffer.from([255, 255, 255, 255, 255, 255, 255, 255, 123]),
      Buffer.concat([Buffer.from([255, 255, 255, 255, 0, 0, 0, 2]), Buffer.from('{}')]),
      Buffer.concat([Buffer.from([255, 255, 255, 255, 0, 0, 0, 24]), Buffer.from('{"id":1,"cancel":true,"bytes":9}')]),
    ]
    for (const frame of wrong) {
      const one = await link()
      one.socket.send(frame)
      expect([String(frame).slice(0, 60), await one.closed]).toEqual([String(frame).slice(0, 60), 1002])
    }
    const one = await link()
    one.socket.send(Buffer.alloc(linkLimits.frame + 1))
    expect([1006, 1009]).toContain(await one.closed)
    expect(reached).toEqual([])
  })

  it('[R42] knows its own calls only, needs a session for them, and carries out so many at a time', async () => {
    const one = await opened()
    const call = (name: string, session = 's') => one.call(name as 'http.send', session, request(`${targetUrl}/slow`), { signal })
    for (const name of ['constructor', '__proto__', 'toString', 'no.such'])
      await expect(call(name)).rejects.toThrow("The companion doesn't support")
    await expect(call('http.send', 'other')).rejects.toThrow('already ended this session')
    await expect(one.call('http.send', 's', { url: 1 } as never, { signal })).rejects.toThrow(
      "The request is invalid and can't be sent.",
    )
    const many = Array.from({ length: mostCalls + 1 }, () => call('http.send').catch((thrown: Error) => thrown.message))
    expect(await many.at(-1)).toContain('at a time')
    one.socket.terminate()
  })

  it('[P5] sends a request with body, headers and cookies, and gives the answer as it came', async () => {
    const one = await opened()
    const bytes = new Uint8Array(3_000_000).map((_, index) => index % 251)
    const answer = await whole(one, request(`${targetUrl}/echo`, { method: 'POST', headers: [['Cookie', 'a=b']], body: bytes }))
    expect(answer).toMatchObject({ status: 200, url: `${targetUrl}/echo`, redirects: [] })
    expect(Buffer.compare(answer.body, bytes)).toBe(0)
    expect(answer.timing.connecting).toMatchObject({ dns: expect.any(Number), connect: expect.any(Number) })
    const abort = new AbortController()
    const slow = one.call('http.send', 's', request(`${targetUrl}/slow`), { signal: abort.signal })
    abort.abort()
    await expect(slow).rejects.toMatchObject({ code: 'cancelled' })
    const all = await Promise.all(
      [1, 9_000_000, 70_000, 4_000_000].map((size) => whole(one, request(`${targetUrl}/large/${size}`))),
    )
    expect(all.map(({ body }) => body.length)).toEqual([1, 9_000_000, 70_000, 4_000_000])
    one.socket.close()
  })

  it('[13] a large answer is fetched beside the link: what waits is bounded, and the server waits too', async () => {
    const one = await opened()
    let written = 0
    sendSlowly = (response) => {
      const part = Buffer.alloc(1_000_000, 7)
      const more = (): void => {
        while (written < 60_000_000) {
          written += part.length
          if (!response.write(part)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    // Nothing is read for a while: what was sent until then stays where it is.
    let readOn = (): void => {}
    const waits = new Promise<void>((resolve) => (readOn = resolve))
    const { call } = session(one)
    const sending = sendHttp(
      {
        call,
        visit: async (...asked) => {
          const came = await session(one).visit(...asked)
          await waits
          return came
        },
      },
      request(`${targetUrl}/endless`, { maxBytes: 100_000_000 }),
      signal,
    )
    let before = 0
    await vi.waitFor(() => expect(written).toBeGreaterThan(0), 20_000)
    while (before !== written) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(written).toBeLessThan(40_000_000)
    readOn()
    const { status: answered, body } = await sending
    expect([answered, body.length, body.every((byte) => byte === 7)]).toEqual([200, 60_000_000, true])
    one.socket.close()
  })

  it('[13] a large answer comes over the link where the page fetches nothing, and is gone where it stops half-way', async () => {
    const one = await opened()
    const get = request(`${targetUrl}/large/9000000`)
    const { call } = session(one)
    const along = await sendHttp({ call, visit: () => Promise.reject(new Error('no connection is free')) }, get, signal)
    expect(along.body.length).toBe(9_000_000)
    const half = async (...asked: Parameters<HttpSession['visit']>): Promise<Response> => {
      const reader = (await session(one).visit(...asked)).body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      const cut = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(value ?? new Uint8Array()),
        pull: (controller) => controller.error(new Error('cut')),
      })
      return new Response(cut)
    }
    // Or where the companion was asked, and its answer does not come through.
    const unheard = async (...asked: Parameters<HttpSession['visit']>): Promise<Response> => {
      await session(one).visit(...asked)
      throw new TypeError('Failed to fetch')
    }
    // At once: not when the server has ended its answer, which this one never does.
    sendSlowly = (response) => void response.write(Buffer.alloc(40_000_000, 7))
    for (const stops of [half, unheard])
      await expect(
        sendHttp({ call, visit: stops }, request(`${targetUrl}/endless`, { timeout: 600_000 }), signal),
      ).rejects.toMatchObject({
        code: 'companion-gone',
      })
    one.socket.close()
  })

  it('[13] a large request body is brought as the server takes it, once more behind a redirect that keeps it', async () => {
    const one = await opened()
    const body = Buffer.alloc(24_000_000, 'a body of which no part is like the next')
    const small = body.subarray(0, 1_000_001)
    const post = (path: string, bytes: Uint8Array | Blob) => request(`${targetUrl}${path}`, { method: 'POST', body: bytes })
    let brought = 0
    const counted = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(body.subarray(brought, (brought += 100_000)))
        if (brought === body.length) controller.close()
      },
    })
    let taken: { request: IncomingMessage; response: ServerResponse } | undefined
    takeBody = (incoming, response) => (taken = { request: incoming, response })
    const slowly: HttpSession = {
      call: session(one).call,
      visit: (ticket, own) => visit(ticket, { signal: own, body: counted, duplex: 'half' }),
    }
    const sent = sendHttp(slowly, post('/take', body), signal)
    await vi.waitFor(() => expect(taken).toBeDefined(), { timeout: 10_000 })
    let before = -1
    while (before !== brought) {
      before = brought
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // The server reads nothing: what is on its way is in the buffers of sockets.
    expect(brought).toBeGreaterThan(0)
    expect(brought).toBeLessThan(20_000_000)
    expect(taken?.request.headers).toMatchObject({ 'content-length': '24000000' })
    let got = 0
    taken?.request.on('data', (part: Buffer) => (got += part.length)).on('end', () => taken?.response.end('taken'))
    expect([String(Buffer.from((await sent).body)), got]).toEqual(['taken', body.length])

    const kept = await whole(one, post('/kept', small))
    expect([kept.redirects.length, Buffer.compare(kept.body, small)]).toEqual([1, 0])
    const large = body.subarray(0, 9_000_001)
    const keptFile = await whole(one, post('/kept', new Blob([large])))
    expect([keptFile.redirects.length, Buffer.compare(keptFile.body, large)]).toEqual([1, 0])
    const dropped = await whole(one, post('/seen', small))
    expect([dropped.redirects.length, dropped.body.length]).toEqual([1, 0])
    for (const size of [0, 3, linkLimits.part, linkLimits.part + 1])
      expect((await whole(one, post('/echo', new Blob([body.subarray(0, size)])))).body.length).toBe(size)
    one.socket.close()
  })

  it('[13] a large request body ends early with an answer, a server that is gone, a Stop, a file that is gone, and another length', async () => {
    const one = await opened()
    const body = new Uint8Array(8_000_000)
    const put = (more: object = {}) => request(`${targetUrl}/take`, { method: 'PUT', body, ...more })
    takeBody = (incoming, response) => incoming.resume() && response.writeHead(413).end('too large')
    expect(await whole(one, put())).toMatchObject({ status: 413 })
    takeBody = (_, response) => response.writeHead(413).end('too large, and nobody reads it')
    expect(await whole(one, put())).toMatchObject({ status: 413 })
    takeBody = (incoming) => incoming.once('data', () => incoming.socket.destroy())
    await expect(whole(one, put())).rejects.toMatchObject({ code: expect.stringMatching(/^http-/) })
    const abort = new AbortController()
    takeBody = () => abort.abort()
    await expect(whole(one, put(), abort.signal)).rejects.toMatchObject({ code: 'cancelled' })
    takeBody = (incoming, response) => incoming.resume().on('end', () => response.end())
    const gone = Object.assign(new Blob([body]), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('it is gone')) }) as unknown as Blob,
    })
    const { call } = session(one)
    const broken: HttpSession = { call, visit: () => Promise.reject(new TypeError('Failed to fetch')) }
    await expect(sendHttp(broken, put({ body: gone }), signal)).rejects.toMatchObject({
      code: 'body-file-unreadable',
      cause: 'it is gone',
    })
    await expect(sendHttp(broken, put(), signal)).rejects.toMatchObject({ code: 'companion-gone' })
    const small = put({ body: body.subarray(0, linkLimits.part + 1) })
    for (const length of [5, linkLimits.part + 2]) {
      const other: HttpSession = { call, visit: (ticket, own) => visit(ticket, { signal: own, body: new Uint8Array(length) }) }
      await expect(sendHttp(other, small, signal), String(length)).rejects.toMatchObject({
        code: expect.stringMatching(/^(companion-gone|http-invalid-request)$/),
      })
    }
    for (const size of [0, -1, 1.5, '3'])
      await expect(one.call('http.send', 's', { ...request(targetUrl), size: size as number }, { signal })).rejects.toThrow(
        "The request is invalid and can't be sent.",
      )
    expect(await whole(one, request(`${targetUrl}/large/9`))).toMatchObject({ status: 200 })
    one.socket.close()
  })

  it('[R42] a body is brought by its ticket alone: once, by the page that was told, as long as it is waited for', async () => {
    const one = await opened()
    takeBody = (incoming, response) => incoming.pipe(response)
    const tried: number[] = []
    const statusOf = async (ticket: string, origin = page): Promise<number> =>
      status(await post(linkPaths.body + ticket, '', { Origin: origin }))
    let known = ''
    const spied: HttpSession = {
      call: session(one).call,
      async visit(ticket, own, body) {
        known = ticket
        tried.push(await statusOf(ticket, 'https://evil.example'), await statusOf(`${ticket.slice(1)}A`), await statusOf(''))
        return visit(ticket, { signal: own, body })
      },
    }
    const body = new Uint8Array(300_000)
    expect((await sendHttp(spied, request(`${targetUrl}/take`, { method: 'PUT', body }), signal)).body.length).toBe(300_000)
    expect(tried).toEqual([403, 404, 404])
    expect(await statusOf(known)).toBe(404)
    one.socket.close()
    // Nor by a page of another origin that may be paired too.
    const transfers = createBodyTransfers()
    const { ticket, visit: awaited } = transfers.await(page, signal)
    const came = {} as Visit
    expect([transfers.take(ticket, 'https://other.example', came), transfers.take(ticket, page, came)]).toEqual([false, true])
    expect(await awaited).toBe(came)
  })

  it('[13] the terminal shows method, host, status, size and time of a request, and no more', async () => {
    const one = await opened()
    sent = []
    await whole(one, request(`${targetUrl}/large/70000?token=secret`, { headers: [['Authorization', 'Bearer secret']] }))
    await whole(one, request('http://169.254.169.254/secret', { insecure: true })).catch(() => undefined)
    const lines = sent.map((each) => texts.sent(each))
    expect(lines).toEqual([
      expect.stringMatching(/^GET 127\.0\.0\.1:\d+ {2}200 {2}70\.0 kB {2}\S+ m?s$/),
      'GET 169.254.169.254  not sent or no response: http-blocked',
    ])
    one.socket.close()
  })

  it('[R42] reaches no metadata, no private host that was not allowed, and not itself, also behind a redirect', async () => {
    const one = await opened()
    const sent = (url: string) => one.call('http.send', 's', request(url, { insecure: true }), { signal })
    for (const url of [
      'http://169.254.169.254/latest/meta-data/',
      'http://[fe80::1]/',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://0xa9fea9fe/',
      'http://2852039166/',
      'http://metadata.google.internal/',
      'http://100.100.100.200/',
      'http://0.0.0.0/',
      `${targetUrl}/away`,
    ])
      await expect(sent(url), url).rejects.toMatchObject({ code: 'http-blocked' })
    for (const url of [
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://[::1]/',
      'http://[fd12::1]/',
      `http://localhost:${portOf(target)}/`,
    ])
      await expect(sent(url), url).rejects.toMatchObject({
        code: 'http-blocked',
        message: expect.stringContaining('through the companion. It is on this machine or a private network.'),
      })
    for (const url of [`http://127.0.0.1:${port}/companion/state`, `${targetUrl}/own`])
      await expect(sent(url), url).rejects.toMatchObject({ message: expect.stringContaining('the companion itself') })
    await expect(sent('file:///etc/passwd')).rejects.toMatchObject({ code: 'http-invalid-request' })
    expect(reached).toEqual(['/away', '/own'])
    one.socket.close()
  })

  it('[R42] a page whose pairing is ended has nothing more carried out, also if it does not close its link', async () => {
    const token = tokenOf()
    const one = await link(token)
    await one.call('session.open', 's', { hosts: ['127.0.0.1'] }, { signal })
    const aborted = new Promise<void>((resolve) => target.once('request', ({ socket }) => socket.once('close', () => resolve())))
    const slow = one.call('http.send', 's', request(`${targetUrl}/slow`), { signal }).catch(() => undefined)
    await vi.waitFor(() => expect(reached).toContain('/slow'), 20_000)
    const id = pairings.verify(page, token)?.id ?? ''
    // It reads nothing any more: not that it is to close.
    one.socket.pause()
    pairings.revoke(id)
    const isOpen = links.countOf(id)
    links.endOf(id)
    void one.call('http.send', 's', request(`${targetUrl}/after`), { signal }).catch(() => undefined)
    void one.call('session.open', 't', { hosts: [] }, { signal }).catch(() => undefined)
    await aborted
    await vi.waitFor(() => expect(links.countOf(id)).toBe(0), 20_000)
    expect([isOpen, reached]).toEqual([1, ['/slow']])
    one.socket.terminate()
    await slow
  })

  it('[R43] background work waits for a page that has been silent for long, as after a sleep, until it is there or gone', async () => {
    const one = await opened()
    expect(lastIsThere?.()).toBeUndefined()
    now += 9_000
    one.socket.pause()
    let isThere = false
    const waits = lastIsThere?.()?.then(() => (isThere = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect([waits === undefined, isThere]).toEqual([false, false])
    one.socket.resume()
    await waits
    expect(lastIsThere?.()).toBeUndefined()
    now += 60_000
    one.socket.pause()
    const gone = lastIsThere?.()
    one.socket.terminate()
    await gone
    expect(lastIsThere?.()).toBeUndefined()
  })

  it('[R43] open calls are aborted on both sides when it ends', async () => {
    const one = await opened()
    const slow = expect(one.call('http.send', 's', request(`${targetUrl}/slow`), { signal })).rejects.toMatchObject({
      code: 'companion-gone',
      message: expect.stringContaining('Interrupted'),
    })
    await vi.waitFor(() => expect(reached).toContain('/slow'), 20_000)
    await links.close()
    await slow
    await expect(one.call('pairings.list', 's', null, { signal })).rejects.toMatchObject({ code: 'companion-gone' })
    // A page reconnects at once, while the companion still ends what went on.
    const again = new WebSocket(`ws://127.0.0.1:${port}${linkPaths.link}`, offeredProtocols(tokenOf()), { origin: page })
    await new Promise((resolve) => again.on('close', resolve))
  })
})
