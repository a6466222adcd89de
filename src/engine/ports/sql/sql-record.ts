import * as v from 'valibot'
import { storedBody } from '../http/exchange.ts'

/** One query with its result, as shown to users and in reports: secrets are replaced by their names. Plain JSON. */
export const sqlRecordSchema = v.object({
  /** Unique in its run. */
  id: v.string(),
  /** Milliseconds from the start of the run, monotonic. */
  at: v.number(),
  /** Milliseconds until the response was complete, or the error known. */
  duration: v.number(),
  connection: v.object({ name: v.string(), driver: v.picklist(['sqlite', 'postgres', 'mysql', 'mssql']) }),
  text: v.string(),
  /** The values that were bound, as text. */
  parameters: v.array(v.object({ name: v.string(), value: v.string() })),
  /** Empty of a statement that gives no rows. */
  columns: v.array(v.string()),
  /** How many rows are kept. */
  rows: v.number(),
  /** Rows that were inserted, updated or deleted. */
  changes: v.number(),
  /** There were more rows: too many, or too large. */
  cut: v.optional(v.picklist(['rows', 'bytes'])),
  /** Where the rows can be read: `{ "columns": […], "rows": [[…], …] }`. */
  body: v.optional(storedBody),
  error: v.optional(
    v.object({ code: v.string(), message: v.string(), hint: v.optional(v.string()), cause: v.optional(v.string()) }),
  ),
})

/** See {@link sqlRecordSchema}. */
export type SqlRecord = v.InferOutput<typeof sqlRecordSchema>
