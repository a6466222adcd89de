import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request of the page for a body, or with one. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
}

/** A body that the page brings or fetches, by its own request beside the link. */
export interface AwaitedBody {
  /** Names it in the URL of that request: 128 random bits, valid for one request of the page's origin. */
  ticket: string
  /** Rejects with the signal's reason. */
  visit: Promise<Visit>
}

/**
 * Large bodies go beside the link, each by a request: a browser reads and writes those without its page, and several times as fast as
 * messages of a WebSocket.
 */
export interface BodyTransfers {
  await(origin: string, signal: AbortSignal): AwaitedBody
  /** Takes a request for it; false: there is no such body, or it is another page's. */
  take(ticket: string, origin: string, visit: Visit): boolean
}

/** Makes {@link BodyTransfers}. */
export function createBodyTransfers(): BodyTransfers {
  const awaited = new Map<string, { origin: string; arrive(visit: Visit): void }>()
  return {
    await(origin, signal) {
      const ticket = randomBytes(16).toString('base64url')
      const visit = new Promise<Visit>((resolve, reject) => {
        const end = (): void => {
          awaited.delete(ticket)
          reject(signal.reason)
        }
        if (signal.aborted) return end()
        signal.addEventListener('abort', end, { once: true })
        awaited.set(ticket, {
          origin,
          arrive(came) {
            awaited.delete(ticket)
            signal.removeEventListener('abort', end)
            resolve(came)
          },
        })
      })
      return { ticket, visit }
    },
    take(ticket, origin, visit) {
      const found = awaited.get(ticket)
      if (found === undefined || found.origin !== origin) return false
      found.arrive(visit)
      return true
    },
  }
}
