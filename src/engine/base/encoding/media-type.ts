/** The charset of a media type, UTF-8 by default (RFC 8259 section 8.1 for JSON). */
export function charsetOf(mediaType: string): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(mediaType)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** The media type without parameters, in lower case. */
export const typeOf = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''

const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript|yaml|graphql|sql)|x-www-form-urlencoded)$|image\/svg\+xml$)/

/** Whether a media type, without parameters, is one of text. */
export const isText = (type: string): boolean => TEXT_TYPES.test(type)

/**
 * Whether a body is shown as bytes, decided by its first bytes instead of its media type (R35). NUL and control characters
 * aren't text in any charset but UTF-16, which has a byte order mark.
 */
export function looksBinary(start: Uint8Array, mediaType: string): boolean {
  if (start.length >= 2 && ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff))) return false
  const charset = charsetOf(mediaType)
  if (charset.startsWith('utf-16')) return false
  let odd = 0
  for (const byte of start) {
    if (byte === 0) return true
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) odd++
  }
  if (odd > start.length / 20) return true
  if (isText(typeOf(mediaType)) || charset !== 'utf-8') return false
  // Neither the bytes nor the name decide: valid UTF-8 is text. The last bytes may be a character cut in two.
  const text = new TextDecoder('utf-8').decode(start.subarray(0, Math.max(0, start.length - 3)))
  return text.split('\uFFFD').length - 1 > Math.max(2, text.length / 50)
}

/** The charset to decode with: a byte order mark beats the header (Encoding Standard section 6). */
export function decodeCharset(start: Uint8Array, mediaType: string): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return charsetOf(mediaType)
}
