import type { OpenedSource, SourceContext, SourceKind, SourceRow } from '../source-kind.ts'
import { openText, textProblems, type OpenedText } from '../text-of-source.ts'
import { dataSourceTexts as texts } from '../texts.ts'
import { unusable } from '../unusable.ts'
import { delimiters, dialectOf, type Dialect } from './dialect.ts'
import { loadPapa } from './load-papa.ts'
import { recordsOf, type CsvRecord } from './records.ts'
import type { CsvSource } from './schema.ts'

/** Characters from which the dialect is detected. */
const sampleLength = 65_536

/** Rows as CSV (RFC 4180). Rows of another length than the header's are named, and can't be used. */
export const csvKind: SourceKind<CsvSource> = {
  problems: textProblems,
  async open(source: CsvSource, context: SourceContext): Promise<OpenedSource> {
    if (source.text.trim() === '' && source.file === '') throw unusable(source, texts.noFile, texts.noFileHint)
    const [papa, text] = await Promise.all([loadPapa(), openText(source, context)])
    const dialect: Dialect = {
      ...dialectOf(source, await sampleOf(text), papa),
      ...(text.encoding ? { encoding: text.encoding } : {}),
    }
    const records = (): AsyncGenerator<CsvRecord[]> => recordsOf(source, text.parts(), dialect, papa)
    const first = await firstOf(records())
    const { columns, warnings } = columnsOf(first, dialect, source)
    return { columns, dialect, warnings, rows: () => rowsOf(records(), columns.length, dialect) }
  },
}

async function sampleOf({ parts }: OpenedText): Promise<string> {
  let sample = ''
  for await (const part of parts()) {
    sample += part
    if (sample.length >= sampleLength) break
  }
  return sample.slice(0, sampleLength)
}

const isBlank = ({ cells, problem }: CsvRecord): boolean => cells.length === 1 && cells[0]?.trim() === '' && problem === undefined

async function firstOf(records: AsyncIterable<CsvRecord[]>): Promise<CsvRecord | undefined> {
  for await (const some of records) {
    const found = some.find((record) => !isBlank(record))
    if (found) return found
  }
  return undefined
}

function columnsOf(
  first: CsvRecord | undefined,
  { header, delimiter }: Dialect,
  source: CsvSource,
): { columns: string[]; warnings: string[] } {
  if (!first) return { columns: [], warnings: [] }
  const { cells, line } = first
  const warnings: string[] = []
  const [only] = cells
  const other = cells.length === 1 ? delimiters.find((one) => one !== delimiter && only?.includes(one)) : undefined
  if (other !== undefined) warnings.push(texts.otherDelimiter(line, delimiter, other))
  const numbers = cells.map((_, index) => String(index + 1))
  if (!header) {
    if (source.header === undefined) warnings.push(texts.noHeader(line))
    return { columns: numbers, warnings }
  }
  const columns = cells.map((cell, index) => cell.trim() || String(index + 1))
  for (const [index, cell] of cells.entries()) if (cell.trim() === '') warnings.push(texts.unnamedColumn(line, index + 1))
  for (const name of new Set(columns.filter((one, index) => columns.indexOf(one) !== index)))
    warnings.push(texts.doubleColumn(line, name))
  return { columns, warnings }
}

/** Blank lines are not rows, except in a file with one column: there they are empty cells, unless nothing comes after them. */
async function* rowsOf(
  records: AsyncIterable<CsvRecord[]>,
  width: number,
  { header }: Dialect,
): AsyncGenerator<readonly SourceRow[]> {
  let number = 0
  let isBegun = !header
  let blanks: CsvRecord[] = []
  for await (const some of records) {
    const rows: SourceRow[] = []
    const add = ({ cells, line, problem }: CsvRecord): void => {
      const why = problem ?? (cells.length === width ? undefined : texts.ragged(cells.length, width))
      rows.push({ number: ++number, line, cells, ...(why === undefined ? {} : { problem: why }) })
    }
    for (const record of some) {
      if (isBlank(record)) {
        if (width === 1 && isBegun) blanks.push(record)
      } else if (!isBegun) isBegun = true
      else {
        for (const blank of blanks) add(blank)
        if (blanks.length > 0) blanks = []
        add(record)
      }
    }
    yield rows
  }
}
