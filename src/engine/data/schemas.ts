import * as v from 'valibot'
import { csvSourceSchema } from './csv/schema.ts'
import type { SourceKindId } from './facts.ts'
import { generatedSourceSchema } from './generated/schema.ts'
import { jsonSourceSchema } from './json/schema.ts'
import { querySourceSchema } from './query/schema.ts'
import { tableSourceSchema } from './table/schema.ts'

/** One of each kind: the compiler names one that is missing. */
const sourceSchemas = {
  csv: csvSourceSchema,
  json: jsonSourceSchema,
  table: tableSourceSchema,
  generated: generatedSourceSchema,
  query: querySourceSchema,
} satisfies Record<SourceKindId, v.GenericSchema>

/** Any data source, by `kind`. */
export const dataSourceSchema = v.variant('kind', [
  sourceSchemas.csv,
  sourceSchemas.json,
  sourceSchemas.table,
  sourceSchemas.generated,
  sourceSchemas.query,
])
/** See {@link dataSourceSchema}. */
export type DataSource = v.InferOutput<typeof dataSourceSchema>
