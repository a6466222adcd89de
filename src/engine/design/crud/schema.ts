import * as v from 'valibot'
import { common, name } from '../fields.ts'

const operation = v.strictObject({
  kind: v.picklist(['create', 'read', 'update', 'delete']),
  /** How the event is called in tests; its kind unless said. */
  name: v.optional(name),
  /** What comes back when it works. */
  status: v.optional(v.string()),
})

/** What a design of a resource's life holds in the file. */
export const crudSchema = v.strictObject({
  ...common('crud'),
  resource: name,
  operations: v.array(operation),
  /** Creating it again while it is there is rejected: its key is chosen by who creates it. */
  unique: v.optional(v.boolean(), false),
  /** It can be created again after it was deleted. */
  again: v.optional(v.boolean(), false),
  /** What comes back when it is not there. */
  missing: v.optional(v.string(), '404'),
  /** What comes back when it is there already. */
  conflict: v.optional(v.string(), '409'),
})
/** What the method needs of a design. */
export type CrudDesign = Omit<v.InferOutput<typeof crudSchema>, 'id' | 'source'>
