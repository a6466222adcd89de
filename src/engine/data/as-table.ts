import { AssayError } from '#engine/base/errors.ts'
import { openSource } from './index.ts'
import type { DataSource } from './schemas.ts'
import type { SourceContext } from './source-kind.ts'
import type { TableSource } from './table/schema.ts'
import { texts } from './texts.ts'
import { unusable } from './unusable.ts'

/** Rows of a table: each edit of one looks through them. */
export const mostRows = 100_000

/** The table that a source with a text in the project makes. AssayError if a row can't be used, or there are too many. */
export async function asTable(source: DataSource): Promise<TableSource> {
  const { id, name, description } = source
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
const outside: SourceContext = {
  files: { blob: async () => undefined, open: async () => undefined, missingHint: '' },
  scopes: nothing,
  query: nothing,
}
