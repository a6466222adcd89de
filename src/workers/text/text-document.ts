import { formatJson, formatJsonLines } from './format-json.ts'
import { formatMarkup } from './format-markup.ts'
import { valueAt, type ValueAt } from './value-at.ts'
import { indexLines, rowOf, rowText, type LineIndex } from './line-index.ts'

/** How a text is looked at. */
export type TextView = 'raw' | 'pretty'

/** What a text with a pretty view is written in; `json-lines`: a JSON value a line, `markup`: HTML or XML. */
export type TextForm = 'json' | 'json-lines' | 'markup'

/** A view that was laid out; `form` of the pretty one. */
export interface TextLayout {
  rows: number
  lines: number
  form?: TextForm
}

/** A row of a view. */
export interface TextRow {
  text: string
  /** Number of the line that starts here; 0 if the row continues one. */
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
  /** Lays a view out at a width in characters; undefined: there is no such view (neither JSON nor markup, or too large). */
  layout(view: TextView, width: number): TextLayout | undefined
  rows(view: TextView, from: number, to: number): TextRow[]
  /** Looks for text in any case in the rows of a view that was laid out. */
  find(view: TextView, needle: string): TextMatches
  text(view: TextView): string
  /** The JSON value in a row of the pretty view; undefined if that was not laid out, or is not JSON. */
  valueAt(row: number): ValueAt | undefined
  /** Where the object, array or element ends that starts in a row of the pretty view, and what is there; undefined if none does. */
  blockAt(row: number): { end: number; close: string } | undefined
}

/** Whether an object, array or element may start in a line and go on in the next. */
export const opensBlock = (line: string, form: TextForm): boolean =>
  form !== 'markup' ? /[{[]$/.test(line) : /^\s*<[A-Za-z_:]/.test(line) && !/\/>$|<\/[^<>]*>$/.test(line)

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}

function format(raw: string): { text: string; form: TextForm } | null {
  const json = formatJson(raw)
  if (json !== undefined) return { text: json, form: 'json' }
  const lines = formatJsonLines(raw)
  if (lines !== undefined) return { text: lines, form: 'json-lines' }
  const markup = formatMarkup(raw)
  return markup === undefined ? null : { text: markup, form: 'markup' }
}

/** An empty document of a charset; an unknown one is read as UTF-8. */
export function createTextDocument(charset: string): TextDocument {
  const decode = decoder(charset)
  let raw = ''
  /** null: the text has no such form. */
  let pretty: { text: string; form: TextForm } | null | undefined
  const indexes = new Map<TextView, LineIndex>()

  function textOf(view: TextView): string | undefined {
    if (view === 'raw') return raw
    return prettyOf()?.text
  }

  function prettyOf(): { text: string; form: TextForm } | undefined {
    if (pretty === undefined) pretty = raw.length > PRETTY_LIMIT ? null : format(raw)
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
      const form = view === 'pretty' ? prettyOf()?.form : undefined
      return { rows: index.rows, lines: index.lines, ...(form === undefined ? {} : { form }) }
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
      return start === undefined || pretty?.form !== 'json' ? undefined : valueAt(pretty.text, start)
    },
    blockAt(row) {
      const index = indexes.get('pretty')
      if (!index || !pretty || !opensBlock(rowText(pretty.text, index, row), pretty.form)) return undefined
      // A row that continues a line, or is continued, is a piece of a long text.
      if (index.numbers[row] === 0 || index.numbers[row + 1] === 0) return undefined
      const { text, form } = pretty
      const indent = rowText(text, index, row).search(/\S/)
      // What is inside stands further right; the first line that does not is the end.
      for (let end = row + 1; end < index.rows; end++) {
        if (index.numbers[end] === 0 || text[(index.starts[end] ?? 0) + indent] === ' ') continue
        const close = rowText(text, index, end).trim()
        // An element that nothing closes has no end, and text whose lines are kept as they came may stand further left.
        return form !== 'markup' || (end > row + 1 && close.startsWith('</')) ? { end, close } : undefined
      }
      return undefined
    },
  }
}
