import { unreadableIn } from '#engine/base/encoding/blob-parts.ts'
import { AssayError } from '#engine/base/errors.ts'
import { codingsOf, undecodable } from '#engine/ports/http/http-codings.ts'
import { checkRequest, isLoopback } from '#engine/ports/http/http-rules.ts'
import { cancelled, mixedContent, timedOut } from '#engine/ports/http/http-texts.ts'
import type { Headers, Http, HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import { explainFailure } from './failed-fetch.ts'
import { readBody } from './fetch-body.ts'
import { checkFetchable } from './fetch-limits.ts'

/** Milliseconds; tests set short ones. */
export interface BrowserHttpLimits {
  /** Between two parts of a response (R30). */
  idle: number
}

/** The codings that browsers undo; a body with another one they give as it came. */
const undoneByBrowsers: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br', 'zstd'])

const empty = new Uint8Array(0)

/** Methods whose responses a browser may take from its cache (Fetch 4.7, RFC 9111 section 4). */
const reads = new Set(['GET', 'HEAD'])

const isMixedContent = (url: URL): boolean =>
  url.protocol === 'http:' && self.location.protocol === 'https:' && !isLoopback(url.hostname)

/** The clock of one exchange: one timer, moved on as the response comes in. */
function createDeadline(total: number, idle: number, abort: () => void) {
  const start = performance.now()
  let lastPart: number | undefined
  let reached: 'total' | 'idle' | undefined
  let timer: ReturnType<typeof setTimeout>
  const check = () => {
    const now = performance.now()
    const end = start + total
    const silence = lastPart === undefined ? Infinity : lastPart + idle
    const due = Math.min(end, silence)
    if (now < due - 1) {
      timer = setTimeout(check, due - now)
      return
    }
    reached = end <= silence ? 'total' : 'idle'
    abort()
  }
  timer = setTimeout(check, total)
  return {
    start,
    /** The head or a part of the body came. */
    part() {
      lastPart = performance.now()
      if (idle >= total) return
      clearTimeout(timer)
      timer = setTimeout(check, idle)
    },
    reached: () => reached,
    end: () => clearTimeout(timer),
  }
}

function responseOf(response: Response, start: number, firstByte: number): Omit<HttpResponse, 'body'> {
  const headers: Headers = []
  response.headers.forEach((value, name) => headers.push([name, value]))
  return {
    status: response.status,
    statusText: response.statusText,
    headers,
    url: response.url,
    redirects: [],
    by: 'browser',
    timing: { firstByte, total: performance.now() - start },
  }
}

/**
 * The Http port on fetch. Cookies are neither sent nor kept, reads are never answered from a cache. What a browser can't do is
 * rejected before sending (`browser-limit`); hops of a redirect can't be seen here, and a manual redirect is an opaque answer
 * of status 0.
 */
export function createBrowserHttp(limits: BrowserHttpLimits = { idle: 60_000 }): Http {
  return {
    async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
      if (signal.aborted) throw cancelled()
      const url = checkRequest(request)
      checkFetchable(request, url)
      if (isMixedContent(url)) throw mixedContent(request.url)
      const controller = new AbortController()
      const abort = () => controller.abort()
      const deadline = createDeadline(request.timeout, limits.idle, abort)
      signal.addEventListener('abort', abort)
      try {
        const response = await fetch(url, {
          method: request.method,
          headers: request.headers,
          body: (request.body ?? null) as BodyInit | null,
          redirect: request.redirect,
          credentials: 'omit',
          // With `no-store` Chromium sends a CORS preflight before every request. Where only a redirect to a read (303) could
          // be answered from a cache, the round trip is saved.
          cache: reads.has(request.method.toUpperCase()) ? 'no-store' : 'default',
          referrerPolicy: 'no-referrer',
          signal: controller.signal,
        })
        deadline.part()
        const firstByte = performance.now() - deadline.start
        if (response.type === 'opaqueredirect') {
          return { ...responseOf(response, deadline.start, firstByte), body: empty, opaqueRedirect: true }
        }
        const read = await readBody(response, request.maxBytes, deadline.part, () => deadline.reached() !== undefined)
        if (signal.aborted) throw cancelled()
        const answer = responseOf(response, deadline.start, firstByte)
        const unknown = read.body.length === 0 ? undefined : undecodable(codingsOf(answer.headers), undoneByBrowsers, Infinity)
        return { ...answer, ...read, ...(unknown === undefined ? {} : { undecoded: unknown }) }
      } catch (thrown) {
        if (thrown instanceof AssayError) throw thrown
        if (signal.aborted) throw cancelled()
        if (deadline.reached()) throw timedOut(request.url, request.timeout, 'total')
        throw (
          (await unreadableIn(request.body)) ?? (await explainFailure(request, url, thrown, performance.now() - deadline.start))
        )
      } finally {
        deadline.end()
        signal.removeEventListener('abort', abort)
      }
    },
  }
}
