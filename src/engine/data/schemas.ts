import * as v from 'valibot'
import { csvSourceSchema } from './csv/schema.ts'
import type { SourceKindId } from './facts.ts'
import { generatedSourceSchema } from './generated/schema.ts'
import { jsonSourceSchema } from './json/schema.ts'
import { querySourceSchema } from './query/schema.ts'
import { tableSourceSchema } from './table/schema.ts'

/** What the file holds of each kind of data source. */
export const sourceSchemas = {
  csv: csvSourceSchema,
  json: jsonSourceSchema,
  table: tableSourceSchema,
  generated: generatedSourceSchema,
  query: querySourceSchema,
} satisfies Record<SourceKindId, v.GenericSchema>

/** Any data source, by `kind`. */
export const dataSourceSchema = v.variant('kind', [
  csvSourceSchema,
  jsonSourceSchema,
  tableSourceSchema,
  generatedSourceSchema,
  querySourceSchema,
])
/** See {@link dataSourceSchema}. */
export type DataSource = v.InferOutput<typeof dataSourceSchema>
