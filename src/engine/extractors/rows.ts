import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import type { Extractor, Readable, RowSet } from './source.ts'
import { extractorTexts as texts } from './texts.ts'

/** Rows as JSON: an object each, by column. */
export const objectsOf = ({ columns, rows }: RowSet): unknown[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))

function rowsOf(from: Readable): RowSet {
  const rows = from.rows()
  if (rows) return rows
  // Where there is nothing at all to look at, that is what it says.
  from.response()
  throw new AssayError('nothing-found', texts.noRows)
}

/** How many rows there are, of those that are kept. */
export const rowCount: Extractor = (_source, from) => rowsOf(from).rows.length

/** One value: row from 0, column by its name, as databases have it in any case, or from 0. Nothing where there is no such row. */
export const cell: Extractor = ({ source, row, column }, from) => {
  const { columns, rows } = rowsOf(from)
  if (row === undefined || column === undefined)
    throw new AssayError('bad-expression', texts.needs(source, 'row and a column'), {
      hint: texts.needsHint('row and the column'),
    })
  return rows[row]?.[indexOf(columns, column)]
}

function indexOf(columns: readonly string[], column: string | number): number {
  if (typeof column === 'number' && column in columns) return column
  const name = String(column)
  const exact = columns.indexOf(name)
  const index = exact < 0 ? columns.findIndex((one) => one.toLowerCase() === name.toLowerCase()) : exact
  if (index >= 0) return index
  const near = nearest(name, columns)
  throw new AssayError('nothing-found', texts.noColumn(name, near.length > 0 ? near : columns.slice(0, 10)))
}
