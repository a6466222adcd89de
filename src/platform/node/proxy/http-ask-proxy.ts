import type { Socket } from 'node:net'
import type { buildConnector as connectors } from 'undici'
import { AssayError } from '#engine/base/errors.ts'
import type { Proxy } from './http-proxy.ts'
import { isIP } from '../is-ip.ts'
import { proxyTexts } from './proxy-texts.ts'

/** What a connection is to be made to, as undici says it. */
export type Target = Parameters<connectors.connector>[0]

type Way = Pick<Target, 'hostname' | 'port' | 'protocol'>

/** An error of the proxy, not of the host behind it. */
export const failed = (message: string, hint: string, cause?: unknown): AssayError =>
  new AssayError('http-unreachable', message, { hint, ...(cause === undefined ? {} : { cause }) })

/** The error for a response 407 (RFC 9110 section 15.5.8), and for what says the same. */
export const credentialsWanted = ({ shown, credentials }: Proxy, said: number | 'SOCKS5' = 407): AssayError =>
  credentials === undefined
    ? failed(proxyTexts.credentials(shown, said), proxyTexts.credentialsHint)
    : failed(proxyTexts.wrongCredentials(shown, said), proxyTexts.wrongCredentialsHint)

/** Names the host and its port, as CONNECT wants them (RFC 9110 section 9.3.6). */
export const authorityOf = ({ hostname, port, protocol }: Way): string => {
  const name = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  return `${name}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** Asks the proxy for a way to the host, to which the socket leads then; it is paused. `timeout`: milliseconds in which the proxy has to answer. */
export type AskProxy = (
  socket: Socket,
  target: Way,
  asked: { proxy: Proxy; timeout: number },
  done: (error: Error | null) => void,
) => void

/** Where a proxy is connected to. */
export function proxyEndpoint({ url, speaks }: Proxy): { hostname: string; host: string; protocol: string; port: string } {
  const protocol = speaks === 'socks' ? 'http:' : url.protocol
  const port = url.port || (speaks === 'socks' ? '1080' : protocol === 'https:' ? '443' : '80')
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), host: url.host, protocol, port }
}
