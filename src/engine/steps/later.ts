import { AssayError } from '#engine/base/errors.ts'
import { texts } from './texts.ts'

/** The outcome of something that comes with a later version: broken, `kind-not-available`. `what` is its title. */
export const notYet = (what: string): AssayError =>
  new AssayError('kind-not-available', texts.notYet(what), { hint: texts.notYetHint })
