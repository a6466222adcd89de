import { blobParts } from '#engine/base/encoding/blob-parts.ts'
import { AssayError } from '#engine/base/errors.ts'
import { openSource } from './index.ts'
import type { DataSource } from './schemas.ts'
import type { SourceContext } from './source-kind.ts'
import type { TableSource } from './table/schema.ts'
import { dataSourceTexts as texts } from './texts.ts'
import { unusable } from './unusable.ts'

/** Rows of a table: each edit of one looks through them. */
export const mostRows = 100_000

/**
 * The table that a source makes of its text in the project, or of `file`. AssayError if a row can't be used, there are too many, or the file is
 * none that can be read.
 */
export async function asTable(source: DataSource, file?: Blob): Promise<TableSource> {
  const { id, name, description } = source
  const outside = outsideOf(file)
  const opened = await openSource(source, outside)
  const rows: unknown[][] = []
  for await (const some of opened.rows(outside))
    for (const { number, line, cells, problem } of some) {
      if (problem !== undefined) throw unusable(source, `${line === undefined ? texts.row(number) : texts.line(line)} ${problem}`)
      if (rows.length === mostRows) throw unusable(source, texts.tooManyRows(mostRows))
      rows.push(cells.map((cell) => cell ?? ''))
    }
  return { id, name, description, kind: 'table', columns: [...opened.columns], rows }
}

const nothing = (): never => {
  throw new AssayError('internal', 'A text asks for nothing else.')
}
const outsideOf = (file: Blob | undefined): SourceContext => ({
  files: { blob: async () => file, open: async () => file && blobParts(file), missingHint: '' },
  scopes: nothing,
  query: nothing,
})
