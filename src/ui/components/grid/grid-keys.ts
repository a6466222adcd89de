/** A cell of a grid: row and column from 0. */
export interface GridCell {
  row: number
  column: number
}

/** Where a key leads in a grid of this size; undefined: it leads nowhere. */
export function movedBy(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: GridCell,
  { rows, columns, page }: { rows: number; columns: number; page: number },
): GridCell | undefined {
  const far = event.ctrlKey || event.metaKey
  const to: Record<string, [row: number, column: number]> = {
    ArrowDown: [far ? rows - 1 : row + 1, column],
    ArrowUp: [far ? 0 : row - 1, column],
    ArrowRight: [row, far ? columns - 1 : column + 1],
    ArrowLeft: [row, far ? 0 : column - 1],
    PageDown: [row + page, column],
    PageUp: [row - page, column],
    Home: [far ? 0 : row, 0],
    End: [far ? rows - 1 : row, columns - 1],
  }
  const found = Object.hasOwn(to, event.key) ? to[event.key] : undefined
  return found && inside({ row: found[0], column: found[1] }, rows, columns)
}

/** The nearest cell that is in the grid. */
export const inside = ({ row, column }: GridCell, rows: number, columns: number): GridCell => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

/** Cells between two corners, both included. */
export interface GridRange {
  from: GridCell
  to: GridCell
}

/** The range that two corners span. */
export const rangeOf = (a: GridCell, b: GridCell): GridRange => ({
  from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
  to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
})

/** Whether a cell is in a range. */
export const isIn = ({ from, to }: GridRange, row: number, column: number): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

/** Cells as spreadsheets copy them: tabs between, quotes around what holds one or a line end. */
export const asTsv = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')
