import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpRequest } from '#engine/ports/http.ts'
import { AssayError } from '#engine/base/errors.ts'
import { cutText } from '#engine/ports/http/http-texts.ts'
import { startFaults, startTls, testAuthority, type CertificateName, type FaultServer } from '../../../e2e/faults/server.ts'
import { createNodeHttp, type NodeHttp, type NodeHttpOptions } from './http.ts'

let faults: FaultServer
let other: FaultServer
let http: NodeHttp
const signal = new AbortController().signal

beforeAll(async () => {
  faults = await startFaults()
  other = await startFaults()
  http = createNodeHttp({ limits: { connect: 2000, idle: 150 } })
})
afterAll(async () => {
  await http.close()
  await faults.close()
  await other.close()
})

const ask = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: path.startsWith('/') ? faults.url + path : path,
  headers: [],
  redirect: 'follow',
  timeout: 5000,
  maxBytes: 1024 * 1024,
  ...more,
})
const send = (path: string, more: Partial<HttpRequest> = {}) => http.send(ask(path, more), signal)
const textOf = (body: Uint8Array): string => Buffer.from(body).toString()

async function refusal(sent: Promise<unknown>): Promise<AssayError> {
  const error: unknown = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AssayError)) throw new Error(`expected an AssayError, got ${String(error)}`)
  return error
}
const causeOf = (error: AssayError): string => (error.cause instanceof Error ? error.cause.message : String(error.cause))

