import type { PeerCertificate } from 'node:tls'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { proxyFor, proxySettings, type ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import { openTlsSocket, unrestricted } from '#platform/node/sockets.ts'
import type { Host } from '../host.ts'
import type { Finding } from './finding.ts'
import { doctorTexts as texts } from './texts.ts'

/** Milliseconds for a response. */
const patience = 15_000
/** The most that is read of one. */
const mostBytes = 2_000_000

/** Seconds by which the clock may be wrong: a Date header has whole ones, and tokens are given some. */
const unnoticed = 5
const bearable = 60

/** Checks the connection to a URL, its certificate, and the clock against it. */
export async function addressFindings(url: URL, environment: Host['environment']): Promise<Finding[]> {
  const proxy = proxySettings(environment)
  const http = createNodeHttp({ proxy })
  const began = Date.now()
  try {
    const answer = await http.send(
      {
        method: 'GET',
        url: url.href,
        headers: [['accept', 'application/json, */*']],
        redirect: 'follow',
        timeout: patience,
        maxBytes: mostBytes,
        insecure: url.protocol === 'http:',
      },
      new AbortController().signal,
    )
    const sent = {
      title: texts.titles.address,
      state: 'ok' as const,
      text: texts.answered(url.href, answer.status, answer.timing.total, answer.proxy),
    }
    // The certificate is requested directly, which a machine behind a proxy mostly can't.
    const certificate = answer.proxy === undefined ? await certificateFinding(url) : []
    return [sent, ...certificate, clockFinding(answer, began), ...providerFinding(answer)]
  } catch (error) {
    const { hint, cause } = error instanceof AssayError ? error : {}
    const failed: Finding = {
      title: texts.titles.address,
      state: 'lacks',
      text: texts.failed(textOf(error), cause === undefined ? undefined : textOf(cause)),
      ...(hint === undefined ? {} : { hint }),
    }
    return proxy && proxyOf(url, proxy) ? [failed] : [failed, ...(await certificateFinding(url))]
  } finally {
    await http.close()
  }
}

/** The proxy of a URL; one that can't be one was reported already. */
function proxyOf(url: URL, settings: ProxySettings): boolean {
  try {
    return proxyFor(url, settings) !== undefined
  } catch {
    return true
  }
}

/** Whose the certificate of a URL is and until when, also where it is not believed: it may be that of a proxy in between. */
async function certificateFinding({ protocol, hostname, port }: URL): Promise<Finding[]> {
  if (protocol !== 'https:') return []
  const host = hostname.replace(/^\[|\]$/g, '')
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const to = { host, port: Number(port || 443) }
  const options = { ...name, rejectUnauthorized: false }
  const seen = await openTlsSocket(unrestricted, to, options, AbortSignal.timeout(patience)).then(
    (socket) =>
      new Promise<{ certificate: PeerCertificate; believed: boolean; version: string } | undefined>((found) => {
        socket.setTimeout(patience, () => socket.destroy())
        socket.on('secureConnect', () => {
          found({ certificate: socket.getPeerCertificate(), believed: socket.authorized, version: socket.getProtocol() ?? '' })
          socket.destroy()
        })
        socket.on('error', () => found(undefined))
        socket.on('close', () => found(undefined))
      }),
    () => undefined,
  )
  if (!seen?.certificate.issuer) return []
  const { issuer, valid_to: until } = seen.certificate
  const by = [issuer.O, issuer.CN].flat().filter(Boolean).join(', ')
  const title = texts.titles.certificate
  if (seen.believed) return [{ title, state: 'ok', text: texts.certificate(by, until, seen.version) }]
  return [{ title, state: 'lacks', text: texts.notBelieved(by, until), hint: texts.notBelievedHint }]
}

function clockFinding({ headers }: HttpResponse, began: number): Finding {
  const title = texts.titles.clock
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1]
  const there = date === undefined ? NaN : Date.parse(date)
  if (Number.isNaN(there)) return { title, state: 'warning', text: texts.noDate }
  // The header says a second that has started; the response was made between the two moments.
  const skew = Math.round((((began + Date.now()) / 2 - there - 500) / 1000) * 10) / 10
  const size = Math.abs(skew)
  if (size <= unnoticed) return { title, state: 'ok', text: texts.clockRight }
  return { title, state: size <= bearable ? 'warning' : 'lacks', text: texts.clockWrong(skew), hint: texts.clockHint }
}

/** If it is the description of an OpenID provider. */
function providerFinding({ body }: HttpResponse): Finding[] {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof found !== 'object' || found === null || !('issuer' in found) || !('token_endpoint' in found)) return []
    return [
      { title: texts.titles.provider, state: 'ok', text: texts.provider(String(found.issuer), String(found.token_endpoint)) },
    ]
  } catch {
    return []
  }
}
