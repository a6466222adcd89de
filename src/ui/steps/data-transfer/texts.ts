/** Texts of the data transfer editor. */
export const transferTexts = {
  titles: {
    source: 'Where values come from',
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
    noTransfers: 'A transfer takes a value out of a response and keeps it in a variable for the steps after it.',
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
    match: 'regular expression; its first group is kept',
    defaultValue: 'kept when there is nothing',
  },
  noDefault: 'off: finding nothing breaks the step',
  theStep: 'the step that is read',
} as const
