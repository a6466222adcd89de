import { AssayError } from '#engine/base/errors.ts'
import { checkRequest, isLoopback } from '#engine/ports/http/http-rules.ts'
import { notAllowedYet } from '#engine/ports/http/http-texts.ts'
import type { Http, HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import { sendHttp } from '#relay/send-http.ts'
import { checkFetchable } from '../fetch-limits.ts'
import type { LinkSession } from './companion-link.ts'

/** Methods that change nothing (RFC 9110 section 9.2.1): what a browser could not read the companion may request again. */
const isRead = ({ method }: HttpRequest): boolean => /^(get|head|options)$/i.test(method)

/** True for a name or an address that leads to this machine or a private network, as far as it shows. */
export const looksPrivate = (hostname: string): boolean =>
  isLoopback(hostname) ||
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/.test(hostname) ||
  /^\[(f[cd]|::1\]|::ffff:)/.test(hostname) ||
  /\.(local|internal|lan|home|corp|intranet|home\.arpa|test)$/.test(hostname) ||
  !/[.:]/.test(hostname)

/** True if a browser can't send it, or can't show all of its response. */
function isBeyondBrowser(request: HttpRequest, url: URL): boolean {
  if (url.protocol === 'https:' && request.insecure) return true
  if (url.protocol === 'http:' && self.location.protocol === 'https:' && !isLoopback(url.hostname)) return true
  try {
    checkFetchable(request, url)
    return false
  } catch (thrown) {
    return thrown instanceof AssayError && thrown.code === 'browser-limit'
  }
}

const sendBy = (session: LinkSession, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> =>
  sendHttp(session, request, signal)

/** Who sends what, of a page that has a companion. */
export interface RelayedHttp {
  /** The Http port of a run or a question. */
  port(session: () => Promise<LinkSession | undefined>): Http
  /**
   * Whether `auto` sends such a request through the companion at once: what can't be sent twice, and what a browser can't send
   * or is known not to read. `hosts`: the private ones that a user has allowed; to others, and to the page's own, only the
   * browser sends by itself.
   */
  atOnce(request: HttpRequest, url: URL, hosts: ReadonlySet<string>): boolean
}

/**
 * The browser sends to the page's own server whatever it is, and reads what comes; below its URL the sandbox responds, which
 * that server doesn't have.
 */
const isOwn = ({ origin }: URL): boolean => origin === self.location.origin

const isOpen = ({ hostname }: URL, hosts: ReadonlySet<string>): boolean => hosts.has(hostname) || !looksPrivate(hostname)

/**
 * Makes it. `via: browser` and `via: companion` are obeyed; `auto` sends a read by the browser first, and by the companion if
 * the browser may not read the response, sees none, or did not see all of it.
 */
export function createRelayedHttp(browser: Http): RelayedHttp {
  /** Origins whose responses this page may not read. */
  const refusing = new Set<string>()
  const atOnce: RelayedHttp['atOnce'] = (request, url, hosts) =>
    isBeyondBrowser(request, url) || (!isOwn(url) && isOpen(url, hosts) && (!isRead(request) || refusing.has(url.origin)))

  const port: RelayedHttp['port'] = (session) => ({
    async send(request, signal) {
      const open = await session()
      if (open === undefined || request.via === 'browser') return browser.send(request, signal)
      // It checks the request itself, in the same words.
      if (request.via === 'companion') return sendBy(open, request, signal)
      const url = checkRequest(request)
      if (atOnce(request, url, open.hosts)) return sendBy(open, request, signal)
      const isOpenTo = isOpen(url, open.hosts)
      try {
        const response = await browser.send(request, signal)
        return response.opaqueRedirect && isRead(request) && isOpenTo ? sendBy(open, request, signal) : response
      } catch (thrown) {
        // A server that hides its responses from pages looks as one that is not there.
        if (!(thrown instanceof AssayError) || !/^http-(cors|unreachable)$/.test(thrown.code)) throw thrown
        if (thrown.code === 'http-cors') refusing.add(url.origin)
        if (!isOpenTo) throw notAllowedYet(request.url, thrown)
        if (!isRead(request)) throw thrown
        const response = await sendBy(open, request, signal)
        refusing.add(url.origin)
        return response
      }
    },
  })
  return { port, atOnce }
}
