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
  passed: 'passed',
  failed: 'failed',
  lastRun: { passed: 'passed in the last run', failed: 'failed in the last run' },
  more: (what: string) => `More for ${what}`,
  found: 'In the last response:',
  findsNothing: 'Not found in the last response.',
  rowNumber: 'Row number, starting at 0.',
} as const
