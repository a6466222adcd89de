import type { HttpRequest } from '#engine/ports/index.ts'

/** Encodings that every text of ASCII characters has in common with UTF-8. */
const beginsAsAscii = /^(us-ascii|iso-8859-\d+|windows-125\d|latin1)$/i

/** The charset that the request names although its body, which is always sent as UTF-8, can't be read with it. */
export function wrongCharset({ headers, body }: HttpRequest): string | undefined {
  if (typeof body !== 'string' || body === '') return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return undefined
  return beginsAsAscii.test(charset) && !/[^\t\r\n -~]/.test(body) ? undefined : charset
}
