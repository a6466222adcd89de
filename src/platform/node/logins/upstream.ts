import { once } from 'node:events'
import { request as askPlain, type ClientRequest, type OutgoingHttpHeaders } from 'node:http'
import { request as askSecure } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { isLoopback } from '#engine/ports/http-rules.ts'
import { placeOf } from '../http-ask-proxy.ts'
import { askProxy } from '../http-tunnel.ts'
import { proxyFor, type Proxy, type ProxySettings } from '../http-proxy.ts'

/** Milliseconds in which a proxy has to answer. */
const patience = 30_000

/** The proxy by which a browser reaches an address; what is on this machine it reaches directly. */
export const upstreamOf = (url: URL, settings: ProxySettings | undefined): Proxy | undefined =>
  settings === undefined || isLoopback(url.hostname) ? undefined : proxyFor(url, settings)

/** Opens a way to a host by a proxy; rejects with AssayError if there is none. */
export async function wayBy(proxy: Proxy, url: URL, port: number): Promise<Socket> {
  const place = placeOf(proxy)
  const where = { host: place.hostname, port: Number(place.port) }
  const socket = place.protocol === 'https:' ? connectSecure({ ...where, servername: place.hostname }) : connect(where)
  await once(socket, place.protocol === 'https:' ? 'secureConnect' : 'connect')
  const target = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: String(port), protocol: url.protocol }
  await new Promise<void>((resolve, reject) =>
    askProxy(socket, target, { proxy, timeout: patience }, (error) => (error ? reject(error) : resolve())),
  )
  return socket
}

/** Begins a plain request by a proxy. */
export async function requestBy(
  proxy: Proxy,
  url: URL,
  options: { method: string | undefined; headers: OutgoingHttpHeaders },
): Promise<ClientRequest> {
  if (proxy.speaks === 'socks') {
    const socket = await wayBy(proxy, url, Number(url.port || 80))
    return askPlain({ ...options, path: `${url.pathname}${url.search}`, setHost: false, createConnection: () => socket.resume() })
  }
  const { hostname: host, port, protocol } = placeOf(proxy)
  const own = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }
  const ask = protocol === 'https:' ? askSecure : askPlain
  return ask({ ...options, host, port, path: url.href, setHost: false, headers: { ...options.headers, ...own } })
}
