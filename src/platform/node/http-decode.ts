import zlib from 'node:zlib'

/** A body after its content codings were undone (RFC 9110 8.4). */
export interface Decoded {
  body: Uint8Array
  cut?: 'connection' | 'size' | 'ratio'
}

/** From here on the ratio counts: what unpacks to less harms nobody. */
const ratioFrom = 10 * 1024 * 1024
/** Decoded bytes for one byte that was sent; text rarely passes 20. */
const maxRatio = 100
/** Small bodies are decoded at once, without the thread pool. */
const atOnce = 64 * 1024

type Coding = 'gzip' | 'deflate' | 'br'

/** The codings in the order in which they were applied; undefined if one of them is not known here. */
function codingsOf(header: string): Coding[] | undefined {
  const names = header.split(',').map((name) => name.trim().toLowerCase().replace('x-gzip', 'gzip'))
  const codings = names.filter((name) => name !== '' && name !== 'identity')
  return codings.length <= 3 && codings.every((name) => name === 'gzip' || name === 'deflate' || name === 'br')
    ? (codings as Coding[])
    : undefined
}

/** `deflate` is zlib's format by the RFC, and raw by habit: the first byte tells. */
const isRaw = (body: Uint8Array): boolean => ((body[0] ?? 0) & 0x0f) !== 8

function decodeAtOnce(body: Uint8Array, coding: Coding): Uint8Array | undefined {
  const options = { maxOutputLength: 1024 * 1024 }
  try {
    if (coding === 'gzip') return zlib.gunzipSync(body, options)
    if (coding === 'br') return zlib.brotliDecompressSync(body, options)
    return isRaw(body) ? zlib.inflateRawSync(body, options) : zlib.inflateSync(body, options)
  } catch {
    // Too large for this path, cut or damaged: the stream tells which, and keeps what could be read.
    return undefined
  }
}

function decoderOf(body: Uint8Array, coding: Coding): zlib.Gunzip | zlib.BrotliDecompress {
  if (coding === 'gzip') return zlib.createGunzip()
  if (coding === 'br') return zlib.createBrotliDecompress()
  return isRaw(body) ? zlib.createInflateRaw() : zlib.createInflate()
}

function decodeOne(body: Uint8Array, coding: Coding, maxBytes: number): Promise<Decoded> | Decoded {
  if (body.length === 0) return { body }
  if (body.length <= atOnce) {
    const decoded = decodeAtOnce(body, coding)
    if (decoded !== undefined && decoded.length <= maxBytes) return { body: decoded }
  }
  return new Promise((resolve) => {
    const stream = decoderOf(body, coding)
    const chunks: Buffer[] = []
    let size = 0
    const finish = (cut?: Decoded['cut']): void => {
      stream.destroy()
      const whole = Buffer.concat(chunks)
      resolve({ body: whole.length > maxBytes ? whole.subarray(0, maxBytes) : whole, ...(cut === undefined ? {} : { cut }) })
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > ratioFrom && size > body.length * maxRatio) finish('ratio')
      else if (size > maxBytes) finish('size')
    })
    stream.on('end', () => finish())
    stream.on('error', () => finish('connection'))
    stream.end(body)
  })
}

/**
 * Undoes gzip, deflate and br, at most `maxBytes` of the result and at most 100 to 1 beyond 10 MB (R33). What is cut or
 * damaged gives what could be read, marked. Unknown codings are left as they are.
 */
export async function decodeBody(body: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Decoded> {
  const codings = codingsOf(contentEncoding)
  if (codings === undefined) return { body }
  let result: Decoded = { body }
  for (const coding of codings.toReversed()) {
    const next = await decodeOne(result.body, coding, maxBytes)
    const cut = result.cut ?? next.cut
    result = { body: next.body, ...(cut === undefined ? {} : { cut }) }
  }
  return result
}
