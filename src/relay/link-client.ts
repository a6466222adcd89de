import { AssayError } from '#engine/base/errors.ts'
import type { Answered, CallName, RelayCalls } from './calls.ts'
import { createChannel } from './channel.ts'
import { errorOf } from './errors.ts'
import { ProtocolError, type Hello, type Message, type ToCompanion } from './messages.ts'
import { relayTexts as texts } from './texts.ts'

/** What goes with a call. */
export interface CallOptions<Name extends CallName> {
  signal: AbortSignal
  bytes?: Uint8Array | undefined
  onProgress?(value: RelayCalls[Name]['progress'], bytes: Uint8Array | undefined): void
}

/** The page's end of one link. */
export interface LinkClient {
  /**
   * Rejects with AssayError: what the companion threw, `cancelled` at once when the signal is aborted, `companion-gone` when the link
   * is gone, whatever became of the call.
   */
  call<Name extends CallName>(
    name: Name,
    session: string,
    params: RelayCalls[Name]['params'],
    options: CallOptions<Name>,
  ): Promise<Answered<Name>>
  /** Asks the other end for a sign of life, which `onPong` hears. */
  ping(): void
  /** ProtocolError if the other end doesn't keep to the rules. */
  received(data: string | Uint8Array): void
  /** The socket is gone: all that waits is rejected. */
  gone(): void
}

/** What this end is made of. */
export interface LinkClientParts {
  send(frame: string | Uint8Array): void
  onHello(hello: Hello): void
  onPong?(): void
}

interface Waiting {
  resolve(answer: Answered<CallName>): void
  reject(error: AssayError): void
  progress: ((value: never, bytes: Uint8Array | undefined) => void) | undefined
}

/** A call whose link is gone. */
export const companionGone = (): AssayError => new AssayError('companion-gone', texts.gone, { hint: texts.goneHint })

/** Makes the page's end of a link. */
export function createLinkClient({ send, onHello, onPong }: LinkClientParts): LinkClient {
  const waiting = new Map<number, Waiting>()
  /** The calls of a run share its signal, and one listener: to add and to remove one for each takes longer than all else that is done for it here. */
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>()
  let last = 0
  let isGone = false

  const deliver = (message: Message, bytes: Uint8Array | undefined): void => {
    if ('hello' in message) return onHello(message.hello)
    if ('pong' in message) return onPong?.()
    if (!('id' in message)) throw new ProtocolError('not for this end')
    const call = waiting.get(message.id)
    // Of a call that was cancelled the answer may have been on its way.
    if (call === undefined) return
    if ('progress' in message) return call.progress?.(message.progress as never, bytes)
    if ('error' in message) return call.reject(errorOf(message.error))
    if (!('result' in message)) throw new ProtocolError('not for this end')
    call.resolve({ result: message.result as never, bytes })
  }
  const channel = createChannel({ send, deliver })
  const cancelsOf = (signal: AbortSignal): Set<() => void> => {
    const known = bySignal.get(signal)
    if (known !== undefined) return known
    const cancels = new Set<() => void>()
    bySignal.set(signal, cancels)
    signal.addEventListener('abort', () => cancels.forEach((cancel) => cancel()), { once: true })
    return cancels
  }
  const tell = (message: ToCompanion, bytes?: Uint8Array): void => channel.send(message, bytes)

  return {
    call(name, session, params, { signal, bytes, onProgress }) {
      return new Promise((resolve, reject) => {
        const cancelled = () => reject(new AssayError('cancelled', texts.cancelled))
        if (signal.aborted) return cancelled()
        if (isGone) return reject(companionGone())
        const id = (last += 1)
        const cancel = (): void => {
          settle()
          channel.drop(id)
          tell({ id, cancel: true })
          cancelled()
        }
        const cancels = cancelsOf(signal)
        const settle = (): void => {
          waiting.delete(id)
          cancels.delete(cancel)
        }
        cancels.add(cancel)
        waiting.set(id, {
          resolve: (answer) => (settle(), resolve(answer as Answered<typeof name>)),
          reject: (error) => (settle(), reject(error)),
          progress: onProgress as Waiting['progress'],
        })
        tell({ id, call: name, session, params }, bytes)
      })
    },
    ping: () => tell({ ping: 1 }),
    received: (data) => channel.received(data),
    gone() {
      isGone = true
      for (const call of waiting.values()) call.reject(companionGone())
    },
  }
}
