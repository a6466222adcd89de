import { isForbiddenHeader } from '#engine/ports/http-rules.ts'
import { browserLimit } from '#engine/ports/http-texts.ts'
import type { HttpRequest } from '#engine/ports/http.ts'

/** Refuses what a browser would leave out or refuse without saying so, with AssayError `browser-limit`. */
export function checkFetchable(request: HttpRequest): void {
  if (request.via === 'companion') throw browserLimit('send a request from the companion: none is connected')
  const name = request.headers.find(([header]) => isForbiddenHeader(header))?.[0]
  if (name !== undefined) throw browserLimit(`set the header ${name}`)
  if (request.body !== undefined && request.body.length > 0 && /^(get|head)$/i.test(request.method)) {
    throw browserLimit(`send a body with ${request.method.toUpperCase()}`)
  }
}
