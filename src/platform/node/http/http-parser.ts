import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import symbols from 'undici/lib/core/symbols.js'

/** undici's parser of responses, as far as it is changed here. */
interface Parser {
  trackHeader(length: number): void
  onHeadersComplete(status: number, upgrade: boolean, keepsAlive: boolean): number
}

/** What each name and each value counts besides its bytes: about what Node keeps for it. */
const partOverhead = 64

/**
 * Lets undici count for its limit on heads (`maxHeaderSize`) also what Node keeps besides a header's bytes, as HTTP/2 does (RFC 9113
 * 6.5.2): it counts the text alone, and millions of headers of one letter would fill the memory (R36).
 */
function countParts(parser: Parser): void {
  const count = parser.trackHeader.bind(parser)
  parser.trackHeader = (length) => count(length + partOverhead)
}

/**
 * Lets undici close the connection after a response of 500 and above, as if the server had said `Connection: close`. Some close
 * it silently once a handler has failed (uvicorn, when it has logged the error), and a request that was sent meanwhile is lost.
 */
function closeAfterErrors(parser: Parser, socket: Socket & Record<symbol, unknown>): void {
  const complete = parser.onHeadersComplete.bind(parser)
  parser.onHeadersComplete = (status, upgrade, keepsAlive) => {
    const result = complete(status, upgrade, keepsAlive)
    if (status >= 500) socket[symbols.kReset] = true
    return result
  }
}

/** A connector whose connections count each header; see {@link countParts}, and {@link closeAfterErrors} unless they are kept then. */
export const changingParser =
  (connect: buildConnector.connector, keepAfterErrors = false): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const socket = result[1] as (Socket & Record<symbol, unknown>) | null
      if (socket) {
        let parser: Parser | null | undefined
        Object.defineProperty(socket, symbols.kParser, {
          configurable: true,
          get: () => parser,
          set(made: typeof parser) {
            parser = made
            if (!made) return
            countParts(made)
            if (!keepAfterErrors) closeAfterErrors(made, socket)
          },
        })
      }
      callback(...result)
    })
