import type { WireError } from './errors.ts'

/** The version of these messages. An end that speaks another one learns this before anything else. */
export const protocol = 4

/** What a socket may be given at once, in bytes. */
export const linkLimits = {
  /** The largest frame; a larger one ends the link. */
  frame: 64 * 1024 * 1024,
  /** Binary frames are no larger, so that calls share the socket in turns. */
  part: 256 * 1024,
  /** Of a message that goes in one frame with its bytes. */
  joined: 64 * 1024,
  /** On their way, and not taken by the other end yet. */
  window: 8 * 1024 * 1024,
  /** How much is taken before it is said. */
  taken: 1024 * 1024,
  /** Announced by messages that are not complete yet, all calls together. */
  announced: 256 * 1024 * 1024,
}

/** How many calls one link carries at a time. */
export const mostCalls = 256

/** What a link starts with, from the companion. */
export interface Hello {
  protocol: number
  /** The version of the program. */
  version: string
}

/** What the page says. `bytes`: how many follow in binary frames. */
export type ToCompanion =
  | { id: number; call: string; session: string; params: unknown; bytes?: number }
  | { id: number; cancel: true }
  | { taken: number }
  | { ping: number }

/** What the companion says. */
export type ToPage =
  | { hello: Hello }
  | { id: number; progress: unknown; bytes?: number }
  | { id: number; result: unknown; bytes?: number }
  | { id: number; error: WireError }
  | { taken: number }
  | { pong: number }

/** A message of either end. */
export type Message = ToCompanion | ToPage

/** What was received is not a message. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** The keys of which each message has exactly one, beside `id`, `session`, `params` and `bytes`. */
const kinds = ['call', 'cancel', 'taken', 'ping', 'hello', 'progress', 'result', 'error', 'pong'] as const

/** Numbers beside which nothing stands. */
const counts = new Set<string>(['taken', 'ping', 'pong'])

/** Reads a text frame; ProtocolError if it is no message. What `params` and `result` hold is judged by who asked for them. */
export function readMessage(text: string): Message {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProtocolError('no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProtocolError('not an object')
  const found = kinds.filter((kind) => Object.hasOwn(value, kind))
  const [kind] = found
  if (kind === undefined || found.length > 1) throw new ProtocolError('an unknown message')
  const message = value as Record<string, unknown>
  if (counts.has(kind) ? !isCount(message[kind]) : kind !== 'hello' && !(isCount(message.id) && message.id < 2 ** 32))
    throw new ProtocolError(`${kind} without its number`)
  if (
    kind === 'call' &&
    (typeof message.call !== 'string' || typeof message.session !== 'string' || message.session.length > 100)
  )
    throw new ProtocolError('a call without its name or session')
  if (message.bytes !== undefined && !isCount(message.bytes)) throw new ProtocolError('bytes without their number')
  return value as Message
}
