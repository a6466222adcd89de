import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRemoteJWKSet } from 'jose'
import { isOwnHost, refuse } from '#platform/node/own-host.ts'
import { orderRules, type OrderRules } from '#sandbox/order-rules.ts'
import { orders } from '#sandbox/orders.ts'
import { createMemoryStore } from '#sandbox/store.ts'
import { listenLoopback, type Listening } from './listen.ts'
import { demoTexts as texts } from './texts.ts'

/** The options of the orders API. */
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

function allowOrigin(response: ServerResponse, appOrigin: string): void {
  response.setHeader('access-control-allow-origin', appOrigin)
  response.setHeader('vary', 'Origin')
  response.setHeader('access-control-expose-headers', 'WWW-Authenticate, Location')
}

/** Bytes of a body that are read: the API rejects a longer one by its first bytes. */
const mostBody = 200_000

async function requestOf(request: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > mostBody) break
  }
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const method = request.method ?? 'GET'
  return new Request(`http://${request.headers.host}${request.url}`, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(parts) }),
  })
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body)
}

/** Starts the orders API: it checks the provider's tokens and keeps orders in memory. */
export function startApi({ port, appOrigin, issuer, rules = orderRules }: ApiOptions): Promise<Listening> {
  const now = () => Date.now() / 1000
  const context = { issuer, keys: createRemoteJWKSet(new URL('/jwks', issuer)), store: createMemoryStore(now), now, rules }
  const server = createServer((request, response) => {
    if (!isOwnHost(request)) {
      refuse(response, 421, texts.otherHost)
      return
    }
    if (request.headers.origin === appOrigin) allowOrigin(response, appOrigin)
    if (request.method === 'OPTIONS') {
      response
        .writeHead(204, {
          // Also for methods without a handler: the page then gets 405 instead of a rejection by the browser.
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
          'access-control-max-age': '600',
        })
        .end()
      return
    }
    void requestOf(request)
      .then(async (asked) => send(response, await orders(context, asked, new URL(asked.url).pathname)))
      .catch(() => response.destroy())
  })
  return listenLoopback(server, port)
}
