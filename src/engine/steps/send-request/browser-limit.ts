import { texts } from './texts.ts'

/** Headers that a page can't set (Fetch 2.2.2, forbidden request-headers), besides `Proxy-…` and `Sec-…`. */
const forbidden = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method connection content-length ' +
    'cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via'
  ).split(' '),
)

/** True for a header that a browser leaves out or sets itself. */
export const isForbiddenHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return forbidden.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')
}

/** What of a request a browser can't do, completing "A browser can't …"; undefined if it can do all. */
export function limitOf(request: {
  method: string
  headers: readonly { name: string; disabled?: boolean }[]
  body: { type: string }
}): string | undefined {
  const header = request.headers.find(({ name, disabled }) => !disabled && isForbiddenHeader(name.trim()))
  if (header) return texts.setHeader(header.name.trim())
  const method = request.method.trim().toUpperCase()
  return (method === 'GET' || method === 'HEAD') && request.body.type !== 'none' ? texts.bodyWith(method) : undefined
}
