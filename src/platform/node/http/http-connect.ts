import type { Socket } from 'node:net'
import symbols from 'undici/lib/core/symbols.js'
import type { buildConnector as connectors } from 'undici'
import type { ConnectTimes } from '#engine/ports/http.ts'
import type { Admission } from '../admission.ts'
import { monotonic } from '../clock.ts'
import type { Proxy } from '../proxy/http-proxy.ts'
import type { Connect } from '../proxy/http-tunnel.ts'
import { createHttpConnector, unrestricted, type HttpConnector } from '../sockets.ts'

/** What connections are made with. */
export interface ConnectOptions {
  /** Milliseconds. */
  timeout: number
  rejectUnauthorized: boolean
  /** Certificates to trust besides Node's own, PEM. */
  ca?: string | string[] | undefined
  /** What the client shows to servers that ask who it is, PEM. */
  certificate?: { certificate: string; key: string } | undefined
  /** By way of it; what is behind it can't be looked up here. */
  proxy?: Proxy | undefined
  /** Which addresses may be reached; absent: all. */
  admission?: Admission | undefined
}

/** A connection that is being made, or was made and belongs to no request yet. */
interface Connecting {
  began: number
  resolved?: number
  connected?: number
}

/** How long connections took to make, for the requests that waited for them. */
export interface ConnectLog {
  /** Of a connection to the origin that was made since then, and that no other request has taken. */
  take(origin: string, since: number): ConnectTimes | undefined
}

/** The most untaken entries kept for one origin. */
const mostUntaken = 16

/**
 * Lets undici report what ended a connection first. A server that rejects a client's certificate says why in an alert and
 * closes (RFC 8446 section 6.2); undici keeps the last error, which is that it was closed.
 */
function keepFirstError(socket: Socket): void {
  let first: unknown
  Object.defineProperty(socket, symbols.kError, {
    configurable: true,
    get: () => first,
    set(error: unknown) {
      first ??= error
    },
  })
}

/** Makes what connects, and the log of it. */
export function createConnector({ admission = unrestricted, ca, certificate, proxy, ...options }: ConnectOptions): {
  connect: connectors.connector
  log: ConnectLog
} {
  const untaken = new Map<string, { began: number; times: ConnectTimes }[]>()
  /** The one whose connecting has just started. */
  let current: Connecting | undefined
  const watched =
    (connector: HttpConnector): HttpConnector =>
    (...target) => {
      const connecting = current
      const socket = connector(...target)
      if (connecting) socket?.once('lookup', () => (connecting.resolved = monotonic()))
      return socket
    }
  const shared = { ...options, ...(ca === undefined ? {} : { ca }) }
  const secure = certificate === undefined ? shared : { ...shared, cert: certificate.certificate, key: certificate.key }
  const toHost = watched(createHttpConnector(admission, secure))
  const direct: Connect = (target, callback, onOpen) => void toHost(target, callback)?.once('connect', onOpen)
  /** Most runs have no proxy, and start without what speaks with one. */
  const tunnel =
    proxy &&
    import('../proxy/http-tunnel.ts').then(({ createTunnel }) =>
      createTunnel({
        proxy,
        toHost,
        admission,
        timeout: options.timeout,
        // The proxy was named by the user who started the program.
        toProxy: watched(createHttpConnector(unrestricted, { ...shared, rejectUnauthorized: true })),
      }),
    )

  const note = (origin: string, connecting: Connecting, isSecure: boolean): void => {
    const { began, resolved = began } = connecting
    const ended = monotonic()
    const connected = connecting.connected ?? ended
    const times: ConnectTimes = {
      dns: resolved - began,
      connect: connected - resolved,
      ...(isSecure ? { tls: ended - connected } : {}),
    }
    const list = untaken.get(origin) ?? []
    untaken.set(origin, [...list.slice(-mostUntaken), { began, times }])
  }

  const connect: connectors.connector = (target, callback) => {
    const connecting: Connecting = { began: monotonic() }
    const isSecure = target.protocol === 'https:'
    const open = (connector: Connect): void => {
      current = connecting
      connector(
        target,
        (...result) => {
          const [error, made] = result
          if (error !== null || made === null) return callback(...result)
          if (isSecure) keepFirstError(made)
          note(`${target.protocol}//${target.host ?? target.hostname}`, connecting, isSecure)
          callback(...result)
        },
        () => (connecting.connected = monotonic()),
      )
      current = undefined
    }
    if (tunnel) void tunnel.then(open)
    else open(direct)
  }
  return {
    connect,
    log: {
      take(origin, since) {
        const list = untaken.get(origin)
        const at = list?.findIndex(({ began }) => began >= since) ?? -1
        return at < 0 ? undefined : list?.splice(at, 1)[0]?.times
      },
    },
  }
}
