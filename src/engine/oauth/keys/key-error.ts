import { AssayError } from '#engine/base/errors.ts'

/** A key that can't be used; `hint` says how it is mended, with the command, if any. */
export const keyError = (message: string, hint: string, cause?: unknown): AssayError =>
  new AssayError('key-unusable', message, { hint, ...(cause === undefined ? {} : { cause }) })
