import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

const start = Buffer.from('HTTP/1.1 100')
const end = Buffer.from('\r\n\r\n')

/** A head of more bytes than this is no interim answer; it is left to the parser. */
const maxInterim = 16_384

const begins = (chunk: Buffer): boolean => {
  const length = Math.min(chunk.length, start.length)
  return chunk.compare(start, 0, length, 0, length) === 0
}

/**
 * Takes `100 Continue` answers out of what a socket reads. A client must bear them also when it did not ask (RFC 9110 15.2),
 * but undici destroys the connection (lib/dispatcher/client-h1.js, onHeadersComplete). Looked at is only what comes first after
 * something was written: the head of a response, since requests are never pipelined.
 */
function withoutInterim(socket: Socket): void {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let awaitingHead = false
  let held: Buffer | undefined
  socket.write = ((...args: unknown[]) => {
    awaitingHead = true
    return write(...args)
  }) as Socket['write']
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null
    if (!awaitingHead || chunk === null) return chunk
    let head = held === undefined ? chunk : Buffer.concat([held, chunk])
    held = undefined
    while (head.length > 0 && begins(head) && head.length < maxInterim) {
      const at = head.indexOf(end)
      if (at === -1) {
        held = head
        return null
      }
      head = head.subarray(at + end.length)
    }
    if (head.length === 0) return null
    awaitingHead = false
    return head
  }
}

/** A connector whose plain and TLS sockets pass interim answers over; see {@link withoutInterim}. */
export const passingInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) withoutInterim(result[1])
      callback(...result)
    })
