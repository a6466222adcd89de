import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import { linkLimits, ProtocolError, readMessage, type Message } from './messages.ts'

/** One end of a link: messages, each with its bytes, over a socket that carries texts and bytes in order. */
export interface Channel {
  /** Messages of one call arrive in the order in which they were sent. */
  send(message: Message, bytes?: Uint8Array): void
  /** Takes what the socket received; ProtocolError if the other end doesn't keep to the rules. */
  received(data: string | Uint8Array): void
  /** Nothing more of this call is sent; what has begun is completed. */
  drop(id: number): void
}

/** What a channel is made of. */
export interface ChannelParts {
  /** Hands a frame to the socket. */
  send(frame: string | Uint8Array): void
  deliver(message: Message, bytes: Uint8Array | undefined): void
}

interface Outgoing {
  text: string
  bytes: Uint8Array | undefined
  /** How many of them have been sent; -1: not even the text. */
  at: number
}

interface Incoming {
  message: Message
  gatherer: BodyGatherer
  left: number
}

const idOf = (message: Message): number => ('id' in message ? message.id : -1)

const framed = (id: number, part: Uint8Array): Uint8Array => {
  const frame = new Uint8Array(part.length + 4)
  new DataView(frame.buffer).setUint32(0, id)
  frame.set(part, 4)
  return frame
}

/** Makes an end of a link. */
export function createChannel({ send, deliver }: ChannelParts): Channel {
  /** What waits to be sent, for each call. */
  const queues = new Map<number, Outgoing[]>()
  const incoming = new Map<number, Incoming>()
  let onTheirWay = 0
  let announced = 0
  let taken = 0

  /** Sends what the queue begins with: a text, or one part of its bytes. False if the window is full. */
  const step = (id: number, queue: Outgoing[]): boolean => {
    const [first] = queue
    if (first === undefined) return false
    if (first.at < 0) {
      send(first.text)
      first.at = 0
    } else {
      const part = first.bytes?.subarray(first.at, first.at + linkLimits.part)
      if (part === undefined || onTheirWay + part.length > linkLimits.window) return false
      onTheirWay += part.length
      first.at += part.length
      send(framed(id, part))
    }
    if (first.at >= (first.bytes?.length ?? 0)) queue.shift()
    if (queue.length === 0) queues.delete(id)
    return true
  }
  const pump = (): void => {
    for (let moved = true; moved && queues.size > 0;) {
      moved = false
      for (const [id, queue] of queues) moved = step(id, queue) || moved
    }
  }
  const complete = ({ message, gatherer }: Incoming): void => {
    incoming.delete(idOf(message))
    announced -= gatherer.size
    deliver(message, gatherer.take())
  }
  const receiveText = (text: string): void => {
    const message = readMessage(text)
    if ('taken' in message) {
      onTheirWay = Math.max(0, onTheirWay - message.taken)
      return pump()
    }
    const bytes = 'bytes' in message ? (message.bytes ?? 0) : 0
    if (bytes === 0) return deliver(message, undefined)
    const id = idOf(message)
    announced += bytes
    if (incoming.has(id)) throw new ProtocolError('a message before the bytes of the last one')
    if (announced > linkLimits.announced) throw new ProtocolError('more bytes than are taken at a time')
    incoming.set(id, { message, gatherer: new BodyGatherer(bytes), left: bytes })
  }
  const receiveBytes = (frame: Uint8Array): void => {
    if (frame.length < 5) throw new ProtocolError('a frame without bytes')
    const id = new DataView(frame.buffer, frame.byteOffset, 4).getUint32(0)
    const part = frame.subarray(4)
    const waiting = incoming.get(id)
    if (waiting === undefined || part.length > waiting.left) throw new ProtocolError('bytes that nothing announced')
    waiting.gatherer.add(part)
    waiting.left -= part.length
    taken += part.length
    if (taken >= linkLimits.taken || waiting.left === 0) {
      send(JSON.stringify({ taken } satisfies Message))
      taken = 0
    }
    if (waiting.left === 0) complete(waiting)
  }
  return {
    send(message, bytes) {
      const text = JSON.stringify(bytes === undefined || bytes.length === 0 ? message : { ...message, bytes: bytes.length })
      const id = idOf(message)
      const queue = queues.get(id)
      if (bytes === undefined && queue === undefined) return send(text)
      const next = { text, bytes, at: -1 }
      if (queue === undefined) queues.set(id, [next])
      else queue.push(next)
      pump()
    },
    received: (data) => (typeof data === 'string' ? receiveText(data) : receiveBytes(data)),
    drop(id) {
      const begun = queues.get(id)?.filter(({ at }) => at >= 0) ?? []
      if (begun.length === 0) queues.delete(id)
      else queues.set(id, begun)
    },
  }
}
