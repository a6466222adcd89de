import type { BodyStore } from '#engine/ports/index.ts'
import type { ReadBody } from '#engine/reporters/reporter.ts'

/** The bodies kept during a run. */
export interface KeptBodies extends BodyStore {
  read: ReadBody
}

/** Bytes of the bodies that are kept at a time. */
const mostBytes = 32_000_000

/**
 * Keeps the last bodies of a run for the reports that show them, which read them when their case or row has ended: older ones make
 * room, and one over the limit is dropped.
 */
export function keepBodies(limit = mostBytes): KeptBodies {
  const bodies = new Map<string, Uint8Array>()
  let count = 0
  let left = limit
  return {
    put(body, mediaType) {
      const about = { size: body.byteLength, mediaType }
      if (body.byteLength > limit) return { ...about, id: '', dropped: true }
      for (const [id, { byteLength }] of bodies) {
        if (left >= body.byteLength) break
        bodies.delete(id)
        left += byteLength
      }
      left -= body.byteLength
      const id = `body-${++count}`
      // A copy of what is a part of a larger buffer: that would be held as a whole.
      bodies.set(id, body.byteLength === body.buffer.byteLength ? body : body.slice())
      return { ...about, id }
    },
    read: (id) => bodies.get(id),
  }
}
