/** A digest with its sizes in bytes; what it gives may be awaited or not. */
export interface Digest {
  /** What one round takes in. */
  block: number
  size: number
  of(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
}

/** A digest of WebCrypto: SHA-1, SHA-256, SHA-384, SHA-512. */
export const webDigest = (bits: 1 | 256 | 384 | 512): Digest => ({
  block: bits > 256 ? 128 : 64,
  size: bits === 1 ? 20 : bits / 8,
  of: async (bytes) => new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes)),
})

/** What is derived: RFC 7292 B.3. */
export const purposes = { key: 1, iv: 2, mac: 3 } as const

/** `source` over and over until `length` bytes are full. */
const filled = (source: Uint8Array, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => source[at % source.length] ?? 0)

const upTo = (length: number, block: number): number => Math.ceil(length / block) * block

/** A password as PKCS#12 takes it: UTF-16BE with two zeros at the end (RFC 7292 B.1). */
export function bmpPassword(password: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(password.length * 2 + 2)
  for (let at = 0; at < password.length; at++) {
    const unit = password.charCodeAt(at)
    bytes[at * 2] = unit >> 8
    bytes[at * 2 + 1] = unit & 0xff
  }
  return bytes
}

/** Adds `b` + 1 to each block of `i`, as big-endian numbers. */
function addTo(i: Uint8Array, b: Uint8Array, block: number): void {
  for (let start = 0; start < i.length; start += block) {
    let carry = 1
    for (let at = block - 1; at >= 0; at--) {
      const sum = (i[start + at] ?? 0) + (b[at] ?? 0) + carry
      i[start + at] = sum & 0xff
      carry = sum >> 8
    }
  }
}

/** Derives `length` bytes from a password (RFC 7292 B.2); `password` as {@link bmpPassword} gives it. */
export async function derivePkcs12(
  digest: Digest,
  purpose: 1 | 2 | 3,
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { block } = digest
  const saltPart = filled(salt, salt.length === 0 ? 0 : upTo(salt.length, block))
  const input = Uint8Array.of(...saltPart, ...filled(password, upTo(password.length, block)))
  const derived = new Uint8Array(upTo(length, digest.size))
  for (let at = 0; at < length; at += digest.size) {
    let value = digest.of(Uint8Array.of(...new Uint8Array(block).fill(purpose), ...input))
    if (value instanceof Promise) {
      for (let round = 1; round < iterations; round++) value = digest.of(await value)
    } else {
      for (let round = 1; round < iterations; round++) value = digest.of(value as Uint8Array<ArrayBuffer>)
    }
    const result = await value
    derived.set(result, at)
    addTo(input, filled(result, block), block)
  }
  return derived.subarray(0, length)
}
