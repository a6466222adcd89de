import * as v from 'valibot'
import { sourceFacts, type SourceKindId } from './facts.ts'
import { dataSourceSchema, type DataSource } from './schemas.ts'

/** A data source of a kind with the defaults of the file format. */
export const newSource = (kind: SourceKindId, id: string, name: string): DataSource =>
  v.parse(dataSourceSchema, { id, name, kind, ...structuredClone(sourceFacts[kind].initial) })
