import type { Told } from '#engine/base/secrets/masked.ts'
import type { Exchange } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'

type Heard = Parameters<OAuthContext['exchanged']>

/**
 * The last message of each purpose, which is all that an explanation looks at: a device that is polled for an hour adds
 * nothing.
 */
export interface LastMessages {
  hear(...heard: Heard): () => Told<Exchange>
  /** In the order in which they were sent. */
  all(): Told<Exchange>[]
}

/** Stores the messages that explain a failure. Records are created once, on request. */
export function createLastMessages(): LastMessages {
  const last = new Map<Heard[0], () => Told<Exchange>>()
  return {
    hear(purpose, make) {
      let made: Told<Exchange> | undefined
      const once = (): Told<Exchange> => (made ??= make())
      last.delete(purpose)
      last.set(purpose, once)
      return once
    },
    all: () => [...last.values()].map((make) => make()),
  }
}
