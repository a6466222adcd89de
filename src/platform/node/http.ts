import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import buildConnector from 'undici/lib/core/connect.js'
import { codingsOf, undecodable } from '#engine/ports/http-codings.ts'
import type { Http, HttpRequest, HttpResponse, Redirect } from '#engine/ports/http.ts'
import { checkRequest, checkScheme, isRedirect, locationOf, nextRequest, parseAddress } from '#engine/ports/http-rules.ts'
import { redirectLoop, tooManyRedirects } from '#engine/ports/http-texts.ts'
import { decodeBody, undoes, type Coding, type Decoded } from './http-decode.ts'
import { sendOnce, type RawAnswer, type TimeLimits } from './http-hop.ts'
import { countingHeaders } from './http-head-limit.ts'
import { passingInterim } from './http-interim.ts'
import { nodeHttp } from './node-http.ts'
import { tuneV8 } from './v8-flags.ts'
import { Watch } from './http-watch.ts'

/** What can be changed about {@link createNodeHttp}; tests set short limits. */
export interface NodeHttpOptions {
  /** Milliseconds; by default 10 s to connect, 60 s of silence within an answer, and the request's own timeout otherwise. */
  limits?: Partial<TimeLimits>
  /** Certificates to trust besides Node's own, PEM. */
  ca?: string | string[]
}

/** An Http that keeps connections open until `close`. */
export interface NodeHttp extends Http {
  /** Ends idle connections and gives up on running requests, so that the process can end. */
  close(): Promise<void>
}

const maxRedirects = 10

/** The most bytes that the head of an answer may have, what is kept besides its text included (R36). */
const maxHeaderSize = 16 * 1024 * 1024

/**
 * undici's parser is WebAssembly, which V8 compiles a second time in the background to make it faster. For a parser of this
 * size that costs 36 MB and 0.1 s of every run, and is never earned back (bench/README.md); the first compilation stays.
 */
const keepFirstCompilation = (): void => tuneV8('--liftoff-only')

/** Names under `localhost` are this machine, whatever DNS says of them (RFC 6761 6.3); browsers never ask it either. */
const lookUp: LookupFunction = (hostname, options, callback) =>
  lookup(/\.localhost$/i.test(hostname) ? 'localhost' : hostname, options, callback)

function createAgent(options: NodeHttpOptions, limits: TimeLimits, rejectUnauthorized: boolean): Dispatcher {
  const connector = buildConnector({
    timeout: limits.connect,
    rejectUnauthorized,
    lookup: lookUp,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  keepFirstCompilation()
  // The limits of an exchange are kept by its hop, which knows the request's own timeout.
  return new Agent({ connect: countingHeaders(passingInterim(connector)), maxHeaderSize, headersTimeout: 0, bodyTimeout: 0 })
}

async function responseOf(
  answer: RawAnswer,
  request: HttpRequest,
  url: URL,
  redirects: Redirect[],
  start: number,
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
    statusText: answer.statusText === '' ? (nodeHttp.STATUS_CODES[answer.status] ?? '') : answer.statusText,
    headers: answer.headers,
    url: url.href,
    redirects,
    body: decoded.body,
    ...(cut === undefined ? {} : { cut }),
    ...(unknown === undefined || answer.body.length === 0 ? {} : { undecoded: unknown }),
    timing: { firstByte: answer.firstByteAt - start, total: performance.now() - start },
  }
}

/**
 * The Http port on undici's dispatcher. Redirects are followed here (R34), since each hop is checked; bad certificates
 * are accepted for `insecure` requests only, over connections of their own.
 */
export function createNodeHttp(options: NodeHttpOptions = {}): NodeHttp {
  const limits: TimeLimits = { connect: 10_000, firstByte: Infinity, idle: 60_000, ...options.limits }
  const watch = new Watch()
  let strict: Dispatcher | undefined
  let lenient: Dispatcher | undefined
  const agentFor = (insecure: boolean | undefined): Dispatcher =>
    insecure ? (lenient ??= createAgent(options, limits, false)) : (strict ??= createAgent(options, limits, true))

  async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const start = performance.now()
    const deadline = start + request.timeout
    let url = checkRequest(request)
    let current: HttpRequest = request
    const redirects: Redirect[] = []
    let seen: Set<string> | undefined
    for (;;) {
      const answer = await sendOnce(agentFor(current.insecure), current, url, limits, deadline, signal, watch)
      const location = isRedirect(answer.status) && request.redirect === 'follow' ? locationOf(answer.headers, url) : undefined
      if (location === undefined) return responseOf(answer, current, url, redirects, start)
      seen ??= new Set([`${current.method} ${url.href}`])
      current = nextRequest(current, url, answer.status, location)
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
    send,
    async close() {
      await Promise.all([strict?.destroy(), lenient?.destroy()])
      strict = lenient = undefined
    },
  }
}
