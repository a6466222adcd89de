/** A string without escapes, and the origin of each of its characters. */
export interface Unescaped {
  text: string
  /** The offset in the escaped text of what is at an offset of `text`. */
  from(at: number): number
}

/** One escape: the code point that it represents, and its length. */
interface Escape {
  point: number
  length: number
}

const references = new Map<string, number>(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    sol: '/',
    num: '#',
    plus: '+',
    equals: '=',
    semi: ';',
    percnt: '%',
    bsol: '\\',
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
)
const controls = new Map([
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
])

/** Signs that stand for themselves behind a backslash. */
const quoted = new Set([0x22, 0x27, 0x2f, 0x5c, 0x60])

/** The value of a hexadecimal digit; NaN for another character. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : Number.NaN
}

function hexAt(text: string, at: number, digits: number): number {
  let value = 0
  for (let index = 0; index < digits; index++) value = value * 16 + digitAt(text, at + index)
  return value
}

const byteAt = (text: string, at: number): number => (text.charCodeAt(at) === 0x25 ? hexAt(text, at + 1, 2) : Number.NaN)

/** A percent-encoded character: of UTF-8, else of Latin-1. */
function percentAt(text: string, at: number): Escape | undefined {
  const first = byteAt(text, at)
  if (Number.isNaN(first)) return undefined
  const bytes = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 1
  if (bytes === 1) return { point: first, length: 3 }
  let point = first & (0xff >> (bytes + 1))
  for (let index = 1; index < bytes; index++) {
    const byte = byteAt(text, at + 3 * index)
    point = byte >= 0x80 && byte < 0xc0 ? point * 64 + (byte & 0x3f) : Number.NaN
  }
  return point <= 0x10ffff ? { point, length: 3 * bytes } : { point: first, length: 3 }
}

/** A character reference of HTML and XML. */
function referenceAt(text: string, at: number): Escape | undefined {
  let end = at + 1
  while (end < at + 11 && text.charCodeAt(end) !== 0x3b) end++
  if (text.charCodeAt(end) !== 0x3b) return undefined
  const name = text.slice(at + 1, end)
  const length = end + 1 - at
  if (text.charCodeAt(at + 1) !== 0x23) {
    const named = references.get(name)
    return named === undefined ? undefined : { point: named, length }
  }
  const numeric = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name)
  if (numeric === null) return undefined
  const point = numeric[1] === undefined ? Number(numeric[2]) : Number.parseInt(numeric[1], 16)
  return point <= 0x10ffff ? { point, length } : undefined
}

/** An escape in a string of JSON or JavaScript. */
function backslashAt(text: string, at: number): Escape | undefined {
  const kind = text.charCodeAt(at + 1)
  const digits = kind === 0x75 ? 4 : kind === 0x78 ? 2 : 0
  if (digits > 0) {
    const point = hexAt(text, at + 2, digits)
    return Number.isNaN(point) ? undefined : { point, length: 2 + digits }
  }
  const control = controls.get(kind)
  if (control !== undefined) return { point: control, length: 2 }
  return quoted.has(kind) ? { point: kind, length: 2 } : undefined
}

function escapeAt(text: string, at: number): Escape | undefined {
  const code = text.charCodeAt(at)
  if (code === 0x25) return percentAt(text, at)
  if (code === 0x26) return referenceAt(text, at)
  return code === 0x5c ? backslashAt(text, at) : undefined
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

/**
 * Undoes one layer of percent-encoding, of character references (HTML) and of escapes in strings (JSON, JavaScript), whatever
 * is mixed in the text. Undefined if no escape represents a code point that `matters`, before the unit that follows it. Takes
 * linear time.
 */
export function unescaped(text: string, matters: (point: number, next: number) => boolean): Unescaped | undefined {
  let units: Uint16Array | undefined
  let length = 0
  let done = 0
  /** Of each escape: where it starts and ends in the source, and where its character ends in the result. */
  const [starts, sources, ends]: [number[], number[], number[]] = [[], [], []]
  const copy = (to: number, target: Uint16Array): void => {
    for (let at = done; at < to; at++) target[length++] = text.charCodeAt(at)
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x25 && code !== 0x26 && code !== 0x5c) continue
    const escape = escapeAt(text, at)
    if (escape === undefined || !matters(escape.point, text.charCodeAt(at + escape.length))) continue
    units ??= new Uint16Array(text.length)
    copy(at, units)
    const { point } = escape
    if (point > 0xffff) units[length++] = 0xd7c0 + (point >> 10)
    units[length++] = point > 0xffff ? 0xdc00 + (point & 0x3ff) : point
    starts.push(at)
    done = at + escape.length
    sources.push(done)
    ends.push(length)
    at = done - 1
  }
  if (units === undefined) return undefined
  copy(text.length, units)
  const from = (at: number): number => {
    const last = lastUpTo(ends, at)
    const next = starts[last + 1]
    const origin = last < 0 ? at : (sources[last] ?? 0) + at - (ends[last] ?? 0)
    // In the middle of a surrogate pair.
    return next !== undefined && origin > next ? next : origin
  }
  return { text: utf16.decode(units.subarray(0, length)), from }
}

/** The index of the last number that is not above `limit`; -1 if none is. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
