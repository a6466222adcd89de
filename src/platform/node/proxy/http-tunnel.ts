import type { buildConnector as connectors } from 'undici'
import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import type { Admission } from '../admission.ts'
import { authorityOf, credentialsWanted, failed, proxyEndpoint, type AskProxy, type Target } from './http-ask-proxy.ts'
import { namedCause } from '../http/http-causes.ts'
import { connectBySocks } from './http-socks.ts'
import type { Proxy } from './http-proxy.ts'
import { isIP } from '../is-ip.ts'
import { proxyTexts } from './proxy-texts.ts'
import { judgedAddresses, unrestricted, type HttpConnector } from '../sockets.ts'

/** What a tunnel is made of. */
export interface TunnelParts {
  proxy: Proxy
  /** Connects to the proxy itself. */
  toProxy: HttpConnector
  /** Secures what stands to the proxy, as if it led to the host. */
  toHost: HttpConnector
  admission: Admission
  /** Milliseconds in which the proxy has to answer. */
  timeout: number
}

/** A head of more bytes than this is none. */
const maxHead = 65_536

type Callback = Parameters<connectors.connector>[1]

function refusal(proxy: Proxy, host: string, status: number, reason: string): AssayError {
  // A wrong password is 401 to tinyproxy.
  if (status === 407 || status === 401) return credentialsWanted(proxy, status)
  const { forbidden, unreached, other } = proxyTexts.refusedHint
  const hint = status === 403 ? forbidden : status >= 500 ? unreached : other
  const said = reason === '' ? undefined : new Error(proxyTexts.said(excerpt(reason, 200)))
  return failed(proxyTexts.refused(proxy.shown, host, status), hint, said)
}

const connectThrough: AskProxy = (socket, target, { proxy, timeout }, done) => {
  const authority = authorityOf(target)
  let head = ''
  const timer = setTimeout(
    () => end(failed(proxyTexts.silent(proxy.shown, authority), proxyTexts.unreachableHint(authority))),
    timeout,
  )
  const end = (error: Error | null): void => {
    clearTimeout(timer)
    socket.off('data', read).off('error', fail).off('close', closed)
    if (error) socket.on('error', () => undefined).destroy()
    else socket.pause()
    done(error)
  }
  const fail = (error: Error): void =>
    end(failed(proxyTexts.unreachable(proxy.shown, authority), proxyTexts.unreachableHint(authority), namedCause(error)))
  const closed = (): void => fail(new Error(proxyTexts.ended))
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1')
    const at = head.indexOf('\r\n\r\n')
    if (at < 0 && head.length <= maxHead) return
    const [, status, reason = ''] = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?/.exec(head) ?? []
    if (status === undefined || at < 0) return end(failed(proxyTexts.noProxy(proxy.shown), proxyTexts.unusableHint))
    if (!status.startsWith('2')) return end(refusal(proxy, authority, Number(status), reason))
    const rest = Buffer.from(head.slice(at + 4), 'latin1')
    end(null)
    if (rest.length > 0) socket.unshift(rest)
  }
  socket.on('data', read).on('error', fail).on('close', closed)
  const credentials = proxy.authorization === undefined ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nUser-Agent: Assay\r\n${credentials}\r\n`)
}

/** Asks in the way that the proxy speaks. */
export const askProxy: AskProxy = (socket, target, asked, done) =>
  (asked.proxy.speaks === 'socks' ? connectBySocks : connectThrough)(socket, target, asked, done)

/**
 * The target that a proxy is given, with an error if it may not be reached. The proxy dials, after a look-up of its own: one
 * that speaks SOCKS is given the address that was judged, which HTTP proxies often reject. A name that only the proxy can
 * resolve is left to it.
 */
export async function judgedTarget(admission: Admission, target: Target, { speaks }: Proxy): Promise<Target> {
  if (admission === unrestricted) return target
  const { hostname, port, protocol } = target
  admission.admit(new URL(`${protocol}//${authorityOf(target)}`))
  const to = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
  const [found] = await judgedAddresses(admission, to).catch((error: unknown) => {
    if (error instanceof AssayError) throw error
    return []
  })
  const isPinned = speaks === 'socks' && found !== undefined && isIP(hostname) === 0 && !/(^|\.)localhost\.?$/i.test(hostname)
  return isPinned ? { ...target, hostname: found.address } : target
}

/** Creates a connection to a host; `onOpen` runs once it is open, before TLS. */
export type Connect = (target: Target, callback: Callback, onOpen: () => void) => void

/** Connects by way of a proxy: to https hosts through a tunnel, for http it is the proxy that is asked, if it speaks HTTP. */
export function createTunnel(parts: TunnelParts): Connect {
  const { proxy, toProxy, toHost, admission } = parts
  const place = proxyEndpoint(proxy)
  return (target, callback, onOpen) => {
    const authority = authorityOf(target)
    const connect = (dialled: Target): void => {
      toProxy(place, (...result) => {
        const [error, socket] = result
        if (error !== null || socket === null) {
          const { unreachable, unreachableHint } = proxyTexts
          return callback(failed(unreachable(proxy.shown, authority), unreachableHint(authority), namedCause(error)), null)
        }
        if (target.protocol !== 'https:' && proxy.speaks === 'http') return callback(null, socket)
        askProxy(socket, dialled, parts, (refusedBy) => {
          if (refusedBy) return callback(refusedBy, null)
          onOpen()
          if (target.protocol === 'https:') toHost({ ...target, httpSocket: socket }, callback)
          else callback(null, socket)
        })
      })
    }
    const refuse = (refused: Error): void => callback(refused, null)
    if (admission === unrestricted) connect(target)
    else judgedTarget(admission, target, proxy).then(connect, refuse)
  }
}
