import * as v from 'valibot'
import { common } from '../common.ts'
import { bounded, lines } from '../fields.ts'

/** The Script step, in the order of the file. `code` is JavaScript: its `${…}` is its own. */
export const scriptSchema = v.strictObject({
  ...common('script'),
  /** The request that it reads; absent: the nearest one before. One that follows is read as it is sent, before it is. */
  step: v.optional(v.string()),
  code: v.optional(lines, ''),
  timeout: v.optional(bounded(1, 60), 5),
})
/** See {@link scriptSchema}. */
export type ScriptStep = v.InferOutput<typeof scriptSchema>
