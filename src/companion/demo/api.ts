import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { isOwnHost, refuse } from '#platform/node/own-host.ts'
import { ordersApi } from './accounts.ts'
import { listenLoopback, type Listening } from './listen.ts'
import { boundTo, proofFailure } from './proof.ts'
import { texts } from './texts.ts'

/** What the orders API needs to know. */
export interface ApiOptions {
  /** 0: any free port. */
  port: number
  /** The page's origin, which may call the API (CORS). */
  appOrigin: string
  /** Whose tokens are accepted. */
  issuer: string
}

interface Order {
  id: string
  state: 'open'
  sku: string
  quantity: number
  createdAt: string
}

/** A refusal with its challenge, as RFC 6750 section 3 words it. */
class Refusal extends Error {
  readonly status: number
  readonly challenge: string | undefined
  constructor(status: number, message: string, challenge?: string) {
    super(message)
    this.status = status
    this.challenge = challenge
  }
}

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 100_000) throw new Refusal(413, 'the order is too large')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Falls through to the refusal: what is not JSON and what is not an object is the same mistake here.
  }
  throw new Refusal(400, 'the body is not a JSON object')
}

/** Verifies tokens: issuer, audience, expiry and signature by the provider's JWKS, and the proof of those bound to a key. */
function tokenCheck(issuer: string): (request: IncomingMessage, scope: string) => Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL('/jwks', issuer))
  return async (request, scope) => {
    const [, scheme = '', token] = /^(Bearer|DPoP) (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) throw new Refusal(401, 'a bearer token is needed', 'Bearer realm="orders"')
    let claims: JWTPayload
    try {
      claims = (await jwtVerify(token, keys, { issuer, audience: ordersApi, typ: 'at+jwt' })).payload
    } catch (error) {
      const why = error instanceof errors.JOSEError ? error.message.replaceAll('"', "'") : 'it can not be verified'
      throw new Refusal(
        401,
        `the token is not valid: ${why}`,
        `Bearer realm="orders", error="invalid_token", error_description="${why}"`,
      )
    }
    const jkt = boundTo(claims)
    const why = await (jkt !== undefined && scheme.toLowerCase() === 'dpop'
      ? proofFailure(request, token, jkt)
      : jkt !== undefined && 'the token is bound to a key, the scheme must be DPoP')
    if (why) {
      const header = `DPoP realm="orders", error="invalid_dpop_proof", error_description="${why}"`
      throw new Refusal(401, `the proof is not valid: ${why}`, header)
    }
    if (
      !String(claims['scope'] ?? '')
        .split(' ')
        .includes(scope)
    ) {
      throw new Refusal(
        403,
        `the scope ${scope} is needed`,
        `Bearer realm="orders", error="insufficient_scope", scope="${scope}"`,
      )
    }
    return claims
  }
}

function newOrder(body: Record<string, unknown>): Order {
  const { sku, quantity = 1 } = body
  if (typeof sku !== 'string' || sku === '') throw new Refusal(422, 'sku must be a text')
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > 100) {
    throw new Refusal(422, 'quantity must be a whole number from 1 to 100')
  }
  return { id: crypto.randomUUID(), state: 'open', sku, quantity, createdAt: new Date().toISOString() }
}

const pageSize = (url: URL): number => {
  const size = Number(url.searchParams.get('size') ?? 20)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw new Refusal(400, 'size must be a whole number from 1 to 100')
  return size
}

function allowOrigin(response: ServerResponse, appOrigin: string): void {
  response.setHeader('access-control-allow-origin', appOrigin)
  response.setHeader('vary', 'Origin')
  response.setHeader('access-control-expose-headers', 'WWW-Authenticate, Location')
}

/** Starts the orders API: it checks the provider's tokens and keeps orders in memory, at most 10,000. */
export function startApi(options: ApiOptions): Promise<Listening> {
  const orders = new Map<string, Order>()
  const check = tokenCheck(options.issuer)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://orders')
    const [, root, id, ...rest] = url.pathname.split('/')
    if (url.pathname === '/health') return json(response, 200, { status: 'up' })
    if (root !== 'orders' || rest.length > 0) throw new Refusal(404, `there is nothing at ${url.pathname}`)
    switch (`${request.method} ${id === undefined ? 'all' : 'one'}`) {
      case 'POST all': {
        await check(request, 'orders:write')
        const order = newOrder(await readBody(request))
        if (orders.size >= 10_000) orders.delete(orders.keys().next().value ?? '')
        orders.set(order.id, order)
        return json(response, 201, order, { location: `/orders/${order.id}` })
      }
      case 'GET all': {
        await check(request, 'orders:read')
        const size = pageSize(url)
        return json(response, 200, { items: [...orders.values()].slice(0, size), size, total: orders.size })
      }
      case 'GET one':
      case 'DELETE one': {
        await check(request, request.method === 'GET' ? 'orders:read' : 'orders:write')
        const order = orders.get(id ?? '')
        if (order === undefined) throw new Refusal(404, `there is no order ${id}`)
        if (request.method === 'GET') return json(response, 200, order)
        orders.delete(order.id)
        response.writeHead(204).end()
        return
      }
      default:
        throw new Refusal(405, `${request.method} is not possible here`)
    }
  }

  const server = createServer((request, response) => {
    if (!isOwnHost(request)) {
      refuse(response, 421, texts.otherHost)
      return
    }
    if (request.headers.origin === options.appOrigin) allowOrigin(response, options.appOrigin)
    if (request.method === 'OPTIONS') {
      response
        .writeHead(204, {
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
          'access-control-max-age': '600',
        })
        .end()
      return
    }
    answer(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'the orders API failed')
      const challenge = refusal.challenge === undefined ? {} : { 'www-authenticate': refusal.challenge }
      json(response, refusal.status, { error: refusal.message }, challenge)
    })
  })
  return listenLoopback(server, options.port)
}
