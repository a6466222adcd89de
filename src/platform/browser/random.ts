import type { Random } from '#engine/ports/random.ts'

/** The browser's own randomness, for what protects something. */
export const browserRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
}
