import * as v from 'valibot'
import { classedParameter } from '../classes.ts'
import { common } from '../fields.ts'

/** What a design of equivalence partitions holds in the file. */
export const partitionsSchema = v.strictObject({ ...common('partitions'), parameters: v.array(classedParameter) })
/** What the method needs of a design. */
export type PartitionsDesign = Omit<v.InferOutput<typeof partitionsSchema>, 'id' | 'source'>