describe('unreachable hosts', () => {
  it('[R28] a name that DNS does not know', async () => {
    const error = await refusal(send('https://nowhere.invalid/x?token=abc'))
    expect(error.code).toBe('http-unreachable')
    expect(error.message).toBe("https://nowhere.invalid can't be reached.")
    expect(causeOf(error)).toMatch(/^DNS (has no address|didn't respond) for nowhere.invalid \((ENOTFOUND|EAI_AGAIN)\)$/)
  })

  it('[R28] a port where nothing listens', async () => {
    const gone = await startFaults()
    await gone.close()
    const error = await refusal(send(`${gone.url}/x`))
    expect(error.code).toBe('http-unreachable')
    expect(causeOf(error)).toBe(`connection refused at ${gone.url.slice(7)} (ECONNREFUSED)`)
  })

  it('[R28] a connection that is reset, closed, or speaks something else', async () => {
    expect(causeOf(await refusal(send('/reset', { method: 'POST' })))).toBe('the connection was reset (ECONNRESET)')
    expect(causeOf(await refusal(send('/closed', { method: 'POST' })))).toBe(
      'the connection was closed before the response (UND_ERR_SOCKET)',
    )
    const other = await refusal(send('/not-http'))
    expect([causeOf(other), other.hint]).toEqual([
      expect.stringContaining('HTTP/1.1 protocol'),
      expect.stringContaining(
        "Check the scheme and port. The response isn't valid HTTP/1.1, for example in its line endings. A browser may still accept it.",
      ),
    ])
  })
})

describe('certificates', () => {
  const causes: [CertificateName, RegExp][] = [
    ['expired', /^TLS: the certificate has expired \(CERT_HAS_EXPIRED\)$/],
    ['self-signed', /^TLS: the certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/],
    ['wrong-host', /^TLS: the certificate is for another host\. .*127\.0\.0\.1.* \(ERR_TLS_CERT_ALTNAME_INVALID\)$/],
  ]
  for (const [name, cause] of causes) {
    it(`[R28] ${name}: named, and accepted where the environment allows it`, async () => {
      const server = await startTls(name)
      const client = createNodeHttp({ ca: testAuthority })
      const error = await refusal(client.send(ask(server.url), signal))
      expect([error.code, error.message]).toEqual(['http-unreachable', `${server.url} can't be reached.`])
      expect(causeOf(error)).toMatch(cause)
      expect(error.hint).toContain(`add ${new URL(server.url).host} to the environment's insecure hosts`)
      const insecure = await client.send(ask(server.url, { insecure: true }), signal)
      expect(textOf(insecure.body)).toBe('secure')
      expect((await refusal(client.send(ask(server.url), signal))).code).toBe('http-unreachable')
      await client.close()
      await server.close()
    })
  }

  it('[R28] one that is trusted passes; an unknown issuer, and plain HTTP, are named', async () => {
    const server = await startTls('trusted')
    const client = createNodeHttp({ ca: testAuthority })
    expect((await client.send(ask(server.url), signal)).status).toBe(200)
    await client.close()
    expect(causeOf(await refusal(send(server.url)))).toMatch(/isn't trusted on this machine|intermediate certificate is missing/)
    expect(causeOf(await refusal(send(faults.url.replace('http:', 'https:'))))).toMatch(
      /^TLS: no common protocol, or the server uses plain HTTP/,
    )
    await server.close()
  })
})

describe('cut bodies', () => {
  it('[R29] a drop in the middle keeps what came', async () => {
    for (const [path, text] of [
      ['/drop', 'only this'],
      ['/drop-chunked', 'first'],
    ] as const) {
      const response = await send(path)
      expect([response.status, response.cut, textOf(response.body)]).toEqual([200, 'connection', text])
    }
  })

  it('[R30] no response within the total timeout', async () => {
    const error = await refusal(send('/silent', { timeout: 120 }))
    expect(error.code).toBe('http-timeout')
    expect(error.message).toBe(`${faults.url}/silent: no complete response within 0.1 s.`)
  })

  it('[R30] a first byte that does not come, and a connection that is not made', async () => {
    const impatient = createNodeHttp({ limits: { connect: 100, firstByte: 100 } })
    expect((await refusal(impatient.send(ask('/silent'), signal))).message).toContain('no response within 0.1 s')
    // It takes the connection and never begins with TLS.
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const error = await refusal(impatient.send(ask(`https://127.0.0.1:${port}`), signal))
    expect([error.code, error.message]).toEqual(['http-timeout', expect.stringContaining('no connection within 0.1 s')])
    await impatient.close()
    mute.close()
  })

  it('[R30] silence within an answer, and one byte at a time', async () => {
    const stalled = await send('/stall')
    expect([stalled.cut, textOf(stalled.body)]).toEqual(['time', 'first part'])
    const trickled = await send('/trickle', { timeout: 300 })
    expect(trickled.cut).toBe('time')
    expect(trickled.body.length).toBeGreaterThan(1)
  })

  it('[R31] [R32] an endless stream is stopped at the limit', async () => {
    const response = await send('/endless')
    expect([response.cut, response.body.length]).toEqual(['size', 1024 * 1024])
  })

  it('[R33] a bomb is stopped by its ratio, and by its size', async () => {
    const byRatio = await send('/bomb', { maxBytes: 50 * 1024 * 1024 })
    expect(byRatio.cut).toBe('ratio')
    expect(byRatio.body.length).toBeLessThan(12 * 1024 * 1024)
    const bySize = await send('/bomb')
    expect([bySize.cut, bySize.body.length]).toEqual(['size', 1024 * 1024])
  })

  it('[R33] packed bodies are unpacked, damaged ones as far as they go, unknown ones not at all', async () => {
    expect(textOf((await send('/gzip')).body)).toBe('packed text')
    const damaged = await send('/gzip-cut')
    expect(damaged.cut).toBe('coding')
    expect(textOf((await send('/zstd')).body)).toBe('left as it is')
    expect(textOf((await send('/gzip-twice')).body)).toBe('packed twice')
  })

  it('[H10] a damaged gzip or brotli body is reported as such, not as a lost connection', async () => {
    for (const [path, coding] of [
      ['/gzip-damaged', 'gzip'],
      ['/gzip-cut', 'gzip'],
      ['/br-damaged', 'br'],
    ]) {
      const response = await send(path ?? '')
      expect(response.cut && cutText(response.cut, response)).toBe(
        `body truncated at ${response.body.length} bytes: it doesn't match its Content-Encoding (${coding}), or is incomplete`,
      )
    }
  })

  it("[H10] reports codings that aren't decoded: zstd, more than three, and an endless list", async () => {
    expect((await send('/zstd')).undecoded).toBe("is zstd, which isn't supported")
    for (const count of [4, 2_000_000]) {
      const response = await send(`/codings?count=${count}`)
      expect([textOf(response.body), response.undecoded]).toEqual(['packed again and again', 'has more than 3 codings'])
    }
    expect((await send('/gzip')).undecoded).toBeUndefined()
    expect((await send('/zstd', { method: 'HEAD' })).undecoded).toBeUndefined()
  })

  it('[H5] a body in parts of one byte is the body', async () => {
    const response = await send('/one-byte-chunks?count=100000')
    expect([response.cut, textOf(response.body)]).toEqual([undefined, 'x'.repeat(100_000)])
    expect((await send('/one-byte-chunks', { maxBytes: 1000 })).cut).toBe('size')
  })
})

describe('redirects', () => {
  it('[R34] ten are followed and listed, eleven are not', async () => {
    const response = await send('/redirect?times=10')
    expect(response.redirects).toHaveLength(10)
    expect(response.url).toBe(`${faults.url}/echo`)
    expect((await refusal(send('/redirect?times=11'))).message).toContain('redirects more than 10 times')
  })

  it('[R34] a loop is named', async () => {
    const error = await refusal(send('/loop-a'))
    expect([error.code, error.message]).toEqual([
      'http-redirects',
      `${faults.url}/loop-a redirects in a loop: back to ${faults.url}/loop-a.`,
    ])
  })

  it("[R34] an empty Location isn't followed, as in browsers", async () => {
    expect([(await send('/redirect?to=')).status, (await send('/redirect?to=')).redirects]).toEqual([302, []])
  })

  it('[R34] file: and data: are not followed', async () => {
    expect((await refusal(send('/redirect?to=file:///etc/passwd'))).message).toContain(
      "redirects to file:…, which isn't followed",
    )
    expect((await refusal(send('/redirect?to=data:text/plain,x'))).message).toContain("redirects to data:…, which isn't followed")
  })

  it('[R34] an address with a user or a password is not followed, and neither is repeated', async () => {
    const asked = other.requests.length
    for (const user of ['me:hunter2', 'hunter2']) {
      const to = encodeURIComponent(other.url.replace('//', `//${user}@`))
      const error = await refusal(send(`/redirect?to=${to}`))
      expect([error.code, error.message]).toEqual([
        'http-redirects',
        `${faults.url}/redirect redirects to ${other.url}/ with a username or password in the URL, which isn't followed.`,
      ])
      expect(`${error.hint}${causeOf(error)}`).not.toContain('hunter2')
    }
    expect(other.requests).toHaveLength(asked)
    const shown = await send('/redirect?to=http://me:hunter2@127.0.0.1/', { redirect: 'manual' })
    expect(shown.status).toBe(302)
  })

  it('[R34] of several addresses none is followed; one in UTF-8 leads where it says', async () => {
    expect((await refusal(send('/redirect?to=/ok&to=/echo'))).message).toBe(
      `${faults.url}/redirect redirects to several URLs at once.`,
    )
    expect((await send('/redirect?to=/ok&to=/ok')).url).toBe(`${faults.url}/ok`)
    const to = encodeURIComponent('/echo?name=ä#part')
    expect((await send(`/redirect?to=${to}`)).url).toBe(`${faults.url}/echo?name=%C3%A4`)
  })

  it('[R34] credentials stay with their origin', async () => {
    const headers: [string, string][] = [
      ['Authorization', 'Bearer t'],
      ['X-Api-Key', 'k'],
      ['X-Other', 'o'],
    ]
    const away = await send(`/redirect?to=${other.url}/echo`, { headers })
    const seen = (JSON.parse(textOf(away.body)) as { headers: [string, string][] }).headers.map(([name]) => name)
    expect(seen).toContain('X-Other')
    expect(seen).not.toContain('Authorization')
    expect(seen).not.toContain('X-Api-Key')
    const here = await send('/redirect', { headers })
    expect(textOf(here.body)).toContain('Bearer t')
  })

  it('[R34] 303 becomes GET without a body, 307 stays as it is', async () => {
    const post = { method: 'POST', body: 'b', headers: [['Content-Type', 'text/plain']] as [string, string][] }
    const see = JSON.parse(textOf((await send('/redirect?status=303', post)).body)) as {
      method: string
      body: string
      headers: unknown
    }
    expect([see.method, see.body]).toEqual(['GET', ''])
    expect(JSON.stringify(see.headers)).not.toContain('text/plain')
    const md5 = [...post.headers, ['Content-MD5', 'm']] as [string, string][]
    expect(textOf((await send('/redirect?status=302', { ...post, headers: md5 })).body)).toContain('["Content-MD5","m"]')
    const read = await send('/redirect?status=303', { ...post, method: 'GET', body: undefined })
    expect(textOf(read.body)).toContain('["Content-Type","text/plain"]')
    const kept = JSON.parse(textOf((await send('/redirect?status=307', post)).body)) as { method: string; body: string }
    expect([kept.method, kept.body]).toEqual(['POST', 'b'])
  })

  it('[T7] a file is read while it is sent, with its length, and once more where a redirect keeps it', async () => {
    const body = new Blob(['x'.repeat(2_000_000), 'end'])
    const {
      method,
      body: got,
      headers,
    } = JSON.parse(textOf((await send('/redirect?status=307', { method: 'PUT', body, maxBytes: 3_000_000 })).body)) as {
      method: string
      body: string
      headers: [string, string][]
    }
    expect([method, got.length, got.endsWith('end')]).toEqual(['PUT', 2_000_003, true])
    expect(headers).toContainEqual(['content-length', '2000003'])
  })

  it('[T7] reports a file that disappears while it is sent', async () => {
    const body = new Blob(['x'.repeat(2_000_000)])
    const gone = Object.assign(body, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('it is gone')) }) as unknown as Blob,
    })
    await expect(send('/redirect?status=307', { method: 'PUT', body: gone })).rejects.toMatchObject({
      code: 'body-file-unreadable',
      cause: 'it is gone',
    })
  })

  it('[R34] with redirect manual the redirect is the answer', async () => {
    const response = await send('/redirect', { redirect: 'manual' })
    expect([response.status, response.redirects]).toEqual([302, []])
  })
})

