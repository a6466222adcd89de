/** A statement in SQL text: from its first word to before its semicolon. */
export interface SqlStatement {
  start: number
  end: number
  /** Its first words, in capitals: `CREATE`, `TEMP`, `TRIGGER`. */
  words: string[]
  /** The names of its parameters, each once. */
  parameters: string[]
}

/** SQL text, split into statements. */
export interface SqlText {
  statements: SqlStatement[]
  /** What was opened and never closed, and where. */
  unclosed?: { what: 'string' | 'name' | 'comment'; at: number }
  /** The first `?`: parameters have names here. */
  positional?: number
}

interface Token {
  end: number
  kind: 'blank' | 'text' | 'word' | 'parameter' | 'sign'
  unclosed?: NonNullable<SqlText['unclosed']>['what']
}

/** Names, numbers, casts (`::` is no parameter), the tag of a string of PostgreSQL, parameters, and blanks. */
const small = /([\p{L}_][\p{L}\p{N}_$]*)|(\d[\w.]*|::)|(\$\w*\$)|([:@$][\p{L}_][\p{L}\p{N}_]*)|(\s+)/uy

const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** The end of what started at `at` and ends with `close`; of a quote that is duplicated nothing ends. */
function quoted(text: string, at: number, close: string): number | undefined {
  for (let end = text.indexOf(close, at + 1); end >= 0; end = text.indexOf(close, end + 2))
    if (close === ']' || text[end + 1] !== close) return end + 1
  return undefined
}

/** Looks for the ends by `indexOf`: a string of many megabytes takes as long as reading it. */
function tokenAt(text: string, at: number): Token {
  const rest = text.length
  const found = (kind: Token['kind'], end: number, unclosed: Token['unclosed']): Token =>
    end < 0 ? { kind, end: rest, ...(unclosed && { unclosed }) } : { kind, end }
  if (text.startsWith('--', at)) return found('blank', text.indexOf('\n', at), undefined)
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return found('blank', end < 0 ? end : end + 2, 'comment')
  }
  const first = text.charAt(at)
  const close = closing[first]
  if (close !== undefined) return found('text', quoted(text, at, close) ?? -1, first === "'" ? 'string' : 'name')
  small.lastIndex = at
  const match = small.exec(text)
  if (!match) return { kind: 'sign', end: at + 1 }
  const [all, word, , tag, parameter, blank] = match
  if (tag !== undefined) {
    const end = text.indexOf(tag, at + tag.length)
    return found('text', end < 0 ? end : end + tag.length, 'string')
  }
  const kind = word === undefined ? (parameter === undefined ? (blank === undefined ? 'text' : 'blank') : 'parameter') : 'word'
  return { kind, end: at + all.length }
}

/**
 * Splits SQL text: where statements end, and which parameters they have. The body of a trigger is part of its statement, which
 * ends where SQLite's own `sqlite3_complete` sees its end: at `; END ;`.
 */
export function readSql(text: string): SqlText {
  const found: SqlText = { statements: [] }
  let open: SqlStatement | undefined
  /** The last two tokens that matter, to find the end of a trigger. */
  let before: [string, string] = ['', '']
  for (let at = 0; at < text.length;) {
    const { kind, end, unclosed } = tokenAt(text, at)
    if (unclosed) found.unclosed ??= { what: unclosed, at }
    if (kind !== 'blank') {
      const part = kind === 'text' ? '' : text.slice(at, end)
      if (part === ';' && (!open || !isTrigger(open) || (before[0] === ';' && before[1] === 'END'))) {
        if (open) found.statements.push(open)
        open = undefined
      } else {
        open ??= { start: at, end, words: [], parameters: [] }
        open.end = end
        if (kind === 'word' && open.words.length < 4) open.words.push(part.toUpperCase())
        if (kind === 'parameter' && !open.parameters.includes(part.slice(1))) open.parameters.push(part.slice(1))
        if (part === '?') found.positional ??= at
      }
      before = [before[1], part.toUpperCase()]
    }
    at = end
  }
  if (open) found.statements.push(open)
  return found
}

function isTrigger({ words }: SqlStatement): boolean {
  const [first, second, third] = words[0] === 'EXPLAIN' ? words.slice(1) : words
  return first === 'CREATE' && (second === 'TRIGGER' || (/^TEMP(?:ORARY)?$/.test(second ?? '') && third === 'TRIGGER'))
}

/** The line of a place in a string, from 1. */
export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
