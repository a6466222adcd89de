import { once } from 'node:events'
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from '#engine/ports/http/http-rules.ts'
import type { Admission } from '../admission.ts'
import { proxyEndpoint } from '../proxy/http-ask-proxy.ts'
import { askProxy, judgedTarget } from '../proxy/http-tunnel.ts'
import { proxyFor, type Proxy, type ProxySettings } from '../proxy/http-proxy.ts'
import { connected, openSocket, openTlsSocket, requestOn, unrestricted } from '../sockets.ts'

/** Milliseconds in which a proxy has to answer. */
const patience = 30_000

/** The proxy by which a browser reaches a URL; what is on this machine it reaches directly. */
export const upstreamOf = (url: URL, settings: ProxySettings | undefined): Proxy | undefined =>
  settings === undefined || isLoopback(url.hostname) ? undefined : proxyFor(url, settings)

/** A connection to the proxy itself, which the user who started the program has named. */
async function socketTo(proxy: Proxy): Promise<Socket> {
  const { hostname, port, protocol } = proxyEndpoint(proxy)
  const to = { host: hostname, port: Number(port) }
  if (protocol !== 'https:') return connected(openSocket(unrestricted, to))
  const socket = await openTlsSocket(unrestricted, to, { servername: hostname })
  await once(socket, 'secureConnect')
  return socket
}

const targetOf = (url: URL, port: number) => ({
  hostname: url.hostname.replace(/^\[|\]$/g, ''),
  port: String(port),
  protocol: url.protocol,
})

/** Opens a way to a host by a proxy; rejects with AssayError if there is none, or if the host may not be reached. */
export async function wayBy(proxy: Proxy, url: URL, port: number, admission: Admission): Promise<Socket> {
  const target = await judgedTarget(admission, targetOf(url, port), proxy)
  const socket = await socketTo(proxy)
  await new Promise<void>((resolve, reject) =>
    askProxy(socket, target, { proxy, timeout: patience }, (error) => (error ? reject(error) : resolve())),
  )
  return socket
}

/** Starts a plain request by a proxy; rejects like {@link wayBy}. */
export async function requestBy(
  proxy: Proxy,
  url: URL,
  options: { method: string | undefined; headers: OutgoingHttpHeaders },
  admission: Admission,
): Promise<ClientRequest> {
  const port = Number(url.port || 80)
  if (proxy.speaks === 'socks') {
    const socket = await wayBy(proxy, url, port, admission)
    return requestOn(socket.resume(), { ...options, path: `${url.pathname}${url.search}`, setHost: false })
  }
  await judgedTarget(admission, targetOf(url, port), proxy)
  const own = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }
  const socket = await socketTo(proxy)
  return requestOn(socket, { ...options, path: url.href, setHost: false, headers: { ...options.headers, ...own } })
}
