import { AssayError } from '#engine/base/errors.ts'
import { dataSourceTexts as texts } from './texts.ts'

/** A data source that can't be read any further, with the reason; completes "… can't be read: …". */
export const unusable = (source: { name: string }, why: string, hint?: string): AssayError =>
  new AssayError('data-unusable', texts.unreadable(source.name, why), { hint })
