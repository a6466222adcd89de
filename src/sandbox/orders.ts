import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { ordersApi } from './accounts.ts'
import { Refusal as ProofRefusal } from './answers.ts'
import type { OrderRules, OrderState } from './order-rules.ts'
import { proofOf } from './provider/proof.ts'
import type { SandboxStore } from './store.ts'
import { sandboxTexts as texts } from './texts.ts'

/** What the orders API works with. */
export interface OrdersContext {
  /** Whose tokens are accepted. */
  issuer: string
  /** The issuer's keys. */
  keys: JWTVerifyGetKey
  /** What it demands of orders. */
  rules: OrderRules
  /** Keeps the orders. */
  store: SandboxStore
  /** Seconds since 1970. */
  now(): number
}

interface Order {
  id: string
  state: OrderState
  sku: string
  quantity: number
  priority: string
  createdAt: string
}

/** An order with its owner: no other user's token finds it. */
interface KeptOrder {
  owner: string
  order: Order
}

/** Seconds for which an order is kept. */
const life = 86_400

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

const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text()
  if (text.length > 100_000) throw new Refusal(413, 'the order is too large')
  const value = parseJsonObject(text)
  if (value === undefined) throw new Refusal(400, "the body isn't a JSON object")
  return value
}

/** The key that a token is bound to (RFC 9449 section 6.1); undefined for a bearer token. */
function boundTo({ cnf }: JWTPayload): string | undefined {
  const jkt = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined
  return typeof jkt === 'string' ? jkt : undefined
}

/** What is wrong with the proof that a request carries for its token; undefined if nothing is. */
async function proofFailure(context: OrdersContext, request: Request, token: string, jkt: string): Promise<string | undefined> {
  try {
    const proved = await proofOf(context, request, token)
    if (proved === undefined) return 'a DPoP proof is required'
    return proved === jkt ? undefined : 'it was created with another key'
  } catch (thrown) {
    if (thrown instanceof ProofRefusal) return thrown.message
    throw thrown
  }
}

/** Checks the token: issuer, audience, expiry, signature and scope, and the proof of one that is bound to a key. */
async function check(context: OrdersContext, request: Request, scope: string): Promise<JWTPayload> {
  const [, scheme = '', token] = /^(Bearer|DPoP) (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === undefined) throw new Refusal(401, 'a bearer token is required', 'Bearer realm="orders"')
  let claims: JWTPayload
  try {
    const { issuer, keys } = context
    const options = { issuer, audience: ordersApi, typ: 'at+jwt', currentDate: new Date(context.now() * 1000) }
    claims = (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    const why = error instanceof errors.JOSEError ? error.message.replaceAll('"', "'") : "it can't be verified"
    throw new Refusal(
      401,
      `the token is invalid: ${why}`,
      `Bearer realm="orders", error="invalid_token", error_description="${why}"`,
    )
  }
  const jkt = boundTo(claims)
  const why = await (jkt !== undefined && scheme.toLowerCase() === 'dpop'
    ? proofFailure(context, request, token, jkt)
    : jkt !== undefined && 'the token is bound to a key: use the scheme DPoP')
  if (why) {
    const header = `DPoP realm="orders", error="invalid_dpop_proof", error_description="${why}"`
    throw new Refusal(401, `the proof is invalid: ${why}`, header)
  }
  const granted = String(claims['scope'] ?? '').split(' ')
  if (!granted.includes(scope)) {
    throw new Refusal(
      403,
      `the scope ${scope} is required`,
      `Bearer realm="orders", error="insufficient_scope", scope="${scope}"`,
    )
  }
  return claims
}

function newOrder(context: OrdersContext, body: Record<string, unknown>): Order {
  const { quantity: bounds, priorities } = context.rules
  const { sku, quantity = bounds.least, priority = 'normal' } = body
  if (typeof sku !== 'string' || sku === '') throw new Refusal(422, 'sku must be a string')
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < bounds.least || quantity > bounds.most)
    throw new Refusal(422, `quantity must be a whole number from ${bounds.least} to ${bounds.most}`)
  if (typeof priority !== 'string' || !priorities.includes(priority))
    throw new Refusal(422, `priority must be one of ${priorities.join(', ')}`)
  const createdAt = new Date(context.now() * 1000).toISOString()
  return { id: crypto.randomUUID(), state: 'open', sku, quantity, priority, createdAt }
}

