/** Texts that the rows of checks and of transfers share. */
export const rowTexts = {
  labels: {
    source: 'Source',
    path: 'Path',
    name: 'Name',
    row: 'Row',
    column: 'Column',
  },
  placeholders: {
    row: 'row',
    column: 'column',
  },
  more: (what: string) => `More for ${what}`,
  rowNumber: 'A row number from 0.',
} as const
