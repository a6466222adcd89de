import { codingsOf, undecodable } from '#engine/ports/http/http-codings.ts'
import type { ConnectTimes, Http, HttpRequest, HttpResponse, Redirect } from '#engine/ports/http.ts'
import { checkRequest, checkScheme, isRedirect, locationOf, nextRequest, parseAddress } from '#engine/ports/http/http-rules.ts'
import { addedTimes } from '#engine/ports/http/phases.ts'
import { redirectLoop, tooManyRedirects } from '#engine/ports/http/http-texts.ts'
import type { Admission } from './admission.ts'
import { monotonic } from './clock.ts'
import { decodeBody, undoes, type Coding, type Decoded } from './http/http-decode.ts'
import { sendOnce, type BodyStreams, type RawAnswer, type TimeLimits } from './http/http-hop.ts'
import type { ProxySettings } from './proxy/http-proxy.ts'
import { Watch } from './http/http-watch.ts'
import { createWays } from './proxy/proxy-routes.ts'

/** What can be changed about {@link createNodeHttp}; tests set short limits. */
export interface NodeHttpOptions {
  /** Milliseconds; by default 10 s to connect, 60 s of silence within a response, and the request's own timeout otherwise. */
  limits?: Partial<TimeLimits>
  /** Certificates to trust instead of Node's own, PEM. */
  ca?: string | string[]
  /** Which addresses may be reached; absent: all. */
  admission?: Admission
  /** Absent: every host is called directly. */
  proxy?: ProxySettings | undefined
  /**
   * Connections are used again after answers of 500 and above: load tests of a server at its limit would else measure its handshakes,
   * and use up the ports of this machine.
   */
  keepAfterErrors?: boolean | undefined
}

/** An Http that keeps connections open until `close`. */
export interface NodeHttp extends Http {
  send(request: HttpRequest, signal: AbortSignal, streams?: BodyStreams): Promise<HttpResponse>
  /** Ends idle connections and gives up on running requests, so that the process can end. */
  close(): Promise<void>
}

const maxRedirects = 10

async function responseOf(
  answer: RawAnswer,
  request: HttpRequest,
  url: URL,
  redirects: Redirect[],
  {
    start,
    connecting,
    proxy,
    resent,
  }: { start: number; connecting: ConnectTimes | undefined; proxy: string | undefined; resent: boolean },
): Promise<HttpResponse> {
  const codings = codingsOf(answer.headers)
  const unknown = undecodable(codings, undoes)
  const decoded: Decoded =
    codings.length === 0 || unknown !== undefined
      ? { body: answer.body }
      : await decodeBody(answer.body, codings as Coding[], request.maxBytes)
  const cut = answer.cut ?? decoded.cut
  return {
    status: answer.status,
    statusText:
      answer.statusText === '' ? (process.getBuiltinModule('node:http').STATUS_CODES[answer.status] ?? '') : answer.statusText,
    headers: answer.headers,
    url: url.href,
    redirects,
    body: decoded.body,
    ...(cut === undefined ? {} : { cut }),
    ...(unknown === undefined || answer.body.length === 0 ? {} : { undecoded: unknown }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(resent ? { resent } : {}),
    timing: {
      firstByte: answer.firstByteAt - start,
      total: monotonic() - start,
      ...(connecting === undefined ? {} : { connecting }),
    },
  }
}

/**
 * The Http port on undici's dispatcher. Redirects are followed here (R34), since each hop is checked; bad certificates
 * are accepted for `insecure` requests only, over connections of their own.
 */
export function createNodeHttp(options: NodeHttpOptions = {}): NodeHttp {
  const limits: TimeLimits = { connect: 10_000, firstByte: Infinity, idle: 60_000, ...options.limits }
  const watch = new Watch()
  const { ca, admission, proxy, keepAfterErrors } = options
  const ways = createWays({ limits, ca, admission, proxy, keepAfterErrors })

  async function send(request: HttpRequest, signal: AbortSignal, streams: BodyStreams = {}): Promise<HttpResponse> {
    const start = monotonic()
    const deadline = start + request.timeout
    let url = checkRequest(request)
    let current: HttpRequest = request
    const redirects: Redirect[] = []
    let seen: Set<string> | undefined
    let { source } = streams
    let connecting: ConnectTimes | undefined
    let resent = false
    for (;;) {
      options.admission?.admit(url)
      const way = ways.of(current, url)
      const answer = await sendOnce(way, current, url, limits, deadline, signal, watch, { ...streams, source })
      if (answer.connecting !== undefined) connecting = addedTimes(connecting, answer.connecting)
      resent ||= answer.resent === true
      const location = isRedirect(answer.status) && request.redirect === 'follow' ? locationOf(answer.headers, url) : undefined
      if (location === undefined)
        return responseOf(answer, current, url, redirects, { start, connecting, proxy: way.proxy?.shown, resent })
      seen ??= new Set([`${current.method} ${url.href}`])
      const { method } = current
      current = nextRequest(current, url, answer.status, location)
      // Only who becomes a GET goes on without its body.
      if (current.method !== method) source = undefined
      redirects.push({ status: answer.status, url: url.href, location: current.url })
      url = parseAddress(current.url)
      checkScheme(url, current.insecure)
      const hop = `${current.method} ${url.href}`
      if (seen.has(hop)) throw redirectLoop(request.url, url.href)
      if (redirects.length > maxRedirects) throw tooManyRedirects(request.url, maxRedirects)
      seen.add(hop)
    }
  }

  return {
    send: (request, signal, streams) => {
      const { connection } = request
      const sent = send(request, signal, streams)
      return connection === undefined ? sent : sent.finally(() => ways.rest(connection))
    },
    close: ways.close,
  }
}
