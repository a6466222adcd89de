import { jsonValue } from '#engine/base/encoding/json-value.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { linkLimits, protocol } from '#relay/messages.ts'
import { linkPaths, readTokenProtocol, subprotocol } from '#relay/link-protocol.ts'
import type { BodyTransfers } from './body-transfers.ts'
import type { PairedPage, Pairings } from './pairings.ts'
import { relayServerTexts as texts } from './texts.ts'

/** What guards the way to the companion. */
export interface ConnectionGuardParts {
  port: number
  /** The version of the program. */
  version: string
  /** Origins of pages that may be paired; that of the served page is among them. */
  origins: ReadonlySet<string>
  pairings: Pairings
  /** Those that go beside links. */
  transfers: Pick<BodyTransfers, 'take'>
  /** A page of the origin asks for a code that its person can type. */
  onAsked(origin: string): void
  onPaired(page: PairedPage): void
  onRefused(why: string): void
  onLink(socket: WebSocket, page: PairedPage): void
}

/** The way to the companion, beside the app that is served. */
export interface ConnectionGuard {
  /** Answers what is addressed to the companion; false: it is not. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Bytes of a body that says a code. */
const longestBody = 1_000
/** Links at a time, of all pages. */
const mostLinks = 64

interface Refusal {
  status: number
  text: string
}

const reasons: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  421: 'Misdirected Request',
  426: 'Upgrade Required',
  503: 'Service Unavailable',
}

/**
 * Creates the {@link ConnectionGuard}. Rejected before anything of a message is read: another Host (421), which ends DNS rebinding; an
 * Origin that is not on the list, `null` or none (403); no or a wrong token (401); a body that is too large (413).
 */
export function createConnectionGuard(parts: ConnectionGuardParts): ConnectionGuard {
  const { port, version, origins, pairings } = parts
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`))
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: linkLimits.frame,
    perMessageDeflate: false,
    handleProtocols: () => subprotocol,
  })

  const refusalOf = ({ headers }: IncomingMessage): Refusal | undefined => {
    if (!hosts.has(headers.host?.toLowerCase() ?? '')) return { status: 421, text: texts.refused.host }
    if (!origins.has(headers.origin ?? '')) return { status: 403, text: texts.refused.origin(headers.origin) }
    return undefined
  }
  const refuse = ({ status, text }: Refusal, response: ServerResponse): void => {
    parts.onRefused(`${text} (${status})`)
    answerWith(response.setHeader('connection', 'close'), status, { error: text })
  }

  const calls: Record<string, (origin: string, body: unknown, response: ServerResponse) => void> = {
    [linkPaths.state](origin, body, response) {
      const token = stringOf(body, 'token')
      const page = token === undefined ? undefined : pairings.verify(origin, token)
      answerWith(response, 200, { protocol, version, paired: page !== undefined })
    },
    [linkPaths.ask](origin, _body, response) {
      if (!pairings.waits(origin)) parts.onAsked(origin)
      answerWith(response, 200, { protocol, version })
    },
    [linkPaths.pair](origin, body, response) {
      const redeemed = pairings.redeem(origin, stringOf(body, 'code') ?? '')
      if (redeemed === undefined) return refuse({ status: 401, text: texts.refused.code }, response)
      parts.onPaired(redeemed)
      answerWith(response, 200, { protocol, version, id: redeemed.id, token: redeemed.token })
    },
  }

  const answerCall = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const origin = request.headers.origin ?? ''
    const text = await readBody(request)
    if (text === undefined) return refuse({ status: 413, text: texts.refused.size }, response)
    const body = jsonValue(text)
    if (body === undefined) return refuse({ status: 400, text: texts.refused.body }, response)
    calls[path]?.(origin, body, response)
  }

  const isBody = (path: string, request: IncomingMessage, response: ServerResponse): boolean =>
    path.startsWith(linkPaths.body) &&
    parts.transfers.take(path.slice(linkPaths.body.length), request.headers.origin ?? '', { request, response })

  return {
    answer(request, response, path) {
      if (!path.startsWith(linkPaths.folder)) return false
      response.setHeader('cache-control', 'no-store')
      response.setHeader('vary', 'Origin')
      const refusal = refusalOf(request)
      if (refusal !== undefined) {
        refuse(refusal, response)
        return true
      }
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '')
      if (request.method === 'OPTIONS') preflight(response)
      else if (request.method === 'POST' && isBody(path, request, response)) return true
      else if (!Object.hasOwn(calls, path)) refuse({ status: 404, text: texts.refused.path }, response)
      else if (request.method !== 'POST') refuse({ status: 405, text: texts.refused.method }, response)
      else answerCall(request, response, path).catch(() => response.destroy())
      return true
    },
    upgrade(request, socket, head) {
      const give = (status: number, text: string): void => {
        parts.onRefused(`${text} (${status})`)
        socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
        // Who doesn't read the refusal keeps no socket by it.
        setTimeout(() => socket.destroy(), 1_000).unref()
      }
      socket.on('error', () => socket.destroy())
      const refusal = refusalOf(request)
      if (refusal !== undefined) return give(refusal.status, refusal.text)
      if (request.url !== linkPaths.link) return give(404, texts.refused.path)
      const offered = request.headers['sec-websocket-protocol'] ?? ''
      const token = readTokenProtocol(offered)
      const page = token === undefined ? undefined : pairings.verify(request.headers.origin ?? '', token)
      if (page === undefined) return give(401, texts.refused.token)
      if (!offered.split(/\s*,\s*/).includes(subprotocol)) return give(426, texts.refused.version)
      if (sockets.clients.size >= mostLinks) return give(503, texts.refused.links)
      sockets.handleUpgrade(request, socket, head, (link) => {
        sockets.clients.add(link)
        link.on('close', () => sockets.clients.delete(link))
        parts.onLink(link, page)
      })
    },
  }
}

function answerWith(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

/** A page of another origin asks before it posts JSON; one of the public web also whether it may reach this machine. */
const preflight = (response: ServerResponse): void =>
  void response
    .writeHead(204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '60',
    })
    .end()

/** Undefined if it is longer than any that is expected. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return undefined
  let text = ''
  for await (const chunk of request.setEncoding('latin1')) {
    text += String(chunk)
    if (text.length > longestBody) return undefined
  }
  return text
}

function stringOf(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, key)) return undefined
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' ? value : undefined
}
