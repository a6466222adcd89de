import { sizeOf } from '#engine/base/encoding/blob-parts.ts'
import { isForbiddenHeader, ofHost } from '#engine/ports/http/http-rules.ts'
import { browserLimit, ownHeader } from '#engine/ports/http/http-texts.ts'
import type { HttpRequest } from '#engine/ports/http.ts'

/** Ports that a page can't call (Fetch 2.9, port blocking); 6000, 6665 to 6669 and 10080 are met in practice. */
const blockedPorts = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 ' +
    '143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 ' +
    '3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
)

/** Forbidden headers that the companion does not send either. */
const ownHeaders = /^(expect|keep-alive|transfer-encoding|upgrade)$/i

/** Rejects what a browser would omit or reject without saying so, with AssayError `browser-limit`, and what no host sends. */
export function checkFetchable(request: HttpRequest, url: URL): void {
  const { port } = url
  if (request.via === 'companion') throw browserLimit('send a request from the companion: none is connected')
  if (blockedPorts.has(port)) throw browserLimit(`call port ${port}: browsers block it for all pages`)
  if (request.certificates && ofHost(url, request.certificates)) throw browserLimit("send the environment's client certificate")
  if (request.connection !== undefined) throw browserLimit('keep one connection for several requests, as NTLM requires')
  const name = request.headers.find(([header]) => isForbiddenHeader(header))?.[0]
  if (name !== undefined) throw ownHeaders.test(name) ? ownHeader(name) : browserLimit(`set the ${name} header`)
  const { body } = request
  const hasBody = typeof body === 'string' ? body !== '' : body !== undefined && sizeOf(body) > 0
  if (hasBody && /^(get|head)$/i.test(request.method)) {
    throw browserLimit(`send a body with ${request.method.toUpperCase()}`)
  }
}
