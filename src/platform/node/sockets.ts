import type { LookupAddress } from 'node:dns'
import type { ClientRequest, RequestOptions } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import buildConnector from 'undici/lib/core/connect.js'
import type { buildConnector as connectors } from 'undici'
import type { Admission } from './admission.ts'
import { isIP } from './is-ip.ts'

/*
 * The only file that opens sockets to other hosts (sockets.test.ts holds that). A caller states which addresses may be reached, and the
 * address that is dialled is the one that was judged.
 */

/** Admits every address: of a run on the command line, whose user chose the project. */
export const unrestricted: Admission = { admit: () => undefined, refusalOf: () => undefined }

/** Where a connection is made to. */
export interface Destination {
  /** A name or an address, without brackets. */
  host: string
  port: number
}

/** Names under `localhost` are this machine, whatever DNS says of them (RFC 6761 section 6.3); browsers never query it either. */
const nameToLookUp = (hostname: string): string => (/(^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname)

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** A lookup that fails unless all addresses of the name are admitted: one rejected among several is a name that changes. */
const judgedLookup =
  (admission: Admission, { host, port }: Destination): LookupFunction =>
  (name, wanted, callback) => {
    const { lookup } = process.getBuiltinModule('node:dns')
    lookup(nameToLookUp(name), { ...wanted, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      const refusal = error ?? found.map(({ address }) => admission.refusalOf(host, address, port)).find(Boolean)
      const [first] = found ?? []
      if (refusal) callback(refusal, wanted.all ? [] : '', 0)
      else if (wanted.all) callback(null, found)
      else callback(null, first?.address ?? '', first?.family)
    })
  }

/** Node looks no address up, so that one which is written out has to be judged before it is dialled. */
const refusalOfLiteral = (admission: Admission, { host, port }: Destination): Error | undefined =>
  isIP(host) === 0 ? undefined : admission.refusalOf(host, host, port)

/** Resolves a name and judges its addresses. Rejects with AssayError `http-blocked`, or as a look-up does. */
export function judgedAddresses(admission: Admission, { host, port }: Destination): Promise<LookupAddress[]> {
  const to = { host: withoutBrackets(host), port }
  const family = isIP(to.host)
  if (family !== 0) {
    const refusal = refusalOfLiteral(admission, to)
    return refusal ? Promise.reject(refusal) : Promise.resolve([{ address: to.host, family }])
  }
  return new Promise((resolve, reject) =>
    judgedLookup(admission, to)(to.host, { all: true }, (error, found) =>
      error ? reject(error) : resolve(typeof found === 'string' ? [] : found),
    ),
  )
}

function dial(socket: Socket, connect: Socket['connect'], admission: Admission, { host, port }: Destination): Socket {
  const to = { host: withoutBrackets(host), port }
  const refusal = refusalOfLiteral(admission, to)
  return refusal ? socket.destroy(refusal) : connect({ ...to, lookup: judgedLookup(admission, to) })
}

const newSocket = (): Socket => new (process.getBuiltinModule('node:net').Socket)()

/** Opens a connection. The socket emits AssayError `http-blocked` for an address that is not admitted, before anything is sent to it. */
export function openSocket(admission: Admission, to: Destination): Socket {
  const socket = newSocket()
  return dial(socket, socket.connect.bind(socket), admission, to)
}

/** The same, for a driver that calls `connect` itself: with a port and a host, or with the path of a socket of this machine. */
export function unopenedSocket(admission: Admission): Socket {
  const socket = newSocket()
  const connect = socket.connect.bind(socket)
  const open = (at: number | string, host = '127.0.0.1'): Socket => {
    if (typeof at === 'number') return dial(socket, connect, admission, { host, port: at })
    const refusal = admission.refusalOf(at, at, 0)
    return refusal ? socket.destroy(refusal) : connect(at)
  }
  return Object.assign(socket, { connect: open })
}

/** Waits until a socket is connected; destroys it when the signal is aborted. Rejects with the socket's error. */
export function connected(socket: Socket, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const stop = (): void => void socket.destroy(new Error('aborted'))
    const end = (): void => {
      socket.off('connect', succeed).off('error', fail)
      signal?.removeEventListener('abort', stop)
    }
    const succeed = (): void => (end(), resolve(socket))
    const fail = (error: Error): void => (end(), reject(error))
    socket.once('connect', succeed).once('error', fail)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

/** Opens a connection and starts TLS on it; `secureConnect` and `error` tell the rest. Rejects like {@link connected}. */
export async function openTlsSocket(
  admission: Admission,
  to: Destination,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<TLSSocket> {
  const socket = await connected(openSocket(admission, to), signal)
  return process.getBuiltinModule('node:tls').connect({ host: to.host, ...options, socket })
}

/** Starts an HTTP/1.1 request on a socket of this file. */
export const requestOn = (socket: Socket, options: Omit<RequestOptions, 'createConnection' | 'agent'>): ClientRequest =>
  process.getBuiltinModule('node:http').request({ ...options, createConnection: () => socket })

/** As undici's own connector, which also returns the socket. */
export type HttpConnector = (...target: Parameters<connectors.connector>) => Socket | undefined

/** Makes undici's connector, within what is admitted. */
export function createHttpConnector(admission: Admission, options: connectors.BuildOptions): HttpConnector {
  /** Node starts a look-up in the same moment as its connection, so that the two belong together. */
  let current: Destination = { host: '', port: 0 }
  const lookup: LookupFunction = (...asked) => judgedLookup(admission, current)(...asked)
  // The types omit what it returns.
  const connect = buildConnector({ ...options, lookup } as connectors.BuildOptions) as unknown as HttpConnector
  return (target, callback) => {
    const { hostname, port, protocol, httpSocket } = target
    current = { host: withoutBrackets(hostname), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
    const refusal = httpSocket ? undefined : refusalOfLiteral(admission, current)
    if (!refusal) return connect(target, callback)
    callback(refusal, null)
    return undefined
  }
}
