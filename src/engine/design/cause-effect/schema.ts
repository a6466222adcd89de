import * as v from 'valibot'
import { common, name } from '../fields.ts'

/** What a design of a cause-effect graph holds in the file: `when` joins causes and effects before it by and, or, not. */
export const causeEffectSchema = v.strictObject({
  ...common('cause-effect'),
  causes: v.array(name),
  effects: v.array(v.strictObject({ name, when: v.string() })),
  relations: v.optional(
    v.array(
      v.strictObject({
        kind: v.picklist(['exclusive', 'inclusive', 'one-and-only-one', 'requires', 'masks']),
        of: v.array(name),
      }),
    ),
    [],
  ),
})
/** What the method needs of a design. */
export type CauseEffectDesign = Omit<v.InferOutput<typeof causeEffectSchema>, 'id' | 'source'>
