import { jsonText } from '#engine/base/encoding/json-text.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { TableSource } from '#engine/data/table/schema.ts'

/** The column that says what a row was when it was made: a row that says something else by now was edited by hand. */
export const madeColumn = 'made'

/** What {@link madeColumn} holds for the cells before it: short, and another one if a cell changes (FNV-1a). */
export function madeMark(cells: readonly unknown[]): string {
  let hash = 0x81_1c_9d_c5
  for (const unit of jsonText(cells)) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0).toString(36).padStart(7, '0')
}

/** Whether a user edited a row of a design's table, or wrote it. */
export function isEditedRow({ columns }: TableSource, row: readonly unknown[]): boolean {
  const from = columns.indexOf(madeColumn)
  return from < 0 || row[from] !== madeMark(row.filter((_, at) => at !== from))
}

/** What a table becomes when its design gives other tests. */
export interface UpdatedRows {
  columns: string[]
  rows: unknown[][]
  added: unknown[][]
  removed: unknown[][]
  kept: number
  /** Rows that someone edited or wrote: they are kept, first. */
  edited: number
}

/**
 * The rows of a design's table after its model changed: those that a user edited stay unchanged, the others are those of the
 * new tests.
 */
export function updatedRows(before: TableSource, after: TableSource): UpdatedRows {
  const isEdited = (row: readonly unknown[]): boolean => isEditedRow(before, row)
  const content = ({ columns }: TableSource, row: readonly unknown[]) =>
    row.filter((_, at) => columns[at] !== madeColumn && columns[at] !== 'test')
  const edited = before.rows.filter(isEdited)
  const old = before.rows.filter((row) => !isEdited(row))
  const isSameShape = same(before.columns, after.columns)
  const has = (rows: readonly (readonly unknown[])[], of: TableSource, row: readonly unknown[]): boolean =>
    isSameShape && rows.some((one) => same(content(of, one), row))
  // What someone wrote by hand need not be there twice.
  const fresh = after.rows.filter((row) => !has(edited, before, content(after, row)))
  const added = fresh.filter((row) => !has(old, before, content(after, row)))
  const removed = old.filter((row) => !has(fresh, after, content(before, row)))
  const fitted = edited.map((row) => after.columns.map((column) => row[before.columns.indexOf(column)] ?? ''))
  return {
    columns: [...after.columns],
    rows: [...fitted, ...fresh],
    added,
    removed,
    kept: fresh.length - added.length,
    edited: edited.length,
  }
}
