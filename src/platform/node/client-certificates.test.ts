import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { ClientCertificate, HttpRequest } from '#engine/ports/http.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createAuthority, type Authority, type Issued } from '../../../e2e/faults/authority.ts'
import { nodeClock } from './clock.ts'
import { createNodeHttp, type NodeHttp } from './http.ts'

let authority: Authority
let client: Issued
let server: Server
let url: string
let http: NodeHttp
const { signal } = new AbortController()

/** A server that requires a certificate of its authority, and responds with its subject. */
async function startServer(minVersion: 'TLSv1.2' | 'TLSv1.3', options: object = {}): Promise<Server> {
  const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1', 'localhost'] })
  const started = createServer(
    { key, cert: certificate, ca: authority.certificate, requestCert: true, minVersion, maxVersion: minVersion, ...options },
    (request, response) => {
      if (request.url === '/elsewhere')
        return response.writeHead(302, { location: `https://localhost:${(started.address() as AddressInfo).port}/` }).end()
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      response.end(subject?.CN ?? 'nobody')
    },
  )
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return started
}
const addressOf = (one: Server): string => `https://127.0.0.1:${(one.address() as AddressInfo).port}`

const stop = (one: Server): void => {
  one.close()
  one.closeAllConnections()
}

beforeAll(async () => {
  authority = await createAuthority('Test authority')
  client = await authority.issue({ name: 'orders-client' })
  server = await startServer('TLSv1.3')
  url = addressOf(server)
  http = createNodeHttp({ ca: authority.certificate })
})
afterAll(async () => {
  await http.close()
  stop(server)
})

const of = (host: string, issued: Issued): ClientCertificate => ({ host, ...issued })
const ask = (address: string, certificates?: ClientCertificate[], more: Partial<HttpRequest> = {}) =>
  http.send(
    {
      method: 'GET',
      url: address,
      headers: [],
      redirect: 'follow',
      timeout: 5000,
      maxBytes: 1000,
      ...(certificates && { certificates }),
      ...more,
    },
    signal,
  )
const seen = async (address: string, ...certificates: ClientCertificate[]): Promise<string> =>
  Buffer.from((await ask(address, certificates)).body).toString()

async function refusal(sent: Promise<unknown>): Promise<AssayError> {
  const error: unknown = await sent.then(
    (value) => value,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AssayError)) throw new Error(`expected an AssayError, got ${JSON.stringify(error)}`)
  return error
}
const causeOf = ({ cause }: AssayError): string => (cause instanceof Error ? cause.message : String(cause))

describe('client certificates', () => {
  it('[13] the server sees the certificate of its host, and of no other', async () => {
    const other = await authority.issue({ name: 'other-client' })
    const { host } = new URL(url)
    expect(await seen(url, of('localhost', other), of('127.0.0.1', client))).toBe('orders-client')
    expect(await seen(url, of('127.0.0.1', client), of(host, other))).toBe('other-client')
    expect(await seen(url, of('127.0.0.1', client))).toBe('orders-client')
  })

  it('[13] a redirect to another host shows the certificate of that one', async () => {
    const other = await authority.issue({ name: 'other-client' })
    expect(await seen(`${url}/elsewhere`, of('127.0.0.1', client), of('localhost', other))).toBe('other-client')
    const error = await refusal(ask(`${url}/elsewhere`, [of('127.0.0.1', client)]))
    expect(error.message).toMatch(/^https:\/\/localhost:\d+ requires a client certificate, but none was sent\.$/)
  })

  it('[13] says where to add a certificate if one is requested and missing', async () => {
    const error = await refusal(ask(url))
    expect([error.code, error.message]).toEqual(['http-unreachable', `${url} requires a client certificate, but none was sent.`])
    expect(error.hint).toBe(`Add one for the host ${new URL(url).host} under Client certificates in the environment.`)
    expect(causeOf(error)).toContain('TLS: the server requires a client certificate, but none was sent')
    const older = await startServer('TLSv1.2')
    const early = await refusal(ask(addressOf(older)))
    expect(early.hint).toContain('If it requires a client certificate, add one')
    stop(older)
  })

  it('[13] one of an authority that the server does not know ends without an answer, and the hint says why it may have', async () => {
    const stranger = await (await createAuthority('Another authority')).issue({ name: 'stranger' })
    const error = await refusal(ask(url, [of('127.0.0.1', stranger)]))
    expect([error.code, error.message]).toEqual(['http-unreachable', `${url} closed the connection without a response.`])
    expect(error.hint).toContain('It may have rejected the client certificate.')
  })

  it('[13] reports an expired certificate when it is sent, and as the first reason if the server closes without a response', async () => {
    const old = await authority.issue({ name: 'old-client', from: new Date('2020-01-01'), to: new Date('2021-01-01') })
    const secrets = new Map(Object.entries(old))
    const entry = { host: '127.0.0.1', form: 'pem', certificate: { secret: 'certificate' }, key: { secret: 'key' } } as const
    const { steps, events } = await runSteps([{ id: 'r', kind: 'send-request', url }], {
      project: { environments: [{ id: 'e', name: 'E', mtls: [entry] }] },
      options: { environment: 'e' },
      ports: { http, clock: nodeClock, secrets: { get: async (id) => secrets.get(id) }, capabilities: new Set(['no-cors']) },
    })
    const expired =
      'The client certificate CN=old-client expired on 2021-01-01 and was sent anyway. Replace it in the environment.'
    expect(steps[0]).toMatchObject({
      outcome: 'broken',
      message: `${url} closed the connection without a response.`,
      hint: expect.stringContaining(`${expired} It may have rejected the client certificate.`),
    })
    expect(events).toContainEqual(expect.objectContaining({ type: 'noted', level: 'warning', text: expired }))
  })

  it('[13] a key that is not that of the certificate', async () => {
    const another = await authority.issue({ name: 'another' })
    const error = await refusal(ask(url, [{ host: '127.0.0.1', certificate: client.certificate, key: another.key }]))
    expect([error.code, error.message]).toEqual([
      'key-unusable',
      `The client certificate for ${new URL(url).host} can't be used.`,
    ])
  })
})
