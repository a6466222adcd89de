import { counted } from '#engine/base/counted.ts'
import type { Replacement } from '#engine/derived-tests/data-driven/propose.ts'

/** Texts of the dialog that makes a case data-driven. */
export const drivenTexts = {
  open: 'Make data-driven…',
  runAs: 'Run as…',
  title: 'Make data-driven',
  intro: (name: string) => `Run "${name}" once per row. Choose a data source or a CSV or JSON file, or paste rows.`,
  source: 'Data source',
  paste: 'Paste rows',
  pasted: 'Rows',
  pastedPlaceholder: 'Cells from a spreadsheet, or CSV, with column names in the first row',
  sourceName: 'rows',
  choose: 'Choose file…',
  columns: (names: readonly string[], rows: number | undefined) =>
    `${rows === undefined ? '' : `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}. `}Columns: ${names.join(', ')}`,
  odd: (what: string) => `Check the pasted rows: ${what}.`,
  noColumns: 'No columns yet.',
  replacements: 'Values to replace with columns',
  none: 'No value matches a column by name or by its first row. The loop is created anyway. Use columns in steps as ${name}.',
  at: (step: string, name: string) => (name === '' ? step : `${step} · ${name}`),
  why: {
    name: (column: string) => `same name as column ${column}`,
    value: (column: string) => `same value as ${column} in the first row`,
    near: (column: string) => `name similar to ${column}`,
  } satisfies Record<Replacement['why'], (column: string) => string>,
  cancel: 'Cancel',
  apply: 'Create loop',
  previewLabel: 'Preview',
  preview: (first: number, last: number, rows: number | undefined, values: number) =>
    [
      last < first ? 'Creates an empty loop' : `Runs ${first === last ? `step ${first}` : `steps ${first}–${last}`} once per row`,
      rows === undefined ? '' : ` (${counted(rows, 'row')})`,
      '.',
      values === 0 ? '' : ` Replaces ${counted(values, 'value')} with ${values === 1 ? 'a column' : 'columns'}.`,
    ].join(''),
  start: 'For each row',
  end: 'Next row',
  edit: (name: string) => `Make ${name} data-driven`,
} as const
