import * as v from 'valibot'
import { common } from '../common.ts'

/** The Loop End step. */
export const loopEndSchema = v.strictObject(common('loop-end'))
/** See {@link loopEndSchema}. */
export type LoopEndStep = v.InferOutput<typeof loopEndSchema>
