import type { DesignResult, DesignTest } from '#engine/design/result.ts'

/** What `assay design` prints. */
export const designFormats = ['table', 'csv', 'json', 'pict'] as const
type Format = (typeof designFormats)[number]

/** Whether a text names a format. */
export const isDesignFormat = (text: string): text is Format => designFormats.some((one) => one === text)

/** A result as text. */
export function writeDesign(format: Format, result: DesignResult): string {
  if (format === 'json') return `${JSON.stringify(result, null, 2)}\n`
  const rows = rowsOf(result.tests, format === 'pict')
  if (format === 'pict') return lines(rows.map((cells) => cells.join('\t')))
  if (format === 'csv') return lines(rows.map((cells) => cells.map(csvCell).join(',')))
  const isEvents = result.tests.some(({ events }) => events !== undefined)
  const shown = isEvents ? rows : rows.map((cells) => cells.map(shortened))
  const widths = shown[0]?.map((_, at) => Math.max(...shown.map((cells) => cells[at]?.length ?? 0))) ?? []
  const table = shown.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const texts = new Map(result.items.map(({ id, text }) => [id, text]))
  const infeasible = result.infeasible.map(({ item, because }) => `  ${texts.get(item) ?? item}: ${because.join('; ')}`)
  return lines([
    ...table,
    ...(infeasible.length > 0 ? ['', 'Impossible:', ...infeasible] : []),
    ...(result.notes.length > 0 ? ['', ...result.notes] : []),
  ])
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

/** What a table shows of a long text, whose length is what matters: the other formats have all of it. */
const shortened = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 24)}… (${[...cell].length})` : cell)

/** A cell as RFC 4180 has it. */
const csvCell = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A header and a row for each test; PICT marks an invalid value with "~". */
function rowsOf(tests: readonly DesignTest[], marks: boolean): string[][] {
  if (tests.some(({ events }) => events !== undefined))
    return [
      ['events', 'path', 'outputs', 'invalid'],
      ...tests.map(({ events = [], path = [], outputs = [], valid }) => [
        events.join(' '),
        path.join(' '),
        outputs.join(' '),
        valid ? '' : 'yes',
      ]),
    ]
  const names = (of: 'values' | 'inputs' | 'expected') => [...new Set(tests.flatMap((test) => Object.keys(test[of] ?? {})))]
  const [values, inputs, expected] = [names('values'), names('inputs'), names('expected')]
  const hasInvalid = !marks && tests.some(({ valid }) => !valid)
  return [
    [...values, ...inputs, ...expected, ...(hasInvalid ? ['invalid'] : [])],
    ...tests.map((test) => [
      ...values.map((name) => `${marks && test.invalid === name ? '~' : ''}${cellOf(test.values[name])}`),
      ...inputs.map((name) => cellOf(test.inputs?.[name])),
      ...expected.map((name) => cellOf(test.expected?.[name])),
      ...(hasInvalid ? [test.invalid ?? ''] : []),
    ]),
  ]
}

const cellOf = (value: unknown): string => (value === undefined ? '' : String(value))
