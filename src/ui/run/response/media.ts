import { isText, typeOf } from '#engine/base/encoding/media-type.ts'

/** Over this a body is not shown, only saved (R32). */
export const SHOW_LIMIT = 50_000_000

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
