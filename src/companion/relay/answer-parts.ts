import type { ServerResponse } from 'node:http'
import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import type { AskedOf } from '#relay/link-server.ts'
import { linkLimits } from '#relay/messages.ts'
import type { AwaitedBody, Visit } from './body-transfers.ts'

/** The body of a response on its way to the page. */
export interface AnswerParts {
  /** Takes a part as it comes, so that no more is held here than is on its way. */
  add(part: Uint8Array): Promise<void> | undefined
  /** The response is over: gives what goes with its message. */
  rest(): Uint8Array | undefined
  /** In bytes. */
  size(): number
  /** Nothing more comes, whether it is over or not. */
  close(): void
}

/** Tells a body in parts over the link; once it is a large one the page is asked to fetch what is left, and gets the rest by that when it does. */
export function createAnswerParts(
  { progress, room }: Pick<AskedOf<'http.send'>, 'progress' | 'room'>,
  ask: () => AwaitedBody,
): AnswerParts {
  let gatherer = new BodyGatherer(Infinity)
  let size = 0
  let isAsked = false
  let visit: Visit | undefined
  let response: ServerResponse | undefined
  let isOver = false

  const tell = (): void => {
    progress('body', gatherer.take())
    gatherer = new BodyGatherer(Infinity)
  }
  const askOnce = (): void => {
    if (isAsked || size <= linkLimits.part) return
    isAsked = true
    const { ticket, visit: coming } = ask()
    coming.then(
      (came) => (visit = came),
      () => undefined,
    )
    progress({ fetch: ticket })
  }
  return {
    add(part) {
      size += part.length
      if (visit !== undefined && response === undefined) {
        if (gatherer.size > 0) tell()
        // What was sent before is there first: the page reads from here on.
        progress('rest')
        response = visit.response.writeHead(200, { 'content-type': 'application/octet-stream' })
      }
      if (response !== undefined) return write(response, part)
      askOnce()
      const isFull = gatherer.size > 0 && gatherer.size + part.length > linkLimits.joined
      if (isFull) tell()
      // undici passes separate chunks: a single one is not copied.
      gatherer.add(part)
      return isFull ? room() : undefined
    },
    rest() {
      isOver = true
      return response === undefined ? gatherer.take() : undefined
    },
    size: () => size,
    close() {
      if (response === undefined) visit?.response.writeHead(204).end()
      else if (isOver) response.end()
      else response.destroy()
    },
  }
}

/** Resolves when it takes more, or no one reads any more. */
function write(response: ServerResponse, part: Uint8Array): Promise<void> | undefined {
  if (response.write(part) || response.closed) return undefined
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}
