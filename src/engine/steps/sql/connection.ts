import * as v from 'valibot'
import { tlsModes } from '#engine/ports/sql.ts'
import { lines, secret, text } from '../fields.ts'

const named = {
  id: v.pipe(v.string(), v.minLength(1, 'is empty')),
  name: v.string(),
  description: v.optional(lines, ''),
}

/** A connection of the project, in the order of the file. */
export const connectionSchema = v.variant('driver', [
  /** `file`: a path next to the project; empty: in memory, for each run. `writes`: false for one that only reads. */
  v.strictObject({
    ...named,
    driver: v.literal('sqlite'),
    file: v.optional(v.string(), ''),
    writes: v.optional(v.boolean()),
  }),
  v.strictObject({
    ...named,
    driver: v.picklist(['postgres', 'mysql', 'mssql']),
    host: v.optional(text, ''),
    port: v.optional(v.number()),
    database: v.optional(text, ''),
    user: v.optional(text, ''),
    password: v.optional(secret),
    tls: v.optional(v.picklist(tlsModes), 'prefer'),
    /** Without it the connection only reads. */
    writes: v.optional(v.boolean(), false),
  }),
])
/** See {@link connectionSchema}. */
export type Connection = v.InferOutput<typeof connectionSchema>
