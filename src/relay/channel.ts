import { linkLimits, ProtocolError, readMessage, type Message } from './messages.ts'

/** One end of a link: messages, each with its bytes, over a socket that carries texts and bytes in order. */
export interface Channel {
  /** Messages of one call arrive in the order in which they were sent. */
  send(message: Message, bytes?: Uint8Array): void
  /** Takes what the socket received; ProtocolError if the other end doesn't keep to the rules. */
  received(data: string | Uint8Array): void
  /** Nothing more of this call is sent; what has started is completed. */
  drop(id: number): void
  /** Resolves when nothing of this call waits to be sent; undefined if nothing does. */
  room(id: number): Promise<void> | undefined
  /** The socket is gone: no one waits for room any more. */
  end(): void
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
  /** Made for all of them when the first come: what is not written yet takes no memory. */
  bytes: Uint8Array | undefined
  size: number
  at: number
}

const idOf = (message: Message): number => ('id' in message ? message.id : -1)

/** In front of a frame that holds a message and all its bytes: no call has this number. */
const joinedMark = 2 ** 32 - 1

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The mark, the length of the text, the text, the bytes. */
const joined = (text: string, bytes: Uint8Array): Uint8Array => {
  const message = encoder.encode(text)
  const frame = new Uint8Array(8 + message.length + bytes.length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, joinedMark)
  view.setUint32(4, message.length)
  frame.set(message, 8)
  frame.set(bytes, 8 + message.length)
  return frame
}

const framed = (id: number, part: Uint8Array): Uint8Array => {
  const frame = new Uint8Array(part.length + 4)
  new DataView(frame.buffer).setUint32(0, id)
  frame.set(part, 4)
  return frame
}

/** Creates an end of a link. */
export function createChannel({ send, deliver }: ChannelParts): Channel {
  /** What waits to be sent, for each call. */
  const queues = new Map<number, Outgoing[]>()
  const incoming = new Map<number, Incoming>()
  /** Who waits for room, for each call. */
  const waiting = new Map<number, { room: Promise<void>; tell(): void }>()
  let onTheirWay = 0
  /** Bytes of messages that have started to be sent, and of those that have started to come. */
  let announcing = 0
  let announced = 0
  let taken = 0

  const empty = (id: number): void => {
    queues.delete(id)
    waiting.get(id)?.tell()
    waiting.delete(id)
  }
  /** Says how much was taken, before the other end has to wait for it. */
  const take = (length: number): void => {
    taken += length
    if (taken < linkLimits.taken) return
    send(JSON.stringify({ taken } satisfies Message))
    taken = 0
  }
  /**
   * Sends what the queue starts with: a text, or one part of its bytes. False if the window is full, or the other end takes no
   * more messages.
   */
  const step = (id: number, queue: Outgoing[]): boolean => {
    const [first] = queue
    if (first === undefined) return false
    const size = first.bytes?.length ?? 0
    if (first.at < 0) {
      if (announcing > 0 && announcing + size > linkLimits.announced) return false
      announcing += size
      send(first.text)
      first.at = 0
    } else {
      const part = first.bytes?.subarray(first.at, first.at + linkLimits.part)
      if (part === undefined || onTheirWay + part.length > linkLimits.window) return false
      onTheirWay += part.length
      first.at += part.length
      send(framed(id, part))
    }
    if (first.at >= size) {
      announcing -= size
      queue.shift()
    }
    if (queue.length === 0) empty(id)
    return true
  }
  const pump = (): void => {
    for (let moved = true; moved && queues.size > 0;) {
      moved = false
      for (const [id, queue] of queues) moved = step(id, queue) || moved
    }
  }
  const complete = ({ message, bytes, size }: Incoming): void => {
    incoming.delete(idOf(message))
    announced -= size
    deliver(message, bytes)
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
    if (announced > linkLimits.announced) throw new ProtocolError('more bytes than allowed at a time')
    incoming.set(id, { message, bytes: undefined, size: bytes, at: 0 })
  }
  const receiveBytes = (frame: Uint8Array): void => {
    if (frame.length < 5) throw new ProtocolError('a frame without bytes')
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
    const id = view.getUint32(0)
    if (id === joinedMark && frame.length >= 8) return receiveJoined(frame, view.getUint32(4))
    const part = frame.subarray(4)
    const open = incoming.get(id)
    if (open === undefined || part.length > open.size - open.at) throw new ProtocolError('unannounced bytes')
    if (part.length === open.size) {
      open.bytes = part
    } else {
      open.bytes ??= new Uint8Array(open.size)
      open.bytes.set(part, open.at)
    }
    open.at += part.length
    take(part.length)
    if (open.at === open.size) complete(open)
  }
  const receiveJoined = (frame: Uint8Array, length: number): void => {
    const bytes = frame.subarray(8 + length)
    let text: string
    try {
      text = decoder.decode(frame.subarray(8, 8 + length))
    } catch {
      throw new ProtocolError('not text')
    }
    const message = readMessage(text)
    if (8 + length > frame.length || !('bytes' in message) || message.bytes !== bytes.length || incoming.has(idOf(message)))
      throw new ProtocolError('a frame with the wrong byte count')
    take(bytes.length)
    deliver(message, bytes)
  }
  return {
    send(message, bytes) {
      const text = JSON.stringify(bytes === undefined || bytes.length === 0 ? message : { ...message, bytes: bytes.length })
      const id = idOf(message)
      const queue = queues.get(id)
      if (queue === undefined && !bytes?.length) return send(text)
      if (queue === undefined && bytes && bytes.length <= linkLimits.joined && onTheirWay + bytes.length <= linkLimits.window) {
        onTheirWay += bytes.length
        return send(joined(text, bytes))
      }
      const next = { text, bytes, at: -1 }
      if (queue === undefined) queues.set(id, [next])
      else queue.push(next)
      pump()
    },
    received: (data) => (typeof data === 'string' ? receiveText(data) : receiveBytes(data)),
    drop(id) {
      const begun = queues.get(id)?.filter(({ at }) => at >= 0) ?? []
      if (begun.length === 0) empty(id)
      else queues.set(id, begun)
    },
    room(id) {
      if (!queues.has(id)) return undefined
      const known = waiting.get(id)
      if (known !== undefined) return known.room
      let tell = (): void => {}
      const room = new Promise<void>((resolve) => (tell = resolve))
      waiting.set(id, { room, tell })
      return room
    },
    end() {
      for (const { tell } of waiting.values()) tell()
      waiting.clear()
    },
  }
}
