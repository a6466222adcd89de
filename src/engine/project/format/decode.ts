import { fail, ok, type Result } from '#engine/base/result.ts'
import { largest } from '../problems/limits.ts'
import { fileTexts as texts } from './file-texts.ts'

/** Why bytes are no text. */
export interface DecodeFailure {
  code: 'file-too-large' | 'file-not-aprj' | 'file-invalid'
  message: string
}

/**
 * The text of a file: UTF-8, or UTF-16 in either order, with or without byte order mark (R9). A file that is too large is
 * rejected before it is looked at (R3), one that can't be text is named by its first bytes (R2), one that starts as text by the
 * first bytes that are none.
 */
export function decode(input: Uint8Array | string): Result<string, DecodeFailure> {
  const size = input.length
  if (size > largest) return fail({ code: 'file-too-large', message: texts.tooLarge(size) })
  if (typeof input === 'string') return ok(input.startsWith('\uFEFF') ? input.slice(1) : input)
  const encoding = encodingOf(input)
  try {
    return ok(new TextDecoder(encoding, { fatal: true }).decode(input))
  } catch {
    const bad = encoding === 'utf-8' ? firstBadLine(input) : undefined
    if (bad !== undefined) return fail({ code: 'file-invalid', message: texts.badLine(bad.line, hexOf(bad.bytes)) })
    const why = encoding === 'utf-8' ? texts.badUtf8 : texts.badUtf16
    return fail({ code: 'file-not-aprj', message: texts.notAprj(`${hexOf(input)}, which ${why}`) })
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // JSON starts with two ASCII characters: a NUL beside the first one says the order (RFC 4627 section 3).
  if (first !== 0 && second === 0) return 'utf-16le'
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : 'utf-8'
}

/** The first line that is not UTF-8, from its first bad byte on; undefined if the text does not even start as JSON. */
function firstBadLine(bytes: Uint8Array): { line: number; bytes: Uint8Array } | undefined {
  if (!/^\uFEFF?\s*\{/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 64)))) return undefined
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    const bad = firstBadByte(bytes.subarray(start, end))
    if (bad !== undefined) return { line, bytes: bytes.subarray(start + bad, Math.min(end, start + bad + 4)) }
    start = end + 1
  }
  return undefined
}

/** The bytes that a replacement character replaces start where the text before it ends. */
function firstBadByte(line: Uint8Array): number | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)
  const encoder = new TextEncoder()
  let offset = 0
  for (let at = text.indexOf('\uFFFD'), from = 0; at >= 0; from = at, at = text.indexOf('\uFFFD', at + 1)) {
    offset += encoder.encode(text.slice(from, at)).length
    if (line[offset] !== 0xef || line[offset + 1] !== 0xbf || line[offset + 2] !== 0xbd) return offset
  }
  return undefined
}

const hexOf = (bytes: Uint8Array): string =>
  `the bytes ${Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(' ')}`

/** How a string starts, for a user: quoted, or as code points if it has characters that can't be shown. */
export function beginningOf(text: string): string {
  const begin = text.trimStart().slice(0, 40)
  return /[^\P{Cc}\s]|\uFFFD/u.test(begin) ? hexOf(new TextEncoder().encode(begin)) : JSON.stringify(begin)
}
