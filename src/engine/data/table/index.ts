import type { SourceKind, SourceRow } from '../source-kind.ts'
import { doubleNames } from '../columns.ts'
import { dataSourceTexts as texts } from '../texts.ts'
import type { TableSource } from './schema.ts'

const together = 1_000
/** Rows that are named by what is wrong with them. */
const mostNamed = 20

/** Rows that are typed in a grid. */
export const tableKind: SourceKind<TableSource> = {
  problems: ({ columns, rows }) => [
    ...doubleNames(columns).map((index) => ({ place: ['columns', index], text: texts.doubleName(columns[index] ?? '') })),
    ...raggedIn(rows, columns.length).map((index) => ({
      place: ['rows', index],
      text: texts.ragged(rows[index]?.length ?? 0, columns.length),
    })),
  ],
  open: async ({ columns, rows }) => ({ columns, warnings: [], rows: () => rowsOf(rows, columns.length) }),
}

function raggedIn(rows: readonly (readonly unknown[])[], width: number): number[] {
  const found: number[] = []
  for (const [index, { length }] of rows.entries()) if (length !== width && found.push(index) === mostNamed) break
  return found
}

function* rowsOf(all: readonly (readonly unknown[])[], width: number): Generator<readonly SourceRow[]> {
  for (let from = 0; from < all.length; from += together)
    yield all.slice(from, from + together).map((cells, index): SourceRow => {
      const row = { number: from + index + 1, cells }
      return cells.length === width ? row : { ...row, problem: texts.ragged(cells.length, width) }
    })
}
