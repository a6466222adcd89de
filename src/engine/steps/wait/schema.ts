import * as v from 'valibot'
import { common } from '../common.ts'
import { bounded } from '../fields.ts'

/** The Wait step. */
export const waitSchema = v.strictObject({ ...common('wait'), seconds: bounded(0, 3600) })
/** See {@link waitSchema}. */
export type WaitStep = v.InferOutput<typeof waitSchema>
