import { transferHandlers } from 'comlink'
import { AssayError, type ErrorCode } from '#engine/base/errors.ts'

interface Wire {
  message: string
  code?: ErrorCode
  hint?: string | undefined
  cause?: string
}

const wireOf = (thrown: unknown): Wire => {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { message, cause } = thrown
  const told = cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : String(cause) }
  return thrown instanceof AssayError ? { message, code: thrown.code, hint: thrown.hint, ...told } : { message, ...told }
}

/** Lets an AssayError cross the border of a worker with its code, hint and cause. To be called on both sides. */
export function carryErrors(): void {
  const base = transferHandlers.get('throw')
  if (!base) return
  transferHandlers.set('throw', {
    canHandle: base.canHandle,
    serialize: (thrown: unknown) => [wireOf((thrown as { value: unknown }).value), []],
    deserialize: ({ message, code, hint, cause }: Wire) => {
      throw code === undefined ? new Error(message, { cause }) : new AssayError(code, message, { hint, cause })
    },
  })
}
