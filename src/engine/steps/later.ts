import { AssayError } from '#engine/base/errors.ts'
import { brokenBy, type Outcome } from './step-kind.ts'
import { texts } from './texts.ts'

/** The outcome of something that comes with a later version: broken, `kind-not-available`. `what` is its title. */
export const notYet = (what: string): AssayError =>
  new AssayError('kind-not-available', texts.notYet(what), { hint: texts.notYetHint })

/** How a step of a later kind runs. */
export const runLater =
  (title: string): (() => Promise<Outcome>) =>
  async () =>
    brokenBy(notYet(title))
