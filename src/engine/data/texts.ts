import { counted } from '#engine/base/counted.ts'

const quoted = (name: string): string => JSON.stringify(name)

/** Files that are taken for tables and are no text. */
export type BinaryKind = 'workbook' | 'gzip' | 'sqlite'

/** What is said of data sources and their rows. */
export const texts = {
  // text and file
  textAndFile: 'has a text and a file; only one of them can be read',
  noFile: 'it has neither a text nor a file',
  noFileHint: 'Paste its rows, or choose a file.',
  badFile: (path: string) =>
    `${quoted(path)} is not the path of a file beside the project file: write it with / between folders and without ".."`,
  fileMissing: (path: string) => `The file ${path} is not there.`,
  line: (line: number) => `line ${line}`,
  row: (row: number) => `row ${row}`,
  badEncoding: (line: number, encoding: string) => `from line ${line} on it is not ${encoding.toUpperCase()}`,
  badEncodingHint: 'Choose another encoding, or save the file as UTF-8.',
  nul: (line: number) => `line ${line} contains a NUL character, so it isn't text`,
  nulHint: 'Is it a spreadsheet file, or of another encoding? Save it as CSV in UTF-8.',
  binary: (path: string, kind: BinaryKind) =>
    `${path} is ${{ workbook: 'a workbook of a spreadsheet (or another ZIP file)', gzip: 'packed by gzip', sqlite: 'a database of SQLite' }[kind]}, and no text`,
  binaryHint: {
    workbook: 'Save its sheet as "CSV UTF-8", or copy its cells and paste them into a data source of the kind Table.',
    gzip: 'Unpack it first: gunzip.',
    sqlite: 'Add it as a connection of the project, and read its rows by a data source of the kind SQL query.',
  } satisfies Record<BinaryKind, string>,
  unreadable: (source: string, why: string) => `The data source ${quoted(source)} can't be read: ${why}.`,

  // csv
  tooLong: (line: number, characters: number) => `the row that begins in line ${line} has more than ${characters} characters`,
  tooLongHint: 'Check for a missing closing quote, or whether it is CSV.',
  unclosed: (line: number) => `in line ${line} a quote is opened that nothing closes`,
  unclosedHint: 'Close it, or choose another quote character.',
  pasteUnreadable: (why: string) => `What was pasted can't be read: ${why}.`,
  unclosedPasteHint: 'Close it, or write a quote that is part of a value twice, inside of quotes; then paste again.',
  loneQuote: (line: number) => `${texts.unclosed(line)}, so quotes are taken as they are`,
  badQuote: 'has text behind a closing quote; a quote inside of a cell is written twice',
  ragged: (cells: number, columns: number) =>
    `has ${counted(cells, 'cell')}, but there ${columns === 1 ? 'is' : 'are'} ${counted(columns, 'column')}`,
  raggedPaste: (row: number, cells: number, columns: number): string => `row ${row} ${texts.ragged(cells, columns)}`,
  doubleColumn: (line: number, name: string) => `line ${line}: the column ${quoted(name)} stands there twice`,
  unnamedColumn: (line: number, number: number) => `line ${line}: column ${number} has no name, so it is called "${number}"`,
  noHeader: (line: number) => `line ${line} looks like a row, not like the names of columns, so these are called "1", "2" …`,
  otherDelimiter: (line: number, used: string, found: string) =>
    `line ${line} holds no ${delimiterName(used)}, but ${delimiterName(found)}: is that the delimiter?`,

  tooLarge: (characters: number) => `it has more than ${characters / 1_000_000} million characters`,

  // json
  notJson: (why: string) => `it isn't JSON: ${why}`,
  notJsonLine: (line: number, why: string) => `line ${line} isn't JSON: ${why}`,
  notJsonHint: 'A JSON source is an array of objects, [{"id": 1, "name": "Ann"}], or has an object on each line.',
  noArray: (what: string) => `it is ${what}, not an array`,
  noObject: (what: string) => `is ${what}, not an object`,
  kinds: {
    object: 'an object',
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
    array: 'an array',
    nothing: 'nothing',
  },

  // tables
  doubleName: (name: string) => `the column ${quoted(name)} stands here twice`,

  tooManyRows: (most: number) => `it has more than ${most} rows, which is too much for a table; leave it as it is`,
  generatedCell: (column: string, source: string) => `column ${quoted(column)} of the data source ${quoted(source)}`,

  // queries
  noQuery: 'has no query',

  cut: {
    rows: (count: number) => `the query gives more rows than are read of one, so only the first ${count} are there`,
    bytes: (count: number) => `the query gives more bytes than are read of one, so only the first ${count} rows are there`,
  },

  // mapping
  noColumn: (column: string, source: string) => `${quoted(source)} has no column ${quoted(column)}.`,
  columnsAre: (columns: readonly string[]) =>
    columns.length === 0
      ? 'It has no columns.'
      : `Its columns: ${columns.slice(0, 20).map(quoted).join(', ')}${columns.length > 20 ? ` and ${columns.length - 20} more` : ''}.`,
  nearest: (name: string) => `Did you mean ${quoted(name)}?`,
  ambiguous: (column: string, source: string) => `The column ${quoted(column)} of ${quoted(source)} stands there twice.`,
  ambiguousHint: 'Give its columns different names.',
  badRow: (source: string, place: string, why: string) => `${source}, ${place} ${why}.`,
  badCell: (source: string, place: string, column: string, why: string) =>
    `${source}, ${place}, column ${quoted(column)}: ${why}.`,
  noCell: 'has no value',
  isNotNumber: (value: string) => `${value} is not a number`,
  isNotBoolean: (value: string) => `${value} is neither true nor false`,
  isNotJson: (value: string) => `${value} is not JSON`,
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
