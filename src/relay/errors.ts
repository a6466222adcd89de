import { AssayError, textOf, type ErrorCode } from '#engine/base/errors.ts'

/** An error as it crosses the link. */
export interface WireError {
  code: ErrorCode
  message: string
  hint?: string
  cause?: string
}

/** What was thrown, for the other end. What is no AssayError is `internal`. */
export function wireError(thrown: unknown): WireError {
  if (!(thrown instanceof AssayError)) return { code: 'internal', message: textOf(thrown) }
  const { code, message, hint, cause } = thrown
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause: textOf(cause) }),
  }
}

/** The error that the other end threw. */
export const errorOf = ({ code, message, hint, cause }: WireError): AssayError => new AssayError(code, message, { hint, cause })
