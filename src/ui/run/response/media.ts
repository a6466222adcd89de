/** Over this a body is not shown, only saved (R32). */
export const SHOW_LIMIT = 50_000_000

/** The charset that a media type names; UTF-8 if it names none (RFC 8259 section 8.1 for JSON). */
export function charsetOf(mediaType: string): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(mediaType)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** The media type without parameters, in small letters. */
export const typeOf = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''

const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript|yaml|graphql|sql)|x-www-form-urlencoded)$|image\/svg\+xml$)/

const isText = (type: string): boolean => TEXT_TYPES.test(type)

/**
 * Whether a body is shown as bytes: by its first bytes, whatever it is called (R35). NUL and control characters are no
 * text in any charset but UTF-16, whose byte order mark tells.
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

const EXTENSIONS: Record<string, string> = {
  'text/html': 'html',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

/** A name for the saved body: the step's name with letters that file systems take, and an extension. */
export function fileName(step: string, mediaType: string): string {
  const type = typeOf(mediaType)
  const known = EXTENSIONS[type] ?? (type.endsWith('json') ? 'json' : type.endsWith('xml') ? 'xml' : isText(type) ? 'txt' : 'bin')
  const name = step
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60)
  return `${name || 'response'}.${known}`
}

/** Sixteen bytes as a line of a hex view: offset, bytes, characters. */
export function hexLine(bytes: Uint8Array, offset: number): { offset: string; hex: string; text: string } {
  const row = bytes.subarray(0, 16)
  const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, '0'))
  return {
    offset: offset.toString(16).padStart(8, '0'),
    hex: `${hex.slice(0, 8).join(' ').padEnd(23)}  ${hex.slice(8).join(' ').padEnd(23)}`,
    text: Array.from(row, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join(''),
  }
}
