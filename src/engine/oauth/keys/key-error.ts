import { AssayError } from '#engine/base/errors.ts'

/** An unusable key. `hint` has the fix, with the command if there is one. */
export const keyError = (message: string, hint: string, cause?: unknown): AssayError =>
  new AssayError('key-unusable', message, { hint, ...(cause === undefined ? {} : { cause }) })
