import { AssayError } from '#engine/base/errors.ts'
import type { Extractor } from './source.ts'
import { texts } from './texts.ts'

/** A source that comes with a later version; always AssayError `kind-not-available`. */
export const later: Extractor = ({ source }) => {
  throw new AssayError('kind-not-available', texts.later(source), {
    hint: texts.laterHint,
  })
}
