import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { exportJWK, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'

/** A request as it reached a provider. */
export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Decoded body of a form; empty for other bodies. */
  form: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

/** An answer of a script. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Sent as application/json unless `headers` say otherwise. */
  json?: unknown
  body?: string
  /** The connection is cut instead of an answer. */
  drop?: true
}

/** How an ID token is made; everything has a good default. */
export interface IdTokenScript {
  /** Replaces claims; undefined removes one. Seconds since 1970 in times; `now` is the moment of issue. */
  claims?: (claims: JWTPayload, now: number) => JWTPayload
  /** `none`: not signed at all; `other-key`: by a key that is not in the JWKS under the kid that is. */
  signature?: 'none' | 'other-key'
}

/** What a scripted provider does differently from a correct one. */
export interface ProviderScript {
  /** Replaces members of the discovery document. */
  discovery?: (document: Record<string, unknown>) => Record<string, unknown>
  /** Answers of the token endpoint, in order, the last one for all later ones; each is merged over a correct answer. */
  token?: (Reply | ((request: SeenRequest, correct: Record<string, unknown>) => Reply | Promise<Reply>))[]
  /** Members over the correct answer of the token endpoint; undefined removes one. */
  answer?: Record<string, unknown>
  /** Members over the correct answer of the device authorization endpoint; undefined removes one. */
  device?: Record<string, unknown>
  /** The parameters of the callback as they will be sent. */
  callback?: (parameters: URLSearchParams, request: SeenRequest) => void
  idToken?: IdTokenScript
  /** Paths that pages may not read: no CORS headers. */
  hiddenFromPages?: string[]
  /** Answers for other paths. */
  routes?: Record<string, (request: SeenRequest) => Reply | Promise<Reply>>
}

/** A provider on loopback that a test steers and that remembers what it was asked. */
export interface TestProvider {
  issuer: string
  discoveryEndpoint: string
  tokenEndpoint: string
  authorizationEndpoint: string
  requests: SeenRequest[]
  /** The requests to one path, preflights left out. */
  to(path: string): SeenRequest[]
  close(): Promise<void>
}

/** Collects a request's body. */
export async function seen(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(isForm ? body : ''),
    headers: request.headers,
    body,
  }
}

