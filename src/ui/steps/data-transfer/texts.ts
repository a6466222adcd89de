/** Texts of the data transfer editor. */
export const transferTexts = {
  titles: {
    source: 'Source of values',
    transfers: 'Transfers',
    noTransfers: 'No transfers yet',
  },
  labels: {
    transfer: 'transfer',
    to: 'To',
    scope: 'Scope',
    match: 'Match',
    default: 'Default',
    defaultValue: 'Default value',
  },
  columns: { source: 'Source', path: 'Path', arrow: '', to: 'To', scope: 'Scope' },
  hints: {
    noTransfers: 'Add a transfer to keep a response value in a variable for later steps.',
  },
  edits: {
    addTransfer: 'Add transfer',
    changeSource: 'Change source',
    changeVariable: 'Change variable',
    changeScope: 'Change scope',
    changeMatch: 'Change match',
    changeDefault: 'Change default',
  },
  placeholders: {
    variable: 'variable',
    match: 'regular expression, keeps the first group',
    defaultValue: 'used if nothing is found',
  },
  noDefault: 'off: a missing value is an error',
  theStep: 'the source step',
} as const
