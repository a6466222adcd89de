/**
 * What `ws` looks for in the package `bufferutil`, without machine code: the masks of a page's frames (RFC 6455 section 5.3), four bytes at a time.
 * Byte by byte they took most of the time that a large body needs. vite.companion.config.ts puts it in that package's place.
 */

const wordSize = Uint32Array.BYTES_PER_ELEMENT

/** Takes the mask off bytes where they are; masking is the same. */
export function unmask(buffer: Uint8Array, mask: Uint8Array): void {
  const byte = (at: number): number => mask[at & 3] ?? 0
  const cover = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) buffer[at] = (buffer[at] ?? 0) ^ byte(at)
  }
  if (buffer.length < wordSize) return cover(0, buffer.length)
  const start = (wordSize - (buffer.byteOffset % wordSize)) % wordSize
  const words = new Uint32Array(buffer.buffer, buffer.byteOffset + start, Math.floor((buffer.length - start) / wordSize))
  // In the order of bytes that this machine reads words in.
  const [key = 0] = new Uint32Array(Uint8Array.of(byte(start), byte(start + 1), byte(start + 2), byte(start + 3)).buffer)
  cover(0, start)
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) ^ key
  cover(start + words.length * wordSize, buffer.length)
}

/** Writes the masked bytes of `source` to `output`, from `offset` on. */
export function mask(source: Uint8Array, key: Uint8Array, output: Uint8Array, offset: number, length: number): void {
  output.set(source.subarray(0, length), offset)
  unmask(output.subarray(offset, offset + length), key)
}
