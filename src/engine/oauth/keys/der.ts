/** What DER says is there is not there: the text is cut or changed. */
export class DerError extends Error {
  override name = 'DerError'
}

/** One element of DER: tag, content, and the bytes that it is made of (X.690 section 8.1). */
export interface Element {
  tag: number
  content: Uint8Array<ArrayBuffer>
  whole: Uint8Array<ArrayBuffer>
}

/** Tags that keys are made of. */
export const tags = { integer: 0x02, bitString: 0x03, octetString: 0x04, null: 0x05, oid: 0x06, sequence: 0x30 } as const

/** The first element of `bytes`; what follows it is left alone. Throws {@link DerError}. */
export function readElement(bytes: Uint8Array<ArrayBuffer>): Element {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) throw new DerError('cut')
  let length = first
  let start = 2
  if (first > 0x80) {
    const count = first & 0x7f
    if (count > 4 || bytes.length < 2 + count) throw new DerError('length')
    length = bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0)
    start += count
  } else if (first === 0x80) throw new DerError('indefinite length')
  if (start + length > bytes.length) throw new DerError('cut')
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

/** The elements that a content is made of, in order. Throws {@link DerError}. */
function readAll(content: Uint8Array<ArrayBuffer>): Element[] {
  const elements: Element[] = []
  for (let rest = content; rest.length > 0;) {
    const element = readElement(rest)
    elements.push(element)
    rest = rest.subarray(element.whole.length)
  }
  return elements
}

/** The elements of the one SEQUENCE that `bytes` are. Throws {@link DerError} also if bytes are left over. */
export function readSequence(bytes: Uint8Array<ArrayBuffer>): Element[] {
  const element = readElement(bytes)
  if (element.tag !== tags.sequence || element.whole.length !== bytes.length) throw new DerError('not a sequence')
  return readAll(element.content)
}

/** An element made of its parts. */
export function element(tag: number, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const size: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256)
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | size.length, ...size]
  const bytes = new Uint8Array(head.length + length)
  bytes.set(head)
  let at = head.length
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A positive INTEGER of big-endian bytes. */
export const unsigned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
  return (digits[0] ?? 0) >= 0x80 ? element(tags.integer, Uint8Array.of(0), digits) : element(tags.integer, digits)
}

/** An object identifier in dotted form (X.690 section 8.19). */
export function oidOf(content: Uint8Array): string {
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (arcs.length > 0) arcs.push(value)
    else arcs.push(Math.min(Math.floor(value / 40), 2), value - Math.min(Math.floor(value / 40), 2) * 40)
    value = 0
  }
  return arcs.join('.')
}

/** How many bits a big-endian number has. */
export function bitsOf(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? 0 : (bytes.length - start) * 8 - Math.clz32(bytes[start] ?? 0) + 24
}
