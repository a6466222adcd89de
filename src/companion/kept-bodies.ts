import type { BodyStore } from '#engine/ports/index.ts'
import type { ReadBody } from '#engine/reporters/reporter.ts'

/** Bodies that are kept while a run goes on. */
export interface KeptBodies extends BodyStore {
  read: ReadBody
}

/** Bytes of all bodies of a run together. */
const mostBytes = 200_000_000

/** Keeps the bodies of a run for the reports that show them; what is over the limit is dropped. */
export function keepBodies(limit = mostBytes): KeptBodies {
  const bodies = new Map<string, Uint8Array>()
  let left = limit
  return {
    put(body, mediaType) {
      const about = { size: body.byteLength, mediaType }
      if (body.byteLength > left) return { ...about, id: '', dropped: true }
      left -= body.byteLength
      const id = `body-${bodies.size + 1}`
      // A copy: what came may be a part of a larger buffer.
      bodies.set(id, body.slice())
      return { ...about, id }
    },
    read: (id) => bodies.get(id),
  }
}
