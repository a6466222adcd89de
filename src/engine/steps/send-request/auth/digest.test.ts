import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import { createStepHost } from '#engine/steps/oauth2/testing/run-step.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { digestAnswer, digestChallenge, digestCredentials } from './digest.ts'
import { sendRequestKind } from '../index.ts'
import * as v from 'valibot'
import { sendRequestSchema } from '../schema.ts'

const challengeIn = (...values: string[]) => digestChallenge(values.map((value) => ['WWW-Authenticate', value] as const))

describe('HTTP Digest', () => {
  // RFC 7616 section 3.9.1, errata 4897 included; RFC 2617 section 3.5.
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
  const server =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
  const mufasa = { user: 'Mufasa', password: 'Circle of Life' }
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers as the example of RFC 7616 does: %s', async (algorithm, response) => {
    const challenge = challengeIn(`Digest ${server}, algorithm=${algorithm}`)
    const answer = await digestAnswer(challenge ?? new Map(), mufasa, { method: 'GET', uri: '/dir/index.html', cnonce })
    expect(answer.response).toBe(response)
    expect(answer.header).toContain('nc=00000001')
  })

  it('answers as the example of RFC 2617, and without a quality as RFC 2069', async () => {
    const old =
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
    const asked = { method: 'GET', uri: '/dir/index.html', cnonce: '0a4f113b' }
    const life = { user: 'Mufasa', password: 'Circle Of Life' }
    const withQuality = await digestAnswer(challengeIn(`${old}, qop="auth,auth-int"`) ?? new Map(), life, asked)
    expect(withQuality.response).toBe('6629fae49393a05397450978507c4ef1')
    const without = await digestAnswer(challengeIn(old) ?? new Map(), life, asked)
    expect(without.header).not.toMatch(/qop|nc=|cnonce/)
  })

  it('hashes the bytes that stand in the header, and writes names as RFC 8187 has them', async () => {
    // A realm in UTF-8, as it is read from a header.
    const challenge = challengeIn('Digest realm="CafÃ©", nonce="n"') ?? new Map()
    const answer = await digestAnswer(challenge, { user: "o'brién", password: 'ü' }, { method: 'GET', uri: '/', cnonce: 'c' })
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    expect(answer.response).toBe(md5(`${md5("o'brién:Café:ü")}:n:${md5('GET:/')}`))
    expect(answer.header).toContain(`username*=UTF-8''o%27bri%C3%A9n, realm="CafÃ©"`)
  })

  it('takes the first challenge that it can answer, whatever else is offered', () => {
    expect(
      challengeIn(
        'Basic realm="x", Digest realm="y", algorithm=SHA-512-256, nonce="1", qop="auth"',
        `Digest ${server}, algorithm=SHA-256`,
      )?.get('algorithm'),
    ).toBe('SHA-256')
    expect(challengeIn('Negotiate', 'Digest nonce="1", qop="auth-int"')).toBeUndefined()
    expect(challengeIn('Basic realm="Digest nonce=1"')).toBeUndefined()
    expect(challengeIn()).toBeUndefined()
    // A server may send as much as it likes.
    expect(challengeIn(`Digest nonce${' '.repeat(200_000)}x`)).toBeUndefined()
  })

  it.each([
    ['Digest ann:a:b=c', { user: 'ann', password: 'a:b=c' }],
    ['digest  ann@example.org:', { user: 'ann@example.org', password: '' }],
    ['Digest username="ann", response="1:2"', undefined],
    ['Digest a=b:c', { user: 'a=b', password: 'c' }],
    ['Digest', undefined],
    ['Basic ann:b', undefined],
  ])('reads %s', (value, credentials) => {
    expect(digestCredentials([['Authorization', value]])).toEqual(credentials)
  })
})