describe('heads', () => {
  it('[R36] 10,000 headers, and one of 1 MB', async () => {
    expect((await send('/headers')).headers).toHaveLength(10_002)
    expect((await send('/large-header')).headers[1]?.[1]).toHaveLength(1024 * 1024)
  })

  it('[H5] headers and trailers without end are stopped by what they would take in memory', async () => {
    expect(causeOf(await refusal(send('/tiny-headers')))).toMatch(
      /^the response headers exceed Assay's limit of 16 MB, including 128 extra bytes per header/,
    )
    const patient = createNodeHttp()
    expect((await patient.send(ask('/trailers'), signal)).cut).toBe('connection')
    await patient.close()
    expect((await send('/tiny-headers?count=100000')).headers).toHaveLength(100_000)
  })

  it('[H10] reports the status 000, and two different lengths', async () => {
    const shown = async (path: string) => {
      const { code, message } = await refusal(send(path))
      return `${code}: ${message.replace(faults.url, 'SERVER')}`
    }
    expect(await shown('/status-000')).toBe('http-unreachable: SERVER returned the invalid status 000.')
    expect(await shown('/two-lengths')).toBe('http-unreachable: SERVER sent conflicting headers for the body length.')
  })

  it('[R36] duplicates stay in order', async () => {
    expect((await send('/duplicates')).headers.slice(1, 5)).toEqual([
      ['X-One', '1'],
      ['Set-Cookie', 'a=1'],
      ['X-one', '2'],
      ['Set-Cookie', 'b=2'],
    ])
  })

  it('[R36] CR, LF and NUL in a header are refused before anything is sent', async () => {
    const before = faults.requests.length
    for (const value of ['a\r\nX-Evil: 1', 'a\nb', 'a\0b']) {
      const error = await refusal(send('/echo', { headers: [['X-A', value]] }))
      expect(error.code).toBe('http-invalid-request')
    }
    expect((await refusal(send('/echo', { headers: [['X A', '1']] }))).message).toContain("isn't a valid header name.")
    expect(faults.requests).toHaveLength(before)
  })

  it("[R36] headers of the connection can't be set", async () => {
    const error = await refusal(send('/echo', { headers: [['Transfer-Encoding', 'x']] }))
    expect([error.code, error.message]).toEqual([
      'http-invalid-request',
      "The transfer-encoding header can't be sent with this value.",
    ])
  })

  it('[R37] interim answers are passed over', async () => {
    for (const path of ['/continue', '/continue-in-parts', '/early-hints', '/continue']) {
      const response = await send(path, { method: 'POST', body: 'x' })
      expect([response.status, textOf(response.body)]).toEqual([200, 'after'])
    }
  })

  it('[R37] 204, 304 and HEAD have no body; 429 is an answer', async () => {
    for (const [path, status] of [
      ['/no-content', 204],
      ['/no-content?length=3', 204],
      ['/not-modified', 304],
    ] as const) {
      const bodyless = await send(path)
      expect([bodyless.status, bodyless.body.length, bodyless.cut]).toEqual([status, 0, undefined])
    }
    const head = await send('/ok', { method: 'HEAD' })
    expect([head.status, head.body.length, head.cut]).toEqual([200, 0, undefined])
    const busy = await send('/too-many')
    expect([busy.status, busy.headers.find(([name]) => name === 'retry-after')?.[1]]).toEqual([429, '7'])
  })
})

