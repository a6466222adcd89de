import type { Replacement } from '#engine/project/data-driven/propose.ts'

/** Texts of the dialog that makes a case data-driven. */
export const drivenTexts = {
  open: 'Make data-driven…',
  runAs: 'Run as…',
  title: 'Make data-driven',
  intro: (name: string) => `"${name}" will run once for each row. Choose where the rows are, a CSV or JSON file, or paste them.`,
  source: 'Data source',
  paste: 'Rows that I paste',
  pasted: 'Rows',
  pastedPlaceholder: 'Cells copied from a spreadsheet, or CSV, with the names of the columns in the first row',
  sourceName: 'rows',
  choose: 'Choose file…',
  columns: (names: readonly string[], rows: number | undefined) =>
    `${rows === undefined ? '' : `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}. `}Columns: ${names.join(', ')}`,
  odd: (what: string) => `Look again at what was pasted: ${what}.`,
  noColumns: 'There are no columns yet.',
  replacements: 'Values that the columns replace',
  none: 'No value of this case has the name of a column or the value of its first row. The loop is made all the same; use the columns in its steps as ${name}.',
  at: (step: string, name: string) => (name === '' ? step : `${step} · ${name}`),
  why: {
    name: (column: string) => `has the name of the column ${column}`,
    value: (column: string) => `is the value of ${column} in the first row`,
    near: (column: string) => `its name is near to ${column}`,
  } satisfies Record<Replacement['why'], (column: string) => string>,
  cancel: 'Cancel',
  apply: (count: number) => (count === 0 ? 'Put it in a loop' : count === 1 ? 'Replace one value' : `Replace ${count} values`),
  start: 'For each row',
  end: 'Next row',
  edit: (name: string) => `Make ${name} data-driven`,
} as const
