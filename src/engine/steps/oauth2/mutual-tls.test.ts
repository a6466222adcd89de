import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { exportJWK, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, type Authority, type Issued } from '../../../../e2e/faults/authority.ts'
import { createNodeHttp, type NodeHttp } from '#platform/node/http.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import type { ClientCertificateEntry } from '../keys/client-certificate.ts'

let authority: Authority
/** One of the authority that the provider trusts, and one of an unknown signer. */
let known: Issued
let selfSigned: Issued
let server: Server
let http: NodeHttp
let issuer: string
/** What a provider that is only made of a token endpoint answers next. */
let claims: object = {}
const seen: string[] = []

const portOf = (one: Server): number => (one.address() as AddressInfo).port
const certificateOf = (request: IncomingMessage): X509Certificate | undefined =>
  (request.socket as TLSSocket).getPeerX509Certificate()
const thumbprintOf = ({ certificate }: Issued): string =>
  Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')

async function jwksOf({ certificate }: Issued): Promise<object> {
  const x509 = new X509Certificate(certificate)
  return { keys: [{ ...(await exportJWK(x509.publicKey)), x5c: [x509.raw.toString('base64')] }] }
}

/** oidc-provider behind TLS that asks every client for a certificate and leaves the judgement to the provider (RFC 8705). */
async function provide(at: string): Promise<ReturnType<Provider['callback']>> {
  const adapters = createMemoryAdapter()
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const common = {
    id_token_signed_response_alg: 'ES256',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }
  const provider = new Provider(at, {
    adapter: adapters,
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'ES256', use: 'sig' }] },
    clientAuthMethods: ['tls_client_auth', 'self_signed_tls_client_auth', 'client_secret_basic'],
    clients: [
      {
        ...common,
        client_id: 'by-subject',
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_subject_dn: 'CN=orders-client',
        tls_client_certificate_bound_access_tokens: true,
      },
      {
        ...common,
        client_id: 'by-itself',
        token_endpoint_auth_method: 'self_signed_tls_client_auth',
        jwks: await jwksOf(selfSigned),
        tls_client_certificate_bound_access_tokens: true,
      },
    ],
    scopes: ['orders:read'],
    ttl: { ClientCredentials: 600 },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      mTLS: {
        enabled: true,
        certificateBoundAccessTokens: true,
        tlsClientAuth: true,
        selfSignedTlsClientAuth: true,
        getCertificate: ({ req }: { req: IncomingMessage }) => certificateOf(req),
        certificateAuthorized: ({ req }: { req: IncomingMessage }) => (req.socket as TLSSocket).authorized,
        certificateSubjectMatches: ({ req }: { req: IncomingMessage }, _property: string, expected: string) =>
          certificateOf(req)?.subject === expected,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:orders',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'orders:read',
          audience: 'orders',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  })
  return provider.callback()
}

