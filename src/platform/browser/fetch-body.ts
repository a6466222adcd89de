import type { HttpResponse } from '#engine/ports/http.ts'

/** From here on the ratio counts: what unpacks to less harms nobody (R33). */
const ratioFrom = 10 * 1024 * 1024
/** Decoded bytes for one byte that was sent. */
const maxRatio = 100

const empty = new Uint8Array(0)

/** What was read of a body. */
export type ReadBody = Pick<HttpResponse, 'body' | 'cut'>

function joined(chunks: Uint8Array[], size: number, most: number): Uint8Array {
  const [first] = chunks
  if (first === undefined) return empty
  if (chunks.length === 1) return size > most ? first.subarray(0, most) : first
  const whole = new Uint8Array(Math.min(size, most))
  let at = 0
  for (const chunk of chunks) {
    const part = chunk.subarray(0, whole.length - at)
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Reads a body up to `maxBytes`; what arrived before a drop, a limit or the end of time is kept and marked (R29 to R33).
 * `onPart` is called with each part; `timedOut` says whether an abort was the clock's.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onPart: () => void,
  timedOut: () => boolean,
): Promise<ReadBody> {
  if (!response.body) return { body: empty }
  const sent = Number(response.headers.get('content-length') ?? NaN)
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { body: joined(chunks, size, size) }
      onPart()
      chunks.push(value)
      size += value.length
      const ratio = size > ratioFrom && size > sent * maxRatio
      if (!ratio && size <= maxBytes) continue
      // What comes after the limit is not wanted; a failure to say so changes nothing.
      reader.cancel().catch(() => undefined)
      return { body: joined(chunks, size, maxBytes), cut: ratio ? 'ratio' : 'size' }
    }
  } catch {
    return { body: joined(chunks, size, size), cut: timedOut() ? 'time' : 'connection' }
  }
}
