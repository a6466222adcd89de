import type Papa from 'papaparse'
import { dataSourceTexts as texts } from '../texts.ts'
import { lineEnds } from '../text-of-source.ts'
import { unusable } from '../unusable.ts'
import { namedDelimiter, type Dialect } from './dialect.ts'

/** One record of a CSV text, blank lines too. */
export interface CsvRecord {
  cells: string[]
  /** The line in which it starts, from 1. */
  line: number
  problem?: string
}

/** Characters of one record. */
const longest = 10_000_000

/** What papaparse gives of one text. */
interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

/**
 * The records of text that arrives in parts, those of one part together. AssayError `data-unusable` for a record that never
 * ends. Excel's line that names the delimiter is none. Lines end with LF, CR LF, or both in one text; with CR alone if there is
 * no LF in the first part.
 */
export async function* recordsOf(
  source: { name: string },
  parts: AsyncIterable<string>,
  { delimiter, quote }: Dialect,
  papa: typeof Papa,
): AsyncGenerator<CsvRecord[]> {
  let rest = ''
  let line = 1
  /** Below this length the rest still ends inside a record. */
  let enough = 0
  let newline: '\n' | '\r' | undefined
  const parse = (isLast: boolean): CsvRecord[] => {
    newline ??= rest.includes('\n') || !rest.includes('\r') ? '\n' : '\r'
    const parser = new papa.Parser({ delimiter, quoteChar: quote, newline })
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Parsed
    const end = isLast ? rest.length : meta.cursor
    const taken = rest.slice(0, end)
    rest = rest.slice(end)
    // After the last record there is no line end; one there is followed by an empty record.
    const ends = newline === '\n' ? lineEnds(taken) + (isLast ? 1 : 0) : undefined
    const isBegin = line === 1
    const records = withLines(data, line, ends)
    line = records.end
    for (const { code, row } of errors) {
      const record = records.all[row]
      if (!record) continue
      if (code === 'MissingQuotes') throw unusable(source, texts.unclosed(record.line), texts.unclosedHint)
      record.problem = texts.badQuote
    }
    const [first] = records.all
    return isBegin && first && namedDelimiter.test(first.cells.join(delimiter)) ? records.all.slice(1) : records.all
  }
  for await (const part of parts) {
    rest += part
    if (rest.length < enough) continue
    const records = parse(false)
    if (records.length > 0) yield records
    if (rest.length > longest) throw unusable(source, texts.tooLong(line, longest), texts.tooLongHint)
    // What has no end in so many characters is not looked through again for each part.
    enough = records.length > 0 ? 0 : rest.length * 2
  }
  if (rest !== '') yield parse(true)
}

/** With the line of each; `ends`: how many lines their text has, undefined with CR alone. A cell in quotes may hold some of them. */
function withLines(data: string[][], first: number, ends: number | undefined): { all: CsvRecord[]; end: number } {
  const plain = ends === data.length
  let line = first
  const all = data.map((cells): CsvRecord => {
    const record = { cells, line }
    line++
    if (!plain) for (const cell of cells) line += ends === undefined ? cell.split('\r').length - 1 : lineEnds(cell)
    const last = cells.length - 1
    const cell = cells[last]
    if (cell?.endsWith('\r')) cells[last] = cell.slice(0, -1)
    return record
  })
  return { all, end: line }
}
