import { formatJson } from './format-json.ts'
import { valueAt, type ValueAt } from './value-at.ts'
import { indexLines, rowOf, rowText, type LineIndex } from './line-index.ts'

/** How a text is looked at. */
export type TextView = 'raw' | 'pretty'

/** A row of a view. */
export interface TextRow {
  text: string
  /** Number of the line that begins here; 0 if the row continues one. */
  line: number
}

/** What a search found. */
export interface TextMatches {
  /** Row and column of each match, two numbers each. */
  places: Uint32Array
  /** There are more than were counted. */
  more: boolean
}

/** Pretty printing needs the text about four times in memory: not beyond this many characters. */
export const PRETTY_LIMIT = 30_000_000
/** Matches that a search counts at most. */
const MOST_MATCHES = 10_000

/** A text that may be large: bytes go in, rows come out. Lives in a worker. */
export interface TextDocument {
  /** The next bytes of the text. */
  append(bytes: Uint8Array): void
  /** All bytes are in. `replaced`: some were not valid in the charset and show as U+FFFD. */
  finish(): { characters: number; replaced: boolean }
  /** Lays a view out at a width in characters; undefined: there is no such view (not JSON, or too large). */
  layout(view: TextView, width: number): { rows: number; lines: number } | undefined
  rows(view: TextView, from: number, to: number): TextRow[]
  /** Looks for a text in any case in the rows of a view that was laid out. */
  find(view: TextView, needle: string): TextMatches
  text(view: TextView): string
  /** The JSON value in a row of the pretty view; undefined if that was not laid out. */
  valueAt(row: number): ValueAt | undefined
  /** Where the object or array ends that begins in a row of the pretty view, and what stands there; undefined if none does. */
  blockAt(row: number): { end: number; close: string } | undefined
}

/** Whether an object or array begins at the end of a line, and goes on in the next. */
export const opensBlock = (line: string): boolean => /[{[]$/.test(line)

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** An empty document of a charset; an unknown one is read as UTF-8. */
export function createTextDocument(charset: string): TextDocument {
  const decode = decoder(charset)
  let raw = ''
  /** null: the text has no such form. */
  let pretty: string | null | undefined
  const indexes = new Map<TextView, LineIndex>()

  function textOf(view: TextView): string | undefined {
    if (view === 'raw') return raw
    if (pretty === undefined) pretty = raw.length > PRETTY_LIMIT ? null : (formatJson(raw) ?? null)
    return pretty ?? undefined
  }

  return {
    append(bytes) {
      raw += decode.decode(bytes, { stream: true })
    },
    finish() {
      raw += decode.decode()
      return { characters: raw.length, replaced: raw.includes('\uFFFD') }
    },
    layout(view, width) {
      const text = textOf(view)
      if (text === undefined) return undefined
      const index = indexLines(text, width)
      indexes.set(view, index)
      return { rows: index.rows, lines: index.lines }
    },
    rows(view, from, to) {
      const text = textOf(view)
      const index = indexes.get(view)
      if (text === undefined || !index) return []
      const rows: TextRow[] = []
      for (let row = Math.max(0, from); row < Math.min(index.rows, to); row++)
        rows.push({ text: rowText(text, index, row), line: index.numbers[row] ?? 0 })
      return rows
    },
    find(view, needle) {
      const text = textOf(view)
      const index = indexes.get(view)
      if (text === undefined || !index || needle === '') return { places: new Uint32Array(), more: false }
      const places: number[] = []
      const pattern = new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        if (places.length >= MOST_MATCHES * 2) return { places: Uint32Array.from(places), more: true }
        const row = rowOf(index, match.index)
        places.push(row, match.index - (index.starts[row] ?? 0))
      }
      return { places: Uint32Array.from(places), more: false }
    },
    text: (view) => textOf(view) ?? raw,
    valueAt(row) {
      const start = indexes.get('pretty')?.starts[row]
      return start === undefined || !pretty ? undefined : valueAt(pretty, start)
    },
    blockAt(row) {
      const index = indexes.get('pretty')
      if (!index || !pretty || !opensBlock(rowText(pretty, index, row))) return undefined
      // A row that continues a line, or is continued, is a piece of a long text.
      if (index.numbers[row] === 0 || index.numbers[row + 1] === 0) return undefined
      const indent = rowText(pretty, index, row).search(/\S/)
      // What is inside stands further right; the first line that does not is the end.
      for (let end = row + 1; end < index.rows; end++)
        if (index.numbers[end] !== 0 && pretty[(index.starts[end] ?? 0) + indent] !== ' ')
          return { end, close: rowText(pretty, index, end).trim() }
      return undefined
    },
  }
}