/** A server that is written without the code above. */
describe('a request with HTTP Digest', () => {
  let server: Server
  let origin = ''
  let elsewhere = ''
  let seen: (string | undefined)[] = []
  let stale = false
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const isRight = ({ method, url, headers }: IncomingMessage): boolean => {
    const sent = headers.authorization ?? ''
    const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(sent)?.[1] ?? ''
    const expected = md5(
      [md5('änn:orders:p:w ü'), part('nonce'), part('nc'), part('cnonce'), part('qop'), md5(`${method}:${url}`)].join(':'),
    )
    return part('uri') === url && part('response') === expected
  }
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      if (request.url === '/open') return void response.end('open')
      if (request.url === '/silent') return void response.writeHead(401).end()
      if (request.url === '/moved') return void response.writeHead(307, { location: '/orders?state=a%20b' }).end()
      if (request.url === '/away') return void response.writeHead(307, { location: `${elsewhere}/orders` }).end()
      if (request.url === '/round') return void response.writeHead(307, { location: `${elsewhere}/back` }).end()
      if (request.url === '/back') return void response.writeHead(307, { location: `${origin}/orders` }).end()
      if (request.url === '/strict' && request.headers.authorization) return void response.writeHead(400).end()
      if (request.url === '/inside' && isRight(request)) return void response.writeHead(303, { location: '/list' }).end()
      // An answer for another address is no request at all (RFC 7616 section 3.4.6).
      if (request.url === '/list' && request.headers.authorization && !isRight(request)) return void response.writeHead(400).end()
      const isOld = stale && seen.length === 2
      if (isRight(request) && !isOld) return void response.end('yes')
      response.setHeader(
        'WWW-Authenticate',
        `Digest realm="orders", nonce="n${seen.length}", qop="auth", charset=UTF-8${isOld ? ', stale=true' : ''}`,
      )
      response.writeHead(401).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    elsewhere = origin.replace('127.0.0.1', 'localhost')
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    seen = []
    stale = false
  })

  const send = async (path: string, secret = 'änn:p:w ü') => {
    const http = createNodeHttp()
    const host = createStepHost(
      fakePorts({ http, secrets: memorySecrets({ credentials: secret }), capabilities: new Set(['no-cors'] as const) }),
      {
        variables: [{ name: 'credentials', value: { secret: 'credentials' } }],
      },
    )
    const step = v.parse(sendRequestSchema, {
      id: 'r1',
      kind: 'send-request',
      name: 'Get',
      method: 'POST',
      url: `${origin}${path}`,
      headers: [{ name: 'Authorization', value: 'Digest ${credentials}' }],
      body: { type: 'text', mediaType: 'text/plain', text: ['x'] },
    })
    const run = await host.runAs(sendRequestKind, step)
    await http.close()
    return { run, status: run.exchanges.map(({ response }) => response?.status) }
  }

  it('is sent without the password, and again with the answer', async () => {
    const { run, status } = await send('/orders?state=a%20b')
    expect(run.outcome).toEqual({ outcome: 'passed' })
    expect(status).toEqual([401, 200])
    expect(seen[0]).toBeUndefined()
    expect(seen[1]).toContain("username*=UTF-8''%C3%A4nn")
    expect(run.infos.join()).toContain('HTTP Digest')
    expect(JSON.stringify(run.exchanges)).toContain('‹digest›')
  })

  it('answers for what stands in the request line', async () => {
    expect((await send('/orders^1|2?')).status).toEqual([401, 200])
  })

  it('is sent once more when its nonce has run out, and not when the password is wrong', async () => {
    stale = true
    expect((await send('/orders')).status).toEqual([401, 401, 200])
    stale = false
    seen = []
    expect((await send('/orders', 'änn:wrong')).status).toEqual([401, 401])
  })

  it('computes a new digest for the URL of a redirect within the origin', async () => {
    const moved = await send('/moved')
    expect([moved.status, seen.at(-1)]).toEqual([[401, 200], expect.stringContaining('uri="/orders?state=a%20b"')])
    seen = []
    // The answer came along to where it does not hold.
    const inside = await send('/inside')
    expect(inside.status).toEqual([401, 400, 401, 200])
    expect(seen.filter((sent) => sent?.includes('uri="/list"'))).toHaveLength(1)
    expect(inside.run.outcome).toEqual({ outcome: 'passed' })
  })

  it('says what it may be when an answer is called malformed', async () => {
    const strict = await send('/strict')
    expect([strict.status, strict.run.infos.join()]).toEqual([
      [401, 400],
      expect.stringContaining(
        'Send the request again, or send it to the server directly. The server requested HTTP Digest but rejected the digest as malformed (400), which happens when a load balancer loses the nonce or a proxy changes the URL (RFC 7616 section 3.4.6).',
      ),
    ])
  })

  it('sends name and password only if requested, and never to other origins', async () => {
    const open = await send('/open')
    expect([open.status, seen]).toEqual([[200], [undefined]])
    expect(open.run.infos.join()).toContain("Username and password weren't sent")
    const silent = await send('/silent')
    expect([silent.status, silent.run.infos.join()]).toEqual([[401], expect.stringContaining('through the companion')])
    seen = []
    for (const path of ['/away', '/round']) {
      const away = await send(path)
      expect(away.run.infos.join()).toContain(
        'as the URL: a redirect led there, and Digest credentials are only sent to the original origin.',
      )
    }
    expect(seen.every((sent) => sent === undefined)).toBe(true)
  })
})
