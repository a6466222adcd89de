import { expose, transferHandlers, wrap, type Endpoint, type Remote } from 'comlink'
import { settled } from '#engine/base/excerpt.ts'
import { AssayError, type ErrorCode } from '#engine/base/errors.ts'

interface WireError {
  message: string
  code?: ErrorCode
  hint?: string | undefined
  cause?: string
}

type Callback = (...args: unknown[]) => unknown

const wireOf = (thrown: unknown): WireError => {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { message, cause } = thrown
  const told = cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : String(cause) }
  return thrown instanceof AssayError
    ? { message: settled(message), code: thrown.code, hint: thrown.hint, ...told }
    : { message, ...told }
}

/** An AssayError crosses with its code, hint and cause. */
function carryErrors(): void {
  const base = transferHandlers.get('throw')
  if (!base) return
  transferHandlers.set('throw', {
    canHandle: base.canHandle,
    serialize: (thrown: unknown) => [wireOf((thrown as { value: unknown }).value), []],
    deserialize: ({ message, code, hint, cause }: WireError) => {
      throw code === undefined ? new Error(message, { cause }) : new AssayError(code, message, { hint, cause })
    },
  })
}

/** An AbortSignal crosses as one of the other side, which aborts when this one does. */
function carrySignals(): void {
  transferHandlers.set('signal', {
    canHandle: (value: unknown): value is AbortSignal => value instanceof AbortSignal,
    serialize(signal: AbortSignal) {
      const { port1, port2 } = new MessageChannel()
      const abort = () => {
        port1.postMessage('abort')
        port1.close()
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
      return [port2, [port2]]
    },
    deserialize(port: MessagePort) {
      const controller = new AbortController()
      port.addEventListener('message', () => controller.abort(), { once: true })
      port.start()
      return controller.signal
    },
  })
}

/** A function crosses as one that calls it over there: for progress. */
function carryCallbacks(): void {
  transferHandlers.set('callback', {
    canHandle: (value: unknown): value is Callback => typeof value === 'function',
    serialize(callback: Callback) {
      const { port1, port2 } = new MessageChannel()
      expose(callback, port1)
      return [port2, [port2]]
    },
    deserialize: (port: MessagePort): Remote<Callback> => wrap<Callback>(port),
  })
}

let carried = false

/** Lets errors, signals and callbacks cross the border of a worker; both sides need it. */
function carryValues(): void {
  if (carried) return
  carried = true
  carryErrors()
  carrySignals()
  carryCallbacks()
}

/** Answers an API's calls from here on: the last line of a worker's file. */
export function exposeApi(api: object, endpoint?: Endpoint): void {
  carryValues()
  expose(api, endpoint)
}

/** A call of an API over there, by its groups' names and its own. */
export type RemoteCall = (path: readonly string[], args: readonly unknown[]) => Promise<unknown>

/** Calls what {@link exposeApi} answers at the other end; comlink's proxy follows the names. */
export function callsAt(endpoint: Endpoint): RemoteCall {
  carryValues()
  const remote: unknown = wrap(endpoint)
  return async (path, args) => {
    const found = path.reduce<unknown>((at, name) => Reflect.get(at as object, name), remote)
    return (found as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  }
}