beforeAll(async () => {
  authority = await createAuthority('Test authority')
  known = await authority.issue({ name: 'orders-client' })
  selfSigned = await (await createAuthority('Of its own')).issue({ name: 'itself' })
  const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1', 'localhost'] })
  let provider: Awaited<ReturnType<typeof provide>> | undefined
  server = createServer(
    { cert: certificate, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      seen.push(`${request.headers.host?.split(':')[0]}${request.url} ${certificateOf(request)?.subject ?? 'nobody'}`)
      const json = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.url === '/simple/token')
        return json({ access_token: new UnsecuredJWT({ ...claims }).encode(), token_type: 'Bearer', expires_in: 60 })
      if (request.url === '/simple/.well-known/openid-configuration')
        return json({
          issuer: `${issuer}/simple`,
          token_endpoint: `${issuer}/never`,
          mtls_endpoint_aliases: { token_endpoint: `https://localhost:${portOf(server)}/simple/token` },
        })
      return provider?.(request, response)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `https://127.0.0.1:${portOf(server)}`
  provider = await provide(issuer)
  http = createNodeHttp({ ca: authority.certificate })
})
afterAll(async () => {
  await http.close()
  server.close()
  server.closeAllConnections()
})

/** Asks for a token by a certificate, where the environment has these for these hosts. */
async function token(step: object, certificates: Record<string, Issued>) {
  const secrets = new Map<string, string>()
  const mtls = Object.entries(certificates).map(([host, issued], n): ClientCertificateEntry => {
    secrets.set(`key-${n}`, issued.key + issued.certificate)
    return { host, form: 'pem', key: { secret: `key-${n}` } }
  })
  seen.length = 0
  const { steps, events } = await runSteps(
    [
      {
        id: 't',
        kind: 'oauth2',
        grantType: 'ClientCredentials',
        discoveryEndpoint: `${issuer}/.well-known/openid-configuration`,
        clientAuthMethod: 'ClientCertificate',
        clientId: 'by-subject',
        ...step,
      },
    ],
    {
      project: { environments: [{ id: 'e', name: 'E', mtls }] },
      options: { environment: 'e' },
      ports: { http, secrets: { get: async (id) => secrets.get(id) }, capabilities: new Set(['no-cors']) },
    },
  )
  const notes = events.flatMap((event) => (event.type === 'noted' ? [event.text] : []))
  const asked = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
  return { step: steps[0], notes, asked: asked.find(({ purpose }) => purpose === 'token') }
}

describe('clients that prove themselves by a certificate (RFC 8705)', () => {
  it('[13] tls_client_auth at oidc-provider: sends only client_id, gets a bound token, and reports both', async () => {
    const { step, notes, asked } = await token({}, { '127.0.0.1': known })
    expect([step?.outcome, step?.message]).toEqual(['passed', undefined])
    expect(asked?.request.parameters?.map(([name]) => name).toSorted()).toEqual(['client_id', 'grant_type'])
    expect(asked?.certificate).toEqual({ subject: 'CN=orders-client', thumbprint: thumbprintOf(known) })
    expect(notes.join('\n')).toContain(
      `The access token is bound to the client certificate CN=orders-client: its cnf.x5t#S256 is the thumbprint of the certificate sent to the token endpoint, ${thumbprintOf(known)}`,
    )
    expect(asked?.tokens?.[0]?.claims).toContain(`"x5t#S256":"${thumbprintOf(known)}"`)
  })

  it('[13] self_signed_tls_client_auth at oidc-provider', async () => {
    const { step, notes } = await token({ clientId: 'by-itself' }, { '127.0.0.1': selfSigned })
    expect([step?.outcome, step?.message]).toEqual(['passed', undefined])
    expect(notes.join('\n')).toContain(thumbprintOf(selfSigned))
  })

  it('[13] a certificate that the provider does not know is rejected in its words, and explained', async () => {
    const other = await authority.issue({ name: 'another-client' })
    const { step } = await token({}, { '127.0.0.1': other })
    expect(step).toMatchObject({ outcome: 'broken', code: 'oauth-refused', message: expect.stringContaining('invalid_client') })
    expect(JSON.stringify(step)).toContain("The provider rejected the client's certificate")
  })

  it('[13] none for the token endpoint breaks before anything is sent to it', async () => {
    const { step } = await token({}, { 'other.example': known })
    expect(step).toMatchObject({
      outcome: 'broken',
      code: 'oauth-settings',
      message: `Token Endpoint: the environment has no client certificate for ${new URL(issuer).host}.`,
    })
    expect(seen.filter((line) => line.includes('/token'))).toEqual([])
  })

  it('[13] the endpoint of mtls_endpoint_aliases is asked, with the certificate of its host', async () => {
    claims = { cnf: { 'x5t#S256': thumbprintOf(known) } }
    const { step } = await token(
      { discoveryEndpoint: `${issuer}/simple/.well-known/openid-configuration` },
      { localhost: known, '127.0.0.1': selfSigned },
    )
    expect([step?.outcome, step?.message]).toEqual(['passed', undefined])
    expect(seen.at(-1)).toBe('localhost/simple/token CN=orders-client')
  })

  it('[13] rejects a token bound to another certificate, and reports a bound token if no certificate was sent', async () => {
    claims = { cnf: { 'x5t#S256': thumbprintOf(selfSigned) } }
    const typed = { discoveryEndpoint: '', tokenEndpoint: `${issuer}/simple/token` }
    const { step } = await token(typed, { '127.0.0.1': known })
    expect(step).toMatchObject({
      outcome: 'broken',
      code: 'oauth-unusable-answer',
      message: expect.stringContaining(`its cnf.x5t#S256 is ${thumbprintOf(selfSigned)}, but `),
      hint: expect.stringContaining('proxy that ends TLS'),
    })
    const shared = { ...typed, clientAuthMethod: 'SharedSecret', grantType: 'ResourceOwnerPassword', username: 'ann' }
    const unshown = await token(shared, {})
    expect(unshown.notes.join('\n')).toContain('but the environment has no certificate for the token endpoint')
  })
})
