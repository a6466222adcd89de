import * as v from 'valibot'
import { common, name } from '../fields.ts'

/** What a design of a use case holds in the file: the main flow, and where it is left. */
export const useCaseSchema = v.strictObject({
  ...common('use-case'),
  steps: v.array(name),
  extensions: v.optional(
    v.array(
      v.strictObject({
        name,
        /** The step of the main flow instead of which it happens. */
        at: name,
        steps: v.array(name),
        /** The step of the main flow at which it goes on; without it the use case ends there. */
        back: v.optional(name),
        /** It ends without what the use case is for. */
        fails: v.optional(v.boolean(), false),
      }),
    ),
    [],
  ),
})
/** What the method needs of a design. */
export type UseCaseDesign = Omit<v.InferOutput<typeof useCaseSchema>, 'id' | 'source'>
