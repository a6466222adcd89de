import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AssayError } from '#engine/base/errors.ts'
import type { Admission } from '../admission.ts'
import type { ProxySettings } from '../proxy/http-proxy.ts'
import { connected, judgedAddresses, openSocket, requestOn, unrestricted } from '../sockets.ts'
import { requestBy, upstreamOf, wayBy } from './upstream.ts'

/** A proxy on loopback through which a browser reaches only what is admitted. */
export interface AdmissionProxy {
  /** As the driver takes them. What is on this machine goes through it too. */
  settings: { server: string; bypass: string; username: string; password: string }
  close(): void
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'http:' ? 80 : 443)

/** Rejects an address as far as it is known here: a name that doesn't resolve is left to the browser. Throws AssayError. */
export async function refuseIfKnown(admission: Admission, url: URL): Promise<void> {
  try {
    admission.admit(url)
    await judgedAddresses(admission, { host: url.hostname, port: portOf(url) })
  } catch (error) {
    if (error instanceof AssayError) throw error
  }
}

/** Headers that are between two ends only (RFC 9110 section 7.6.1). */
const hopByHop = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'])

/**
 * Starts it, on a free port of 127.0.0.1, with its own password. A page of the web must not send a browser of this machine
 * where the page itself could not look: each address is judged when the connection is made, and the connection goes to the
 * address that was judged. By way of another proxy, if any, which then looks the name up again.
 */
export async function startAdmissionProxy(
  admission: Admission = unrestricted,
  settings?: ProxySettings,
): Promise<AdmissionProxy> {
  const [username, password] = ['assay', randomBytes(18).toString('base64url')]
  const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const isMine = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === wanted
  const open = new Set<Duplex>()
  const refusalText = (error: unknown): string => (error instanceof AssayError ? error.message : "The host can't be reached.")

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isMine(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="assay"' }).end()
    const url = new URL(request.url ?? '')
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)))
    const { method } = request
    const upstream = upstreamOf(url, settings)
    admission.admit(url)
    const onward = upstream
      ? await requestBy(upstream, url, { method, headers }, admission)
      : requestOn(await connected(openSocket(admission, { host: url.hostname, port: portOf(url) })), {
          method,
          path: `${url.pathname}${url.search}`,
          headers,
          setHost: false,
        })
    onward.on('response', (answer) => {
      const raw = answer.rawHeaders.filter((_, index, all) => !hopByHop.has((all[index - (index % 2)] ?? '').toLowerCase()))
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, raw)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    if (response.destroyed) return void onward.destroy()
    request.pipe(onward)
  }

  async function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    if (!isMine(request))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="assay"\r\n\r\n')
    const url = new URL(`https://${request.url ?? ''}`)
    const upstream = upstreamOf(url, settings)
    admission.admit(url)
    const to = { host: url.hostname, port: portOf(url) }
    const onward: Socket = upstream ? await wayBy(upstream, url, to.port, admission) : await connected(openSocket(admission, to))
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    if (socket.destroyed) return void onward.destroy()
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) onward.write(head)
    onward.pipe(socket).pipe(onward)
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
