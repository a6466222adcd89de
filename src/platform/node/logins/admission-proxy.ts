import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, isIP, type AddressInfo, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AssayError } from '#engine/base/errors.ts'
import type { Admission } from '../admission.ts'
import type { ProxySettings } from '../http-proxy.ts'
import { requestBy, upstreamOf, wayBy } from './upstream.ts'

/** A proxy on loopback through which a browser reaches only what is admitted. */
export interface AdmissionProxy {
  /** As the driver takes them. What is on this machine goes through it too. */
  settings: { server: string; bypass: string; username: string; password: string }
  close(): void
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Where a connection may be made to: a name, with the addresses to which it led when it was judged. */
interface Place {
  host: string
  lookup: LookupFunction
}

/** Judges all addresses of a name, which is looked up once; throws AssayError if one is not admitted. */
async function admitted(admission: Admission, url: URL, port = url.protocol === 'http:' ? 80 : 443): Promise<Place> {
  const hostname = bare(url.hostname)
  admission.admit(url)
  // As everywhere: names under localhost are this machine, whatever DNS says of them (RFC 6761 section 6.3).
  const name = /\.localhost$/i.test(hostname) ? 'localhost' : hostname
  const found = isIP(name) ? [{ address: name, family: isIP(name) }] : await lookup(name, { all: true })
  for (const { address } of found) {
    const refusal = admission.refusalOf(hostname, address) ?? admission.refusalOfPort(hostname, address, port)
    if (refusal !== undefined) throw refusal
  }
  const [first] = found
  return {
    host: name,
    // Of localhost both are tried: many servers listen at one of them only.
    lookup: (_name, { all }, done) => (all ? done(null, found) : done(null, first?.address ?? '', first?.family)),
  }
}

/** The same as far as the address is known here: what a proxy is asked for it may know by itself. Throws AssayError. */
export async function admittedIfKnown(admission: Admission, url: URL, port?: number): Promise<void> {
  try {
    await admitted(admission, url, port)
  } catch (error) {
    if (error instanceof AssayError) throw error
  }
}

/** Whatever is asked for. */
const anything: Admission = { admit: () => undefined, refusalOf: () => undefined, refusalOfPort: () => undefined }

/** Headers that are between two ends only (RFC 9110 section 7.6.1). */
const hopByHop = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'])

/**
 * Starts it, on a free port of 127.0.0.1, with a password of its own. A page of the web must not send a browser of this machine where the page
 * itself could not look: each address is judged when the connection is made, and the connection goes to the address that was judged. By way of
 * another proxy, if there is one, which then looks the name up again.
 */
export async function startAdmissionProxy(admission: Admission = anything, settings?: ProxySettings): Promise<AdmissionProxy> {
  const [username, password] = ['assay', randomBytes(18).toString('base64url')]
  const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const isMine = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === wanted
  const open = new Set<Duplex>()
  const refusalText = (error: unknown): string => (error instanceof AssayError ? error.message : 'The host could not be reached.')

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isMine(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="assay"' }).end()
    const url = new URL(request.url ?? '')
    const port = Number(url.port || 80)
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)))
    const { method } = request
    const upstream = upstreamOf(url, settings)
    if (upstream) await admittedIfKnown(admission, url, port)
    const onward = upstream
      ? await requestBy(upstream, url, { method, headers })
      : send({
          ...(await admitted(admission, url, port)),
          port,
          method,
          path: `${url.pathname}${url.search}`,
          headers,
          setHost: false,
        })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  async function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    if (!isMine(request))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="assay"\r\n\r\n')
    const url = new URL(`https://${request.url ?? ''}`)
    const port = Number(url.port || 443)
    const established = (onward: Socket): void => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) onward.write(head)
      onward.pipe(socket).pipe(onward)
    }
    const upstream = upstreamOf(url, settings)
    if (upstream) await admittedIfKnown(admission, url, port)
    const onward = upstream
      ? await wayBy(upstream, url, port)
      : connect({ ...(await admitted(admission, url, port)), port }, () => established(onward))
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    if (upstream) established(onward)
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(refusalText(error))
    })
  })
  server.on('connect', (request, socket: Duplex, head: Buffer) => {
    tunnel(request, socket, head).catch(() => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    settings: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>', username, password },
    close() {
      server.close()
      server.closeAllConnections()
      for (const socket of open) socket.destroy()
    },
  }
}
