import * as v from 'valibot'
import { json } from '#engine/steps/fields.ts'

/** Both sides of a merge: the one that changes are merged into, and the one that they come from. */
export const mergeSides = ['ours', 'theirs'] as const
/** See {@link mergeSides}. */
export type MergeSide = (typeof mergeSides)[number]

const common = {
  /** The place by names, for readers of the file: `Orders > Create order > step 3 > url`. */
  at: v.optional(v.string(), ''),
  /** The same place for programs: keys of objects; items of lists by id, by name, or by index if they have neither. */
  path: v.array(v.union([v.string(), v.number()])),
}

/** What two people changed differently. The file has one of the two versions; see `engine/merge`. */
export const mergeConflictSchema = v.variant('kind', [
  /** One value, changed to two others; a side without the key has no value. The file has that of `ours`. */
  v.strictObject({ kind: v.literal('value'), ...common, ours: v.optional(json), theirs: v.optional(json) }),
  /** Deleted on one side and changed on the other. The file has the changed item. */
  v.strictObject({ kind: v.literal('deleted'), ...common, by: v.picklist(mergeSides) }),
  /** Moved to two other lists: the ids of the suites or cases that it went to. In the file it is where `ours` has it. */
  v.strictObject({ kind: v.literal('moved'), ...common, ours: v.string(), theirs: v.string() }),
  /** A list in two orders, by the ids of its items. The file has that of `ours`. */
  v.strictObject({ kind: v.literal('order'), ...common, ours: v.array(v.string()), theirs: v.array(v.string()) }),
])
/** See {@link mergeConflictSchema}. */
export type MergeConflict = v.InferOutput<typeof mergeConflictSchema>
