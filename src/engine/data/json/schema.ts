import * as v from 'valibot'
import { commonKeys, textKeys } from '../fields.ts'

/** Rows as a JSON array of objects, whose keys are the columns. */
export const jsonSourceSchema = v.strictObject({ ...commonKeys('json'), ...textKeys })
/** See {@link jsonSourceSchema}. */
export type JsonSource = v.InferOutput<typeof jsonSourceSchema>
