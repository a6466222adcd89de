import type Papa from 'papaparse'
import type { Encoding } from '../fields.ts'
import type { CsvSource } from './schema.ts'

/** The dialect of a CSV text. */
export interface Dialect {
  delimiter: string
  quote: string
  /** Its first row holds the names of the columns. */
  header: boolean
  /** Of a file. */
  encoding?: Encoding
}

/** The detected delimiters, in order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const

/** Excel's first line that names the delimiter and isn't a row: `sep=;`. */
export const namedDelimiter = /^sep=(.)\r?(?:\n|\r|$)/i

/** Rows that are looked at. */
const rowsLooked = 50

/**
 * The dialect of a string, of which `sample` is the start: what the source says, the rest is detected. The delimiter is the one
 * that Excel's line names, or that gives rows of the same length; the quote is `'` if cells are in it and none in `"`; the
 * first row is a header unless a cell of it can only be data.
 */
export function dialectOf(source: CsvSource, sample: string, papa: typeof Papa): Dialect {
  const [line = '', named] = namedDelimiter.exec(sample) ?? []
  const rows = sample.slice(line.length)
  const quote = source.quote ?? quoteIn(rows)
  const delimiter = source.delimiter ?? named ?? delimiterIn(rows, quote, papa)
  const [first = []] = papa.parse<string[]>(rows, { delimiter, quoteChar: quote, preview: 1, skipEmptyLines: true }).data
  return { delimiter, quote, header: source.header ?? !first.some(isData) }
}

function quoteIn(sample: string): string {
  if (/(^|[,;\t|\r\n])"/.test(sample)) return '"'
  return /(^|[,;\t|\r\n])'[^'\r\n]*'(?=[,;\t|\r\n]|$)/.test(sample) ? "'" : '"'
}

function delimiterIn(sample: string, quote: string, papa: typeof Papa): string {
  let best: { delimiter: string; differing: number; cells: number } | undefined
  for (const delimiter of delimiters) {
    const { data } = papa.parse<string[]>(sample, { delimiter, quoteChar: quote, preview: rowsLooked, skipEmptyLines: true })
    // The last row of a sample may be cut.
    const rows = data.length > 2 ? data.slice(0, -1) : data
    const cells = rows[0]?.length ?? 0
    if (cells < 2) continue
    const differing = rows.filter((row) => row.length !== cells).length / rows.length
    if (!best || differing < best.differing || (differing === best.differing && cells > best.cells))
      best = { delimiter, differing, cells }
  }
  return best?.delimiter ?? ','
}

/** A number, a date, a URL, true or false: never the name of a column. */
const isData = (cell: string): boolean =>
  /^\s*([-+]?(\d+([.,]\d+)*|[.,]\d+)([eE][-+]?\d+)?\s*%?|\d{4}-\d\d?-\d\d?([T ][\d:.]+Z?)?|\d\d?[./]\d\d?[./]\d{2,4}|true|false|\S+@\S+\.\S+|https?:\/\/\S+)\s*$/i.test(
    cell,
  ) || /^\s*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\s*$/i.test(cell)
