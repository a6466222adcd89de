import { Socks5Client } from 'undici/lib/core/socks5-client.js'
import type { AssayError } from '#engine/base/errors.ts'
import { authorityOf, credentialsWanted, failed, type AskProxy } from './http-ask-proxy.ts'
import { namedCause } from '../http/http-causes.ts'
import type { Proxy } from './http-proxy.ts'
import { proxyTexts } from './proxy-texts.ts'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

function errorOf(proxy: Proxy, authority: string, error: unknown): AssayError {
  const code = codeOf(error)
  const { forbidden, unreached } = proxyTexts.refusedHint
  const reply = /^UND_ERR_SOCKS5_REPLY_(\d+)$/.exec(code)?.[1]
  if (reply !== undefined)
    return failed(proxyTexts.socksRefused(proxy.shown, authority, Number(reply)), reply === '2' ? forbidden : unreached)
  if (/_AUTH_(REJECTED|FAILED|METHOD)$/.test(code)) return credentialsWanted(proxy, 'SOCKS5')
  if (code.startsWith('UND_ERR_SOCKS5')) return failed(proxyTexts.noSocks(proxy.shown), proxyTexts.unusableHint)
  const { unreachable, unreachableHint } = proxyTexts
  return failed(unreachable(proxy.shown, authority), unreachableHint(authority), namedCause(error as Error))
}

/** Asks a SOCKS5 proxy for a way to the host (RFC 1928), whose name it looks up. */
export const connectBySocks: AskProxy = (socket, target, { proxy, timeout }, done) => {
  const authority = authorityOf(target)
  const client = new Socks5Client(socket, proxy.credentials ?? {})
  const end = (error: Error | null): void => {
    clearTimeout(timer)
    client.removeAllListeners()
    // Without a listener an error that comes late would end the program.
    client.on('error', () => undefined)
    socket.off('data', client.onSocketData).off('close', client.onSocketClose)
    if (error) return void (socket.destroy(), done(error))
    socket.off('error', client.onSocketError).pause()
    done(null)
  }
  const timer = setTimeout(
    () => end(failed(proxyTexts.silent(proxy.shown, authority), proxyTexts.unreachableHint(authority))),
    timeout,
  )
  client.on('authenticated', () =>
    client.connect(target.hostname, Number(target.port) || (target.protocol === 'https:' ? 443 : 80)),
  )
  client.on('connected', () => end(null))
  client.on('error', (error: unknown) => end(errorOf(proxy, authority, error)))
  client.on('close', () => end(errorOf(proxy, authority, new Error(proxyTexts.ended))))
  client.handshake()
}
