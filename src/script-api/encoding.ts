const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of bytes. */
export function base64Of(bytes: ArrayLike<number>): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b, c] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    text += (alphabet[a >> 2] ?? '') + (alphabet[((a & 3) << 4) | ((b ?? 0) >> 4)] ?? '')
    text +=
      b === undefined
        ? '=='
        : (alphabet[((b & 15) << 2) | ((c ?? 0) >> 6)] ?? '') + (c === undefined ? '=' : (alphabet[c & 63] ?? ''))
  }
  return text
}

/** Bytes of base64 or base64url; other characters are passed over. */
export function bytesOfBase64(text: string): number[] {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of text.replace(/-/g, '+').replace(/_/g, '/')) {
    const value = alphabet.indexOf(char)
    if (value < 0) continue
    held = ((held << 6) | value) & 0xffffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return bytes
}

/** UTF-8 of a text. */
export function utf8Of(text: string): number[] {
  const bytes: number[] = []
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
  }
  return bytes
}

/** The text of UTF-8; what is not UTF-8 becomes U+FFFD. */
export function textOfUtf8(bytes: ArrayLike<number>): string {
  let text = ''
  for (let index = 0; index < bytes.length;) {
    const first = bytes[index++] ?? 0
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1
    let point = more <= 0 ? first : first & (0x3f >> more)
    let isWhole = more >= 0
    for (let count = 0; count < more; count++) {
      const next = bytes[index]
      if (next === undefined || (next & 0xc0) !== 0x80) {
        isWhole = false
        break
      }
      point = (point << 6) | (next & 63)
      index++
    }
    text += isWhole && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  }
  return text
}

const hexOf = (bytes: ArrayLike<number>): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const latin1 = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index) & 0xff)
const latin1Text = (bytes: ArrayLike<number>): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The part of Node's Buffer that scripts use: encodings. */
export class ScriptBuffer extends Uint8Array {
  static override from(value: unknown, encoding: unknown = 'utf8'): ScriptBuffer {
    const bytes = typeof value === 'string' ? bytesAs(value, String(encoding)) : (value as ArrayLike<number> | ArrayBuffer)
    return new ScriptBuffer(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : Array.from(bytes))
  }

  static alloc(length: number): ScriptBuffer {
    return new ScriptBuffer(length)
  }

  static concat(parts: ArrayLike<number>[]): ScriptBuffer {
    return ScriptBuffer.from(parts.flatMap((part) => Array.from(part)))
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof ScriptBuffer
  }

  static byteLength(value: string): number {
    return utf8Of(value).length
  }

  override toString(encoding = 'utf8'): string {
    switch (encoding.toLowerCase()) {
      case 'base64':
        return base64Of(this)
      case 'base64url':
        return base64Of(this).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
      case 'hex':
        return hexOf(this)
      case 'binary':
      case 'latin1':
      case 'ascii':
        return latin1Text(this)
      default:
        return textOfUtf8(this)
    }
  }

  toJSON(): unknown {
    return { type: 'Buffer', data: Array.from(this) }
  }
}

function bytesAs(text: string, encoding: string): number[] {
  switch (encoding.toLowerCase()) {
    case 'base64':
    case 'base64url':
      return bytesOfBase64(text)
    case 'hex':
      return (text.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
    case 'binary':
    case 'latin1':
    case 'ascii':
      return latin1(text)
    default:
      return utf8Of(text)
  }
}

/** Adds `btoa`, `atob`, `Buffer`, `TextEncoder`, `TextDecoder` and `structuredClone`. */
export function addEncodings(): void {
  Object.assign(globalThis, {
    Buffer: ScriptBuffer,
    btoa(text: unknown) {
      const given = String(text)
      if (/[^\0-\xff]/.test(given)) throw new Error('btoa: a character is outside of Latin-1.')
      return base64Of(latin1(given))
    },
    atob: (text: unknown) => latin1Text(bytesOfBase64(String(text))),
    TextEncoder: class TextEncoder {
      readonly encoding = 'utf-8'
      encode(text = ''): Uint8Array {
        return new Uint8Array(utf8Of(String(text)))
      }
    },
    TextDecoder: class TextDecoder {
      readonly encoding = 'utf-8'
      decode(bytes: Uint8Array | ArrayBuffer = new Uint8Array()): string {
        return textOfUtf8(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
      }
    },
    structuredClone: (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value))),
  })
}
