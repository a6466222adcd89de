import { counted } from '#engine/base/counted.ts'

const quoted = (name: string): string => JSON.stringify(name)

/** Binary files that are often chosen as tables. */
export type BinaryKind = 'workbook' | 'gzip' | 'sqlite'

/** Messages about data sources and their rows. */
export const dataSourceTexts = {
  // text and file
  textAndFile: 'has both text and a file: remove one',
  noFile: 'it has neither text nor a file',
  noFileHint: 'Paste its rows, or choose a file.',
  badFile: (path: string) => `${quoted(path)} isn't a path below the project file's folder: use / between folders, and no ".."`,
  fileMissing: (path: string) => `File not found: ${path}.`,
  line: (line: number) => `line ${line}`,
  row: (row: number) => `row ${row}`,
  badEncoding: (line: number, encoding: string) => `it isn't valid ${encoding.toUpperCase()} from line ${line} on`,
  badEncodingHint: 'Choose another encoding, or save the file as UTF-8.',
  nul: (line: number) => `line ${line} contains a NUL character, so it isn't text`,
  nulHint: 'Save the file as CSV in UTF-8. It may be a spreadsheet or use another encoding.',
  binary: (path: string, kind: BinaryKind) =>
    `${path} is ${{ workbook: 'a spreadsheet workbook (or another ZIP file)', gzip: 'compressed with gzip', sqlite: 'a SQLite database' }[kind]}, not text`,
  binaryHint: {
    workbook: 'Save its sheet as "CSV UTF-8", or paste its cells into a Table data source.',
    gzip: 'Decompress it with gunzip.',
    sqlite: "Add it under the project's Connections, and read its rows with an SQL query data source.",
  } satisfies Record<BinaryKind, string>,
  unreadable: (source: string, why: string) => `The data source ${quoted(source)} can't be read: ${why}.`,

  // csv
  tooLong: (line: number, characters: number) => `the row starting on line ${line} has more than ${characters} characters`,
  tooLongHint: 'Check for a missing closing quote, and that the file is CSV.',
  unclosed: (line: number) => `the quote on line ${line} isn't closed`,
  unclosedHint: 'Close it, or choose another quote character.',
  pasteUnreadable: (why: string) => `The pasted text can't be read: ${why}.`,
  unclosedPasteHint: 'Close the quote, or write a quote inside a quoted value twice. Then paste again.',
  loneQuote: (line: number) => `${dataSourceTexts.unclosed(line)}, so quotes are read literally`,
  badQuote: 'has text after a closing quote: write a quote inside a cell twice',
  ragged: (cells: number, columns: number) => `has ${counted(cells, 'cell')}, expected ${counted(columns, 'column')}`,
  raggedPaste: (row: number, cells: number, columns: number): string => `row ${row} ${dataSourceTexts.ragged(cells, columns)}`,
  doubleColumn: (line: number, name: string) => `line ${line}: duplicate column ${quoted(name)}`,
  unnamedColumn: (line: number, number: number) => `line ${line}: column ${number} has no name and is called "${number}"`,
  noHeader: (line: number) => `line ${line} looks like a row, not a header, so the columns are called "1", "2" …`,
  otherDelimiter: (line: number, used: string, found: string) =>
    `line ${line} contains no ${delimiterName(used)} but a ${delimiterName(found)}: check the delimiter`,

  tooLarge: (characters: number) => `it has more than ${characters / 1_000_000} million characters`,

  // json
  notJson: (why: string) => `it isn't JSON: ${why}`,
  notJsonLine: (line: number, why: string) => `line ${line} isn't JSON: ${why}`,
  notJsonHint: 'Use an array of objects, [{"id": 1, "name": "Ann"}], or one object per line.',
  noArray: (what: string) => `it is ${what}, not an array`,
  noObject: (what: string) => `is ${what}, not an object`,
  kinds: {
    object: 'an object',
    string: 'a string',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
    array: 'an array',
    nothing: 'nothing',
  },

  // tables
  doubleName: (name: string) => `duplicate column ${quoted(name)}`,

  tooManyRows: (most: number) => `keep it as a file: it has more than ${most} rows, the limit for a table`,
  generatedCell: (column: string, source: string) => `column ${quoted(column)} in the data source ${quoted(source)}`,

  // queries
  noQuery: 'has no query',

  cut: {
    rows: (count: number) => `only the first ${count} rows are read: the query returns more than the row limit`,
    bytes: (count: number) => `only the first ${count} rows are read: the query returns more than the byte limit`,
  },

  // mapping
  noColumn: (column: string, source: string) => `${quoted(source)} has no column ${quoted(column)}.`,
  columnsAre: (columns: readonly string[]) =>
    columns.length === 0
      ? 'It has no columns.'
      : `Its columns: ${columns.slice(0, 20).map(quoted).join(', ')}${columns.length > 20 ? ` and ${columns.length - 20} more` : ''}.`,
  nearest: (name: string) => `Did you mean ${quoted(name)}?`,
  ambiguous: (column: string, source: string) => `${quoted(source)} has the column ${quoted(column)} twice.`,
  ambiguousHint: 'Rename one of the columns.',
  badRow: (source: string, place: string, why: string) => `${source}, ${place} ${why}.`,
  badCell: (source: string, place: string, column: string, why: string) =>
    `${source}, ${place}, column ${quoted(column)}: ${why}.`,
  noCell: 'has no value',
  isNotNumber: (value: string) => `${value} isn't a number`,
  isNotBoolean: (value: string) => `${value} is neither true nor false`,
  isNotJson: (value: string) => `${value} isn't JSON`,
}

const names = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'vertical bar'],
  [' ', 'space'],
])

/** A delimiter in words. */
export const delimiterName = (delimiter: string): string => names.get(delimiter) ?? quoted(delimiter)
