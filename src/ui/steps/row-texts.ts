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
  found: 'In the last answer:',
  findsNothing: 'Nothing in the last answer stands there.',
  rowNumber: 'A row number from 0.',
} as const
