import { browserLimit } from '#engine/ports/http-texts.ts'
import type { HttpRequest } from '#engine/ports/http.ts'

/** Header names that fetch drops without a word (Fetch 2.2.2 "forbidden request-header"). */
const forbidden = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])

const isForbidden = (name: string): boolean => {
  const lower = name.toLowerCase()
  return forbidden.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')
}

/** Refuses what a browser would leave out or refuse without saying so, with AssayError `browser-limit`. */
export function checkFetchable(request: HttpRequest): void {
  if (request.via === 'companion') throw browserLimit('send a request from the companion: none is connected')
  const name = request.headers.find(([header]) => isForbidden(header))?.[0]
  if (name !== undefined) throw browserLimit(`set the header ${name}`)
  if (request.body !== undefined && request.body.length > 0 && /^(get|head)$/i.test(request.method)) {
    throw browserLimit(`send a body with ${request.method.toUpperCase()}`)
  }
}
