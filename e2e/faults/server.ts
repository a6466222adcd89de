import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'

/** A server whose responses are wrong in known ways; every path is one fault of `reliability.md`. */
export interface FaultServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** What arrived, in order: method and path. */
  requests: { method: string; url: string; headers: [name: string, value: string][]; body: string }[]
  close(): Promise<void>
}

type Fault = (request: IncomingMessage, response: ServerResponse, url: URL) => void

/** Writes an answer byte for byte, past Node's own care for what HTTP allows. */
const raw = (response: ServerResponse, text: string | Buffer, end = true): Socket => {
  const socket = response.socket
  if (socket === null) throw new Error('the connection is gone')
  socket.write(text)
  if (end) socket.end()
  return socket
}

const repeat = (response: ServerResponse, everyMs: number, chunk: string | Buffer): void => {
  const timer = setInterval(() => response.write(chunk), everyMs)
  response.on('close', () => clearInterval(timer))
}

const number = (url: URL, name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise)

/** By path. */
const faults: Record<string, Fault> = {
  '/ok': (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  '/echo': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const headers: [string, string][] = []
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      headers.push([request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? ''])
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.end(JSON.stringify({ method: request.method, url: request.url, headers, body })))
  },
  // R28
  '/reset': (_request, response) => void response.socket?.resetAndDestroy(),
  '/closed': (_request, response) => void response.socket?.end(),
  '/not-http': (_request, response) => void raw(response, 'SSH-2.0-OpenSSH_9.6\r\n'),
  // R29
  '/drop': (_request, response) =>
    void raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nonly this'),
  '/drop-chunked': (_request, response) =>
    void raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n'),
  // R30
  '/silent': () => {},
  '/trickle': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('.')
    repeat(response, 20, '.')
  },
  '/stall': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('first part'),
  // R31, R32
  '/one-byte-chunks': (_request, response, url) => {
    const socket = raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n', false)
    let left = number(url, 'count', Infinity)
    const part = Buffer.from('1\r\nx\r\n'.repeat(10_000))
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        const count = Math.min(left, 10_000)
        left -= count
        if (!socket.write(part.subarray(0, count * 6))) return
      }
      if (left <= 0) socket.end('0\r\n\r\n')
    }
    socket.on('drain', more).on('error', () => {})
    more()
  },
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = (): void => {
      if (!response.destroyed && response.write(chunk)) setImmediate(more)
    }
    response.on('drain', more)
    more()
  },
  // R33
  '/bomb': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
  '/gzip': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('packed text')),
  '/gzip-cut': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync('packed text '.repeat(500)).subarray(0, 40)),
  '/gzip-damaged': (_request, response) => {
    const packed = gzipSync('packed text '.repeat(500))
    packed.fill(0xff, 20, 30)
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(packed)
  },
  '/br-damaged': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' }).end('this was never packed'),
  '/codings': (_request, response, url) => {
    const list = Array.from({ length: number(url, 'count', 4) }, () => 'gzip').join()
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': list }).end('packed again and again')
  },
  '/gzip-twice': (_request, response) => {
    for (const coding of ['deflate', 'gzip']) response.appendHeader('content-encoding', coding)
    response.writeHead(200, { 'content-type': 'text/plain' }).end(gzipSync(deflateSync('packed twice')))
  },
  '/zstd': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'zstd' }).end('left as it is'),
  // R34
  '/redirect': (_request, response, url) => {
    const left = number(url, 'times', 1)
    const next = left > 1 ? `/redirect?times=${left - 1}` : '/echo'
    const locations = url.searchParams.has('to') ? url.searchParams.getAll('to') : [next]
    // In UTF-8, as servers send it.
    for (const location of locations) response.appendHeader('location', Buffer.from(location).toString('latin1'))
    response.writeHead(number(url, 'status', 302)).end()
  },
  '/loop-a': (_request, response) => void response.writeHead(302, { location: '/loop-b' }).end(),
  '/loop-b': (_request, response) => void response.writeHead(302, { location: '/loop-a' }).end(),
  // R35
  '/binary': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(Buffer.from([0, 0xff, 0xfe, 0x80, 0x41])),
  // R36
  '/headers': (_request, response, url) => {
    const many = Array.from({ length: number(url, 'count', 10_000) }, (_, i) => `X-Header-${i}: ${i}\r\n`).join('')
    raw(response, `HTTP/1.1 200 OK\r\nConnection: close\r\n${many}Content-Length: 0\r\n\r\n`)
  },
  '/tiny-headers': (_request, response, url) =>
    void raw(response, `HTTP/1.1 200 OK\r\n${'a:b\r\n'.repeat(number(url, 'count', 5_000_000))}\r\n`),
  '/trailers': (_request, response) =>
    void raw(response, `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n${'a:b\r\n'.repeat(5_000_000)}\r\n`),
  '/status-000': (_request, response) => void raw(response, 'HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\nhi'),
  '/two-lengths': (_request, response) =>
    void raw(response, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!'),
  '/large-header': (_request, response) =>
    void raw(
      response,
      `HTTP/1.1 200 OK\r\nConnection: close\r\nX-Large: ${'x'.repeat(1024 * 1024)}\r\nContent-Length: 0\r\n\r\n`,
    ),
  '/duplicates': (_request, response) =>
    void raw(
      response,
      'HTTP/1.1 200 OK\r\nConnection: close\r\nX-One: 1\r\nSet-Cookie: a=1\r\nX-one: 2\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n',
      false,
    ),
  // R37
  '/continue': (_request, response) =>
    void raw(response, 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nafter'),
  '/continue-in-parts': (_request, response) => {
    const socket = raw(response, 'HTTP/1.1 100 Con', false)
    setTimeout(
      () => socket.end('tinue\r\nX-Note: 1\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nafter'),
      20,
    )
  },
  '/early-hints': (_request, response) =>
    void raw(
      response,
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nafter',
      false,
    ),
  '/no-content': (_request, response, url) => {
    const length = url.searchParams.has('length') ? `Content-Length: ${number(url, 'length', 0)}\r\n` : ''
    raw(response, `HTTP/1.1 204 No Content\r\nConnection: close\r\n${length}Content-Type: text/plain\r\n\r\nunexpected body`)
  },
  '/not-modified': (_request, response) =>
    void raw(response, 'HTTP/1.1 304 Not Modified\r\nConnection: close\r\nContent-Length: 8\r\nETag: "1"\r\n\r\nunwanted'),
  '/too-many': (_request, response) =>
    void response.writeHead(429, { 'retry-after': '7', 'content-type': 'text/plain' }).end('slow down'),
  // R6, R10, R41
  '/proto': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"__proto__":{"polluted":true},"constructor":1}'),
  '/numbers': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"big":12345678901234567890,"huge":1e400,"zero":-0}'),
}

