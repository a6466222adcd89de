import { csvKind } from './csv/index.ts'
import type { SourceKindId } from './facts.ts'
import { generatedKind } from './generated/index.ts'
import { jsonKind } from './json/index.ts'
import { queryKind } from './query/index.ts'
import type { DataSource } from './schemas.ts'
import type { OpenedSource, SourceContext, SourceKind, SourceProblem } from './source-kind.ts'
import { tableKind } from './table/index.ts'

/** What reads each kind of data source. */
const sourceKinds = {
  csv: csvKind,
  json: jsonKind,
  table: tableKind,
  generated: generatedKind,
  query: queryKind,
} satisfies { [K in SourceKindId]: SourceKind<Extract<DataSource, { kind: K }>> }

/** The kind of a source, as one that takes every source: its own is the only one it is ever given. */
const kindOf = ({ kind }: DataSource): SourceKind<DataSource> => sourceKinds[kind] as unknown as SourceKind<DataSource>

/** Opens a data source. AssayError `data-unusable` if it can't be read, or one of the host. */
export const openSource = (source: DataSource, context: SourceContext): Promise<OpenedSource> =>
  kindOf(source).open(source, context)

/** The problems of a stored source, without reading it. */
export const sourceProblems = (source: DataSource): SourceProblem[] => kindOf(source).problems?.(source) ?? []
