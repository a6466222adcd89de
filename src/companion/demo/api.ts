import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { isOwnHost, refuse } from '#platform/node/own-host.ts'
import { ordersApi } from './accounts.ts'
import { listenLoopback, type Listening } from './listen.ts'
import { orderRules, type OrderRules, type OrderState } from './order-rules.ts'
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
  /** What it demands of orders; {@link orderRules} unless given. */
  rules?: OrderRules
}

interface Order {
  id: string
  state: OrderState
  sku: string
  quantity: number
  priority: string
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

function newOrder(body: Record<string, unknown>, { quantity: { least, most }, priorities }: OrderRules): Order {
  const { sku, quantity = least, priority = 'normal' } = body
  if (typeof sku !== 'string' || sku === '') throw new Refusal(422, 'sku must be a text')
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < least || quantity > most)
    throw new Refusal(422, `quantity must be a whole number from ${least} to ${most}`)
  if (typeof priority !== 'string' || !priorities.includes(priority))
    throw new Refusal(422, `priority must be one of ${priorities.join(', ')}`)
  return { id: crypto.randomUUID(), state: 'open', sku, quantity, priority, createdAt: new Date().toISOString() }
}

function quote({ member, total, coupon }: Record<string, unknown>, { hasDiscount }: OrderRules): { discount: number } {
  if (typeof member !== 'boolean' || typeof coupon !== 'boolean')
    throw new Refusal(422, 'member and coupon must be true or false')
  if (typeof total !== 'number' || total < 0) throw new Refusal(422, 'total must be a number of at least 0')
  return { discount: hasDiscount({ member, total, coupon }) ? 10 : 0 }
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
  /** Each with whom it belongs to: nobody else's token finds it. */
  const orders = new Map<string, { owner: string; order: Order }>()
  const { rules = orderRules } = options
  const check = tokenCheck(options.issuer)

  const ownerOf = ({ sub, client_id: client }: JWTPayload): string => String(sub ?? client)
  const find = (id: string | undefined, claims: JWTPayload): Order => {
    const found = orders.get(id ?? '')
    if (found === undefined || found.owner !== ownerOf(claims)) throw new Refusal(404, `there is no order ${id}`)
    return found.order
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://orders')
    const [, root, id, ...rest] = url.pathname.split('/')
    if (url.pathname === '/health') return json(response, 200, { status: 'up' })
    if (url.pathname === '/quotes') {
      if (request.method !== 'POST') throw new Refusal(405, `${request.method} is not possible here`)
      await check(request, 'orders:read')
      return json(response, 200, quote(await readBody(request), rules))
    }
    const [event, ...more] = rest
    if (root !== 'orders' || more.length > 0 || (event !== undefined && !Object.hasOwn(rules.events, event)))
      throw new Refusal(404, `there is nothing at ${url.pathname}`)
    switch (`${request.method} ${id === undefined ? 'all' : event === undefined ? 'one' : 'event'}`) {
      case 'POST all': {
        const claims = await check(request, 'orders:write')
        const order = newOrder(await readBody(request), rules)
        if (orders.size >= 10_000) orders.delete(orders.keys().next().value ?? '')
        orders.set(order.id, { owner: ownerOf(claims), order })
        return json(response, 201, order, { location: `/orders/${order.id}` })
      }
      case 'GET all': {
        const claims = await check(request, 'orders:read')
        const size = pageSize(url)
        const own = [...orders.values()].filter(({ owner }) => owner === ownerOf(claims)).map(({ order }) => order)
        return json(response, 200, { items: own.slice(0, size), size, total: own.length })
      }
      case 'GET one':
        return json(response, 200, find(id, await check(request, 'orders:read')))
      case 'DELETE one': {
        const order = find(id, await check(request, 'orders:write'))
        orders.delete(order.id)
        response.writeHead(204).end()
        return
      }
      case 'PUT one': {
        const order = find(id, await check(request, 'orders:write'))
        const { sku, quantity, priority } = newOrder(await readBody(request), rules)
        return json(response, 200, Object.assign(order, { sku, quantity, priority }))
      }
      case 'POST event': {
        const order = find(id, await check(request, 'orders:write'))
        const { from, to } = rules.events[event ?? ''] ?? { from: [], to: order.state }
        if (!from.includes(order.state)) throw new Refusal(409, `an order that is ${order.state} refuses to ${event}`)
        order.state = to
        return json(response, 200, order)
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
          // Also those that nothing answers: a page is told 405 then, not that the browser refuses.
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
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
