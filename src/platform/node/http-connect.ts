import type { LookupAddress } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import buildConnector from 'undici/lib/core/connect.js'
import symbols from 'undici/lib/core/symbols.js'
import type { buildConnector as connectors } from 'undici'
import type { ConnectTimes } from '#engine/ports/http.ts'
import type { Admission } from './admission.ts'
import { monotonic } from './clock.ts'
import type { Proxy } from './http-proxy.ts'
import type { Connect } from './http-tunnel.ts'

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

/** What nobody has asked for of one origin is forgotten beyond this number. */
const mostUntaken = 16

/** Names under `localhost` are this machine, whatever DNS says of them (RFC 6761 6.3); browsers never ask it either. */
const realName = (hostname: string): string => (/\.localhost$/i.test(hostname) ? 'localhost' : hostname)

/**
 * Lets undici report what ended a connection first. A server that refuses a client's certificate says why in an alert and closes
 * (RFC 8446 section 6.2); undici keeps the last error, which is that it was closed.
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
export function createConnector({ admission, ca, certificate, proxy, ...options }: ConnectOptions): {
  connect: connectors.connector
  log: ConnectLog
} {
  const untaken = new Map<string, { began: number; times: ConnectTimes }[]>()
  /** The one whose connecting has just begun: the name is looked up in the same moment. */
  let current: Connecting | undefined

  const lookUp: LookupFunction = (hostname, wanted, callback) => {
    const connecting = current
    const { lookup } = process.getBuiltinModule('node:dns')
    lookup(
      realName(hostname),
      wanted,
      (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => {
        if (connecting) connecting.resolved = monotonic()
        const addresses = typeof found === 'string' ? [{ address: found }] : found
        // One that may not be reached among several is a name that changes its mind. A proxy was named by who started the program.
        const refusal =
          error || proxy ? undefined : addresses.map(({ address }) => admission?.refusalOf(hostname, address)).find(Boolean)
        callback((refusal as NodeJS.ErrnoException | undefined) ?? error, found, family)
      },
    )
  }
  const shared = { ...options, lookup: lookUp, ...(ca === undefined ? {} : { ca }) }
  const secure = certificate === undefined ? shared : { ...shared, cert: certificate.certificate, key: certificate.key }
  const toHost = buildConnector(secure)
  const direct: Connect = (target, callback, onOpen) => {
    // The types leave out what it gives back.
    const socket = toHost(target, callback) as unknown as Socket | undefined
    socket?.once('connect', onOpen)
  }
  /** Most runs have no proxy, and start without what speaks with one. */
  const tunnel =
    proxy &&
    import('./http-tunnel.ts').then(({ createTunnel }) =>
      createTunnel({
        proxy,
        toHost,
        admission,
        timeout: options.timeout,
        toProxy: buildConnector({ ...shared, rejectUnauthorized: true }),
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
          const { remoteAddress, remotePort } = made
          const refusal =
            remoteAddress === undefined || proxy
              ? undefined
              : admission?.refusalOfPort(target.hostname, remoteAddress, remotePort ?? 0)
          if (refusal !== undefined) {
            made.destroy()
            return callback(refusal, null)
          }
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
