import type { BrotliDecompress, Gunzip } from 'node:zlib'
import { BodyGatherer } from '#engine/ports/body-gatherer.ts'

/** A body after its content codings were undone (RFC 9110 8.4). */
export interface Decoded {
  body: Uint8Array
  cut?: 'coding' | 'size' | 'ratio'
}

/** From here on the ratio counts: what unpacks to less harms no one. */
const ratioFrom = 10 * 1024 * 1024
/** Decoded bytes for one byte that was sent; text rarely passes 20. */
const maxRatio = 100
/** Small bodies are decoded at once, without the thread pool. */
const atOnce = 64 * 1024

const known = ['gzip', 'deflate', 'br'] as const

/** A coding that is undone here. */
export type Coding = (typeof known)[number]

/** What can be undone here: Node 20 knows no zstd. */
export const undoes: ReadonlySet<string> = new Set(known)

/** `deflate` is zlib's format by the RFC, and raw by habit: the first byte tells. */
const isRaw = (body: Uint8Array): boolean => ((body[0] ?? 0) & 0x0f) !== 8

/** Most answers are not packed, and most runs start without it. */
const zlib = () => process.getBuiltinModule('node:zlib')

function decodeAtOnce(body: Uint8Array, coding: Coding): Uint8Array | undefined {
  const options = { maxOutputLength: 1024 * 1024 }
  try {
    if (coding === 'gzip') return zlib().gunzipSync(body, options)
    if (coding === 'br') return zlib().brotliDecompressSync(body, options)
    return isRaw(body) ? zlib().inflateRawSync(body, options) : zlib().inflateSync(body, options)
  } catch {
    // Too large for this path, cut or damaged: the stream tells which, and keeps what could be read.
    return undefined
  }
}

function decoderOf(body: Uint8Array, coding: Coding): Gunzip | BrotliDecompress {
  if (coding === 'gzip') return zlib().createGunzip()
  if (coding === 'br') return zlib().createBrotliDecompress()
  return isRaw(body) ? zlib().createInflateRaw() : zlib().createInflate()
}

function decodeOne(body: Uint8Array, coding: Coding, maxBytes: number): Promise<Decoded> | Decoded {
  if (body.length === 0) return { body }
  if (body.length <= atOnce) {
    const decoded = decodeAtOnce(body, coding)
    if (decoded !== undefined && decoded.length <= maxBytes) return { body: decoded }
  }
  return new Promise((resolve) => {
    const stream = decoderOf(body, coding)
    const gatherer = new BodyGatherer(maxBytes)
    const finish = (cut?: Decoded['cut']): void => {
      stream.destroy()
      resolve({ body: gatherer.take(), ...(cut === undefined ? {} : { cut }) })
    }
    stream.on('data', (chunk: Buffer) => {
      gatherer.add(chunk)
      const { size } = gatherer
      if (size > ratioFrom && size > body.length * maxRatio) finish('ratio')
      else if (gatherer.isOver) finish('size')
    })
    stream.on('end', () => finish())
    stream.on('error', () => finish('coding'))
    stream.end(body)
  })
}

/**
 * Undoes codings, which are in the order in which they were applied: at most `maxBytes` of the result and at most 100 to 1 beyond
 * 10 MB (R33). What is damaged or not whole gives what could be read, marked.
 */
export async function decodeBody(body: Uint8Array, codings: readonly Coding[], maxBytes: number): Promise<Decoded> {
  let result: Decoded = { body }
  for (const coding of codings.toReversed()) {
    const next = await decodeOne(result.body, coding, maxBytes)
    const cut = result.cut ?? next.cut
    result = { body: next.body, ...(cut === undefined ? {} : { cut }) }
  }
  return result
}
