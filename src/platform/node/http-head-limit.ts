import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import symbols from 'undici/lib/core/symbols.js'

/** What each name and each value counts besides its bytes: about what Node keeps for it. */
const partOverhead = 64

/**
 * Lets undici count for its limit on heads (`maxHeaderSize`) also what Node keeps besides a header's bytes, as HTTP/2 does (RFC 9113
 * 6.5.2): it counts the text alone, and millions of headers of one letter would fill the memory (R36).
 */
function countParts(socket: Socket): void {
  let parser: { trackHeader(length: number): void } | null | undefined
  Object.defineProperty(socket, symbols.kParser, {
    configurable: true,
    get: () => parser,
    set(made: typeof parser) {
      parser = made
      if (!made) return
      const count = made.trackHeader.bind(made)
      made.trackHeader = (length) => count(length + partOverhead)
    },
  })
}

/** A connector whose connections count each header; see {@link countParts}. */
export const countingHeaders =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) countParts(result[1])
      callback(...result)
    })