describe('connections that are kept', () => {
  /** Answers each request of a connection by its number there, from 1, or ends the connection where there is no response. `seen`: by connections. */
  async function keeping(answer: (path: string, nth: number) => number | undefined) {
    const seen: string[] = []
    let connections = 0
    const server = createServer((socket) => {
      let nth = 0
      const connection = ++connections
      socket.on('error', () => {})
      socket.on('data', (data) => {
        const [head = '', body = ''] = data.toString().split('\r\n\r\n')
        const path = /^\S+ (\S+)/.exec(head)?.[1] ?? ''
        seen.push(`${connection} ${head.slice(0, head.indexOf(' HTTP'))}${body === '' ? '' : ` ${body}`}`)
        const status = answer(path, ++nth)
        if (status === undefined) socket.destroy()
        else socket.write(`HTTP/1.1 ${status} Some\r\nContent-Length: 2\r\n\r\n{}`)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const take = () => {
      connections = 0
      return seen.splice(0)
    }
    return { take, url, close: () => new Promise((resolve) => server.close(resolve)) }
  }
  /** Sends it, and gives the connection back: undici does that in the turn after the answer. */
  async function first(one: Pick<ReturnType<typeof own>, 'send'>, url: string): Promise<void> {
    await one.send(ask(url))
    await turn()
    await turn()
  }
  const own = (options: NodeHttpOptions = {}) => {
    const http = createNodeHttp({ limits: { connect: 2000 }, ...options })
    const { signal } = new AbortController()
    return { send: (request: HttpRequest) => http.send(request, signal), close: http.close }
  }

  it('[R29] after an answer of 500 and above the next request has a connection of its own, unless it is to be kept', async () => {
    const server = await keeping((path, nth) => (nth > 1 ? undefined : Number(path.slice(1))))
    const run = async (status: string, options?: NodeHttpOptions) => {
      const one = own(options)
      await first(one, `${server.url}/${status}`)
      return one.send(ask(`${server.url}/201`, { method: 'POST', body: '{}' })).finally(one.close)
    }
    try {
      for (const status of ['500', '503']) expect((await run(status)).status).toBe(201)
      expect((await refusal(run('500', { keepAfterErrors: true }))).code).toBe('http-unreachable')
    } finally {
      await server.close()
    }
  })

  it('[R29] a request that may be sent twice is, where a kept connection ended before its answer, and says so', async () => {
    const server = await keeping((_, nth) => (nth > 1 ? undefined : 200))
    try {
      for (const [method, body] of [['GET'], ['PUT', '{"a":1}'], ['DELETE']] as const) {
        const one = own()
        await first(one, `${server.url}/first`)
        const { status, resent, timing } = await one.send(ask(`${server.url}/second`, { method, body }))
        expect([status, resent, timing.connecting !== undefined]).toEqual([200, true, true])
        const sent = `${method} /second${body === undefined ? '' : ` ${body}`}`
        expect(server.take()).toEqual(['1 GET /first', `1 ${sent}`, `2 ${sent}`])
        await one.close()
      }
    } finally {
      await server.close()
    }
  })

  it('[R29] not a POST, not on a connection that is new, not with a body that is read while it is sent, and not more than once', async () => {
    let lives = 1
    const server = await keeping(() => (lives-- > 0 ? 200 : undefined))
    const refused = async (kept: boolean, more: Partial<HttpRequest>): Promise<string[]> => {
      const one = own()
      lives = kept ? 1 : 0
      if (kept) await first(one, `${server.url}/first`)
      const error = await refusal(one.send(ask(`${server.url}/second`, more)))
      expect(error.code).toBe('http-unreachable')
      await one.close()
      return server.take().filter((seen) => seen.includes('/second'))
    }
    try {
      expect(await refused(true, { method: 'POST', body: '{}' })).toEqual(['1 POST /second {}'])
      expect(await refused(true, { method: 'PATCH', body: '{}' })).toEqual(['1 PATCH /second {}'])
      expect(await refused(false, {})).toEqual(['1 GET /second'])
      expect(await refused(true, { method: 'PUT', body: new Blob(['{}']) })).toEqual([expect.stringMatching(/^1 PUT/)])
      expect(await refused(true, {})).toEqual(['1 GET /second', '2 GET /second'])
    } finally {
      await server.close()
    }
  })
})

describe('what is sent', () => {
  it('[R46] addresses that are not http are refused', async () => {
    for (const url of ['file:///etc/passwd', 'data:,x', '/orders', 'ftp://x/y', '']) {
      expect((await refusal(http.send({ ...ask('/ok'), url }, signal))).code).toBe('http-invalid-request')
    }
  })

  it('http: to another machine needs consent', async () => {
    const error = await refusal(send('http://api.example.test/orders'))
    expect([error.code, error.hint]).toEqual([
      'http-blocked',
      "Use https:, or add api.example.test to the environment's insecure hosts (assay run: --insecure-hosts).",
    ])
  })

  it('a body and headers arrive in order, repeated ones too', async () => {
    const headers: [string, string][] = [
      ['X-B', '1'],
      ['X-A', '2'],
      ['X-B', '3'],
    ]
    const response = await send('/echo', { method: 'PUT', body: new TextEncoder().encode('ä'), headers })
    const seen = JSON.parse(textOf(response.body)) as { method: string; body: string; headers: [string, string][] }
    expect([seen.method, seen.body]).toEqual(['PUT', 'ä'])
    expect(seen.headers.filter(([name]) => name.startsWith('X-'))).toEqual(headers)
  })

  it('an address arrives as a browser sends it; a part of a body is not asked for packed', async () => {
    const range = await send('/echo?', { headers: [['Range', 'bytes=0-1']] })
    const seen = JSON.parse(textOf(range.body)) as { url: string; headers: [string, string][] }
    expect(seen.url).toBe('/echo?')
    expect(seen.headers).toContainEqual(['accept-encoding', 'identity'])
    const asked = faults.requests.length
    await send('/a|b^c?d|e^f#part')
    expect(faults.requests.slice(asked).map(({ url }) => url)).toEqual(['/a%7Cb%5Ec?d|e^f'])
  })

  it('a name under localhost is this machine, whatever DNS says (RFC 6761)', async () => {
    const { status, url } = await send(faults.url.replace('127.0.0.1', 'orders.localhost') + '/ok')
    expect([status, url]).toEqual([200, `http://orders.localhost:${new URL(faults.url).port}/ok`])
  })

  it('a Content-Length of another length is rejected by its name', async () => {
    const error = await refusal(send('/echo', { method: 'POST', body: 'abc', headers: [['Content-Length', '99']] }))
    expect([error.code, error.message]).toEqual([
      'http-invalid-request',
      "The Content-Length header can't be sent with this value.",
    ])
  })

  it('[P2] Stop ends a request at once, also before it is connected', async () => {
    const stop = new AbortController()
    const sent = refusal(http.send(ask('/silent'), stop.signal))
    stop.abort()
    expect((await sent).code).toBe('cancelled')
    expect((await refusal(http.send(ask('/ok'), AbortSignal.abort()))).code).toBe('cancelled')
  })
})
