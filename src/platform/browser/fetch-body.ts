import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import type { HttpResponse } from '#engine/ports/http.ts'

/** From here on the ratio counts: what unpacks to less harms no one (R33). */
const ratioFrom = 10 * 1024 * 1024
/** Decoded bytes for one byte that was sent. */
const maxRatio = 100

const empty = new Uint8Array(0)

/** What was read of a body. */
export type ReadBody = Pick<HttpResponse, 'body' | 'cut'>

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
  const gatherer = new BodyGatherer(maxBytes)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { body: gatherer.take() }
      onPart()
      gatherer.add(value)
      const { size } = gatherer
      const ratio = size > ratioFrom && size > sent * maxRatio
      if (!ratio && !gatherer.isOver) continue
      // What comes after the limit is not wanted; a failure to say so changes nothing.
      reader.cancel().catch(() => undefined)
      return { body: gatherer.take(), cut: ratio ? 'ratio' : 'size' }
    }
  } catch {
    return { body: gatherer.take(), cut: timedOut() ? 'time' : 'connection' }
  }
}
