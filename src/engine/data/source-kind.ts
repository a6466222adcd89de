import type { RowSet } from '#engine/extractors/source.ts'
import type { ReferencedFiles, SqlAnswer } from '#engine/ports/index.ts'
import type { Question } from '#engine/steps/sql/ask-database.ts'
import type { FieldPath } from '#engine/steps/step-facts.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { Dialect } from './csv/dialect.ts'

/** One row of a source: a cell per column. */
export interface SourceRow {
  /** From 1, header and blank lines not counted. */
  number: number
  /** Where it starts in the text, from 1; absent if the source isn't text, or its rows aren't lines. */
  line?: number | undefined
  cells: readonly unknown[]
  /** Why it can't be used, in words. */
  problem?: string
}

/** An opened data source. */
export interface OpenedSource {
  columns: readonly string[]
  /** Where nothing says which columns it has, as in an array that is empty: a mapping may name any. */
  anyColumn?: true
  /** Of CSV: how it is read, found by looking where the source does not say it. */
  dialect?: Dialect
  /** What looks wrong in it, in words, with the line. */
  warnings: readonly string[]
  /**
   * Its rows from the first on, some at a time, never all of them at once. AssayError `data-unusable` when they can't be read
   * further.
   */
  rows(context: SourceContext): AsyncIterable<readonly SourceRow[]> | Iterable<readonly SourceRow[]>
}

/** The context of reading a source. */
export interface SourceContext {
  files: ReferencedFiles
  /** Variables as one row of the source sees them, `values` before all others; `key` decides what is drawn. */
  scopes(key: string, values: Readonly<Record<string, unknown>>): Scopes
  /** Asks a database. Rejects as the port does, and for a connection that is not there. */
  query(question: Question): Promise<RowSet & Pick<SqlAnswer, 'cut'>>
}

/** A problem of a stored source. */
export interface SourceProblem {
  place: FieldPath
  text: string
}

/** How the sources of one kind are read. */
export interface SourceKind<S> {
  /** AssayError `data-unusable`, or one of the host, if it can't be. */
  open(source: S, context: SourceContext): Promise<OpenedSource>
  /** What contradicts itself, known without reading it. */
  problems?(source: S): SourceProblem[]
}
