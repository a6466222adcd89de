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
  found: 'In the last answer:',
  findsNothing: 'Nothing in the last answer stands there.',
  rowNumber: 'A row number from 0.',
} as const