/** Starts the fault server on a free loopback port. Pages of any origin may call it. */
export async function startFaults(): Promise<FaultServer> {
  const requests: FaultServer['requests'] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://faults')
    const seen: FaultServer['requests'][number] = { method: request.method ?? '', url: request.url ?? '', headers: [], body: '' }
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      seen.headers.push([request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? ''])
    requests.push(seen)
    request.on('data', (chunk: Buffer) => (seen.body += chunk.toString()))
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-headers': '*, authorization', 'access-control-allow-methods': '*' }).end()
      return
    }
    const fault = faults[url.pathname]
    if (fault === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('no such fault')
    else fault(request, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Which certificate a {@link startTls} server shows; see `tls/README.md`. */
export type CertificateName = 'trusted' | 'expired' | 'wrong-host' | 'self-signed'

/** The test authority's certificate, PEM: what a client has to trust for all but `self-signed`. */
export const testAuthority = readFileSync(new URL('tls/ca.pem', import.meta.url), 'utf8')

/** Starts an https server that answers everything with 200, on a free loopback port. */
export async function startTls(certificate: CertificateName): Promise<{ url: string; close(): Promise<void> }> {
  const server = createTlsServer(
    {
      key: readFileSync(new URL('tls/server.key', import.meta.url)),
      cert: readFileSync(new URL(`tls/${certificate}.pem`, import.meta.url)),
    },
    (_request, response) => void response.end('secure'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
