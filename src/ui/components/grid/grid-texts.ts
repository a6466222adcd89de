/** Texts of the grid of data. */
export const gridTexts = {
  rowNumber: 'Row',
  columnActions: (name: string) => `Actions of column ${name}`,
  cellOf: (column: string, row: number) => `${column}, row ${row}`,
} as const