/** Listens on a free port of loopback. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-expose-headers': '*',
}

/** Writes a {@link Reply}; `readable`: by every page. */
export function send(response: ServerResponse, reply: Reply, readable = true): void {
  if (reply.drop) {
    response.destroy()
    return
  }
  const json = reply.json !== undefined
  response.writeHead(reply.status ?? 200, {
    ...(readable ? cors : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...reply.headers,
  })
  response.end(json ? JSON.stringify(reply.json) : (reply.body ?? ''))
}

interface Keys {
  privateKey: CryptoKey
  otherKey: CryptoKey
  jwk: JWK
}

let keys: Promise<Keys> | undefined

/** One pair for all providers of a process, made once. */
const signingKeys = (): Promise<Keys> =>
  (keys ??= (async () => {
    const { privateKey, publicKey } = await generatedPair('ES256')
    const { privateKey: otherKey } = await generatedPair('ES256')
    return { privateKey, otherKey, jwk: { ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' } }
  })())

/** What every scripted provider of this process publishes as its keys. */
export const publishedKeys = async (): Promise<JWK[]> => [(await signingKeys()).jwk]

/** An ID token of a scripted provider, correct but for the claims given. */
export async function idTokenOf(issuer: string, client: string, claims: JWTPayload): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return makeIdToken({ iss: issuer, sub: 'ann', aud: client, exp: now + 300, iat: now, ...claims }, {}, now)
}

async function makeIdToken(claims: JWTPayload, script: IdTokenScript, now: number): Promise<string> {
  const payload = script.claims ? script.claims(claims, now) : claims
  if (script.signature === 'none') return new UnsecuredJWT(payload).encode()
  const { privateKey, otherKey } = await signingKeys()
  const key = script.signature === 'other-key' ? otherKey : privateKey
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(key)
}

/** As they stand in an address. */
const texts = (members: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

const clientOf = (request: SeenRequest): string => {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return request.form.get('client_id') ?? ''
  return decodeURIComponent(Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '')
}

/** Starts a provider that is correct in everything that the script does not change. */
export async function startScriptedProvider(script: ProviderScript = {}): Promise<TestProvider> {
  const requests: SeenRequest[] = []
  const sessions = new Map<string, { nonce: string | null; client: string }>()
  let tokens = 0
  let issuer = ''

  const discovery = () => {
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      device_authorization_endpoint: `${issuer}/device`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'orders:read', 'orders:write'],
      authorization_response_iss_parameter_supported: true,
    }
    return script.discovery ? script.discovery(document) : document
  }

  async function authorize(request: SeenRequest): Promise<Reply> {
    const { query } = request
    const asked = query.get('response_type')?.split(' ') ?? []
    const session = { nonce: query.get('nonce'), client: query.get('client_id') ?? '' }
    const always = { state: query.get('state') ?? '', iss: issuer }
    const [parameters, mark] = asked.includes('token')
      ? [new URLSearchParams({ ...always, ...texts(await issue(session)) }), '#']
      : [new URLSearchParams({ code: begin(session), ...always }), '?']
    script.callback?.(parameters, request)
    return { status: 302, headers: { location: `${query.get('redirect_uri')}${mark}${parameters}` } }
  }

  function begin(session: { nonce: string | null; client: string }): string {
    const code = `code-${crypto.randomUUID()}`
    sessions.set(code, session)
    return code
  }

  async function issue({ nonce, client }: { nonce: string | null; client: string }): Promise<Record<string, unknown>> {
    const accessToken = `access-${++tokens}-${crypto.randomUUID()}`
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      sub: 'ann',
      aud: client,
      exp: now + 300,
      iat: now,
      at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    }
    if (nonce) claims.nonce = nonce
    const idToken = nonce ? { id_token: await makeIdToken(claims, script.idToken ?? {}, now) } : {}
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, ...idToken, ...script.answer }
  }

  const correctAnswer = (request: SeenRequest): Promise<Record<string, unknown>> =>
    issue({ nonce: sessions.get(request.form.get('code') ?? '')?.nonce ?? null, client: clientOf(request) })

  async function token(request: SeenRequest): Promise<Reply> {
    const correct = await correctAnswer(request)
    const index = requests.filter(({ path, method }) => path === request.path && method === 'POST').length - 1
    const list = script.token ?? []
    const chosen = list[Math.min(index, list.length - 1)] ?? {}
    const reply = typeof chosen === 'function' ? await chosen(request, correct) : chosen
    return reply.body === undefined && reply.json === undefined ? { ...reply, json: correct } : reply
  }

  async function answer(request: SeenRequest): Promise<Reply> {
    const route = script.routes?.[request.path]
    if (route) return route(request)
    switch (request.path) {
      case '/.well-known/openid-configuration':
      case '/.well-known/oauth-authorization-server':
        return { json: discovery() }
      case '/authorize':
        return authorize(request)
      case '/token':
      case '/refresh':
        return token(request)
      case '/device':
        return {
          json: {
            device_code: `device-${crypto.randomUUID()}`,
            user_code: 'WDJB-MJHT',
            verification_uri: `${issuer}/activate`,
            verification_uri_complete: `${issuer}/activate?user_code=WDJB-MJHT`,
            expires_in: 600,
            interval: 1,
            ...script.device,
          },
        }
      case '/jwks':
        return { json: { keys: await publishedKeys() } }
      case '/api':
        return { json: { authorization: request.headers.authorization ?? '' } }
      default:
        return { status: 404, json: { message: `nothing at ${request.path}` } }
    }
  }

  const server = await listen((incoming, response) => {
    if (incoming.method === 'OPTIONS') return send(response, { status: 204 })
    void (async () => {
      const request = await seen(incoming)
      requests.push(request)
      send(response, await answer(request), !script.hiddenFromPages?.includes(request.path))
    })()
  })
  issuer = server.origin
  return {
    issuer,
    discoveryEndpoint: `${issuer}/.well-known/openid-configuration`,
    tokenEndpoint: `${issuer}/token`,
    authorizationEndpoint: `${issuer}/authorize`,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    close: server.close,
  }
}
