import type { HttpRequest } from '#engine/ports/index.ts'

/** The charset that the request names although its body, which is always sent as UTF-8, is read as another text with it. */
export function wrongCharset({ headers, body }: HttpRequest): string | undefined {
  if (typeof body !== 'string') return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]
  return charset === undefined || readsTheSame(body, charset) ? undefined : charset
}

function readsTheSame(text: string, charset: string): boolean {
  try {
    const decoder = new TextDecoder(charset)
    if (decoder.encoding === 'utf-8') return true
    const bytes = new TextEncoder().encode(text)
    return decoder.decode(bytes) === new TextDecoder().decode(bytes)
  } catch {
    // Not a charset of the Encoding standard.
    return false
  }
}