function quote({ member, total, coupon }: Record<string, unknown>, { hasDiscount }: OrderRules): { discount: number } {
  if (typeof member !== 'boolean' || typeof coupon !== 'boolean')
    throw new Refusal(422, 'member and coupon must be true or false')
  if (typeof total !== 'number' || total < 0) throw new Refusal(422, 'total must be a number, 0 or more')
  return { discount: hasDiscount({ member, total, coupon }) ? 10 : 0 }
}

const pageSize = (url: URL): number => {
  const size = Number(url.searchParams.get('size') ?? 20)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw new Refusal(400, 'size must be a whole number from 1 to 100')
  return size
}

const ownerOf = ({ sub, client_id: client }: JWTPayload): string => String(sub ?? client)

async function answer(context: OrdersContext, request: Request, path: string): Promise<Response> {
  const { store, rules } = context
  const keep = (owner: string, order: Order) => store.put(`order/${order.id}`, { owner, order }, context.now() + life)
  const find = async (id: string | undefined, owner: string): Promise<Order> => {
    const found = await store.get<KeptOrder>(`order/${id}`)
    if (found?.owner !== owner) throw new Refusal(404, `order ${id} not found`)
    return found.order
  }
  const [, root, id, event, ...rest] = path.split('/')
  if (path === '/health') return json(200, { status: 'up' })
  if (path === '/quotes') {
    if (request.method !== 'POST') throw new Refusal(405, `${request.method} isn't allowed here`)
    await check(context, request, 'orders:read')
    return json(200, quote(await readBody(request), rules))
  }
  if (root !== 'orders' || rest.length > 0 || (event !== undefined && !Object.hasOwn(rules.events, event)))
    throw new Refusal(404, texts.nothing(path))
  const ownerFor = async (scope: string) => ownerOf(await check(context, request, scope))
  switch (`${request.method} ${id === undefined ? 'all' : event === undefined ? 'one' : 'event'}`) {
    case 'POST all': {
      const owner = await ownerFor('orders:write')
      const order = newOrder(context, await readBody(request))
      await keep(owner, order)
      return json(201, order, { location: `/orders/${order.id}` })
    }
    case 'GET all': {
      const owner = await ownerFor('orders:read')
      const size = pageSize(new URL(request.url))
      const own = (await store.list<KeptOrder>('order/')).filter((one) => one.owner === owner).map(({ order }) => order)
      const sorted = own.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      return json(200, { items: sorted.slice(0, size), size, total: own.length })
    }
    case 'GET one':
      return json(200, await find(id, await ownerFor('orders:read')))
    case 'DELETE one': {
      const order = await find(id, await ownerFor('orders:write'))
      await store.take(`order/${order.id}`)
      return new Response(null, { status: 204 })
    }
    case 'PUT one': {
      const owner = await ownerFor('orders:write')
      const order = await find(id, owner)
      const { sku, quantity, priority } = newOrder(context, await readBody(request))
      const changed = { ...order, sku, quantity, priority }
      await keep(owner, changed)
      return json(200, changed)
    }
    case 'POST event': {
      const owner = await ownerFor('orders:write')
      const order = await find(id, owner)
      const { from, to } = rules.events[event ?? ''] ?? { from: [], to: order.state }
      if (!from.includes(order.state)) throw new Refusal(409, `can't ${event} an order that is ${order.state}`)
      const moved = { ...order, state: to }
      await keep(owner, moved)
      return json(200, moved)
    }
    default:
      throw new Refusal(405, `${request.method} isn't allowed here`)
  }
}

/** What the orders API answers to a request for `path`, which stands below its URL. */
export async function orders(context: OrdersContext, request: Request, path: string): Promise<Response> {
  try {
    return await answer(context, request, path)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'the orders API failed')
    const challenge = refusal.challenge === undefined ? {} : { 'www-authenticate': refusal.challenge }
    return json(refusal.status, { error: refusal.message }, challenge)
  }
}
