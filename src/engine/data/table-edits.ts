import { AssayError } from '#engine/base/errors.ts'
import { dialectOf, namedDelimiter } from './csv/dialect.ts'
import { loadPapa } from './csv/load-papa.ts'
import { lineEnds } from './text-of-source.ts'
import { dataSourceTexts as texts } from './texts.ts'

/** The edited part of a table, changed in place. */
export interface TableContent {
  columns: string[]
  rows: unknown[][]
}

/** A cell's place, from 0. */
interface At {
  row: number
  column: number
}

/** A name that no column has. */
function freeColumn(columns: readonly string[]): string {
  for (let number = columns.length + 1; ; number++) if (!columns.includes(`column${number}`)) return `column${number}`
}

/** Writes cells from a place on; rows and columns that are not there yet are added. */
export function setCells({ columns, rows }: TableContent, at: At, cells: readonly (readonly unknown[])[]): void {
  const width = Math.max(columns.length, ...cells.map((row) => at.column + row.length))
  if (width > columns.length) {
    while (columns.length < width) columns.push(freeColumn(columns))
    for (const row of rows) while (row.length < width) row.push('')
  }
  for (const [offset, values] of cells.entries()) {
    const index = at.row + offset
    while (rows.length <= index) rows.push(Array.from({ length: width }, () => ''))
    const row = rows[index]
    if (!row) continue
    while (row.length < width) row.push('')
    for (const [place, value] of values.entries()) row[at.column + place] = value
  }
}

/** Removes rows, even the last one. */
export const removeRows = ({ rows }: TableContent, from: number, to: number): void => void rows.splice(from, to - from + 1)

/** Adds a column at the end. */
export function addColumn({ columns, rows }: TableContent): void {
  columns.push(freeColumn(columns))
  for (const row of rows) row.push('')
}

/** Removes a column. */
export function removeColumn({ columns, rows }: TableContent, column: number): void {
  columns.splice(column, 1)
  for (const row of rows) row.splice(column, 1)
}

/** Whether there is nothing in a table that someone typed. */
const isBlank = ({ rows }: TableContent): boolean => rows.every((row) => row.every((cell) => cell === ''))

/** Cells of a pasted text: of a spreadsheet, or CSV. */
export interface Pasted {
  cells: string[][]
  /** The first row holds names. */
  header: boolean
  /**
   * The line of a quote that nothing closes and that was taken as a character: spreadsheets copy a cell that starts with one
   * so.
   */
  loneQuote?: number
}

/** A quote that never comes: with it quotes are characters like others. */
const noQuote = '\0'

/**
 * Reads what was copied from a spreadsheet (tabs between cells), or CSV of any dialect; a string of one line without tabs is
 * one cell. AssayError `data-unusable` for CSV with a quote that nothing closes: it would swallow the rows after it.
 */
export async function readPasted(text: string): Promise<Pasted> {
  const papa = await loadPapa()
  const lines = text.replace(/\r?\n$/, '')
  const isTabs = lines.includes('\t')
  if (!isTabs && !/[\r\n]/.test(lines)) return { cells: [[lines]], header: false }
  const source = {
    id: '',
    name: '',
    description: '',
    kind: 'csv' as const,
    text: lines,
    file: '',
    ...(isTabs ? { delimiter: '\t' } : {}),
  }
  const { delimiter, quote, header } = dialectOf(source, lines.slice(0, 65_536), papa)
  const rows = lines.replace(namedDelimiter, '')
  const { data, errors } = papa.parse<string[]>(rows, { delimiter, quoteChar: quote })
  const lone = errors.find(({ code }) => code === 'MissingQuotes')
  if (!lone) return { cells: data, header }
  // The quote opens the last cell, which holds all that comes after it.
  const rest = data.at(-1)?.at(-1) ?? ''
  const loneQuote = 1 + lineEnds(lines) - lineEnds(rest)
  if (!isTabs)
    throw new AssayError('data-unusable', texts.pasteUnreadable(texts.unclosed(loneQuote)), { hint: texts.unclosedPasteHint })
  return { cells: papa.parse<string[]>(rows, { delimiter, quoteChar: noQuote }).data, header, loneQuote }
}

/**
 * Puts pasted cells where they were pasted; into a table in which nothing was typed yet its first row goes as names, if it
 * holds some.
 */
export function pasteInto(table: TableContent, at: At, { cells, header }: Pasted): void {
  const [names, ...others] = cells
  if (names && header && others.length > 0 && isBlank(table)) {
    table.columns.splice(0, Infinity, ...names.map((name, index) => name.trim() || `column${index + 1}`))
    table.rows.splice(0, Infinity)
    setCells(table, { row: 0, column: 0 }, others)
  } else setCells(table, at, cells)
}

/**
 * What is odd about pasted rows, the first of it: a quote that nothing closes, two columns of one name, or a row of more or
 * fewer cells than there are columns.
 */
export function oddityOf({ cells, loneQuote }: Pasted): string | undefined {
  if (loneQuote !== undefined) return texts.loneQuote(loneQuote)
  const [first = []] = cells
  const names = first.map((name) => name.trim())
  const double = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (double !== undefined) return texts.doubleColumn(1, double)
  const ragged = cells.findIndex((row) => row.length !== first.length && row.some((cell) => cell !== ''))
  return ragged < 0 ? undefined : texts.raggedPaste(ragged + 1, cells[ragged]?.length ?? 0, first.length)
}
