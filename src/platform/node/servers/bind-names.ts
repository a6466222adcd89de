import type { SqlDriver } from '#engine/ports/sql.ts'

/** The databases that are servers. */
export type ServerDriver = Exclude<SqlDriver, 'sqlite'>

/** A statement as a driver takes it. */
export interface BoundStatement {
  /** With the driver's own places instead of names. */
  text: string
  /** The names, in the order of the places; mysql has one for each place, the others one for each name. */
  names: string[]
  /** Where it starts in the text that people wrote. */
  start: number
  /** Its first word, in capitals. */
  word: string
  /** All its words outside strings, quoted names and comments, in capitals. */
  words: readonly string[]
  /** The names before a bracket, quoted ones too, in capitals; `U&` for one that is written by numbers of characters. */
  calls: readonly string[]
  /** Where a place in `text` is in the text that people wrote. */
  original(at: number): number
}

/** A text of SQL that was opened and never closed, and where. */
export interface Unclosed {
  unclosed: number
}

/** A statement of Assay's own. */
export const plainStatement = (text: string): BoundStatement => ({
  text,
  names: [],
  start: 0,
  word: '',
  words: [],
  calls: [],
  original: (at) => at,
})

interface Token {
  kind: 'skip' | 'word' | 'name' | 'end' | 'other'
  end: number
}

/** The end of what started with a quote at `at`; undefined if it never ends. */
function quotedEnd(text: string, at: number, close: string, backslash: boolean): number | undefined {
  for (let index = at + 1; index < text.length; index++) {
    if (backslash && text[index] === '\\') index++
    else if (text[index] === close) {
      if (text[index + 1] !== close) return index + 1
      index++
    }
  }
  return undefined
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy
const named = /:([\p{L}_][\p{L}\p{N}_]*)/uy
const dollarTag = /\$[\p{L}_]?[\p{L}\p{N}_]*\$/uy
const executable = /\/\*M?!\d*/y
const number = /\d[\w.]*/y

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** What starts at `at`; undefined if it never ends. The rules of quoting and comments are those of each server. */
function tokenAt(text: string, at: number, driver: ServerDriver, escaped: string): Token | undefined {
  const rest = text.length
  const skipTo = (end: number): Token => ({ kind: 'skip', end: end < 0 ? rest : end })
  const closed = (end: number | undefined): Token | undefined => (end === undefined ? undefined : { kind: 'other', end })
  const first = text.charAt(at)
  // To MySQL it starts a comment before a blank only; elsewhere there are two signs.
  const isDashes = text.startsWith('--', at) && (driver !== 'mysql' || /^[\s\p{Cc}]?$/u.test(text.charAt(at + 2)))
  if (isDashes || (first === '#' && driver === 'mysql')) return skipTo(text.indexOf('\n', at))
  // MySQL runs what is in these.
  const opening = driver === 'mysql' ? matchAt(executable, text, at) : undefined
  if (opening !== undefined) return { kind: 'other', end: at + opening.length }
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? undefined : skipTo(end + 2)
  }
  if (first === "'") {
    const escapes =
      (driver === 'mysql' && escaped.includes("'")) ||
      (driver === 'postgres' && /(?:^|[^\p{L}\p{N}_])[eE]$/u.test(text.slice(Math.max(0, at - 2), at)))
    return closed(quotedEnd(text, at, "'", escapes))
  }
  if (first === '"') return closed(quotedEnd(text, at, '"', driver === 'mysql' && escaped.includes('"')))
  if (first === '`' && driver === 'mysql') return closed(quotedEnd(text, at, '`', false))
  if (first === '[' && driver === 'mssql') return closed(quotedEnd(text, at, ']', false))
  if (first === '$' && driver === 'postgres') {
    const tag = matchAt(dollarTag, text, at)
    if (tag !== undefined) {
      const end = text.indexOf(tag, at + tag.length)
      return end < 0 ? undefined : { kind: 'other', end: end + tag.length }
    }
  }
  if (text.startsWith('::', at)) return { kind: 'other', end: at + 2 }
  const found = matchAt(named, text, at)
  if (found !== undefined) return { kind: 'name', end: at + found.length }
  const letters = matchAt(word, text, at)
  if (letters !== undefined) return { kind: 'word', end: at + letters.length }
  const digits = matchAt(number, text, at)
  if (digits !== undefined) return { kind: 'other', end: at + digits.length }
  if (first === ';') return { kind: 'end', end: at + 1 }
  return /\s/.test(first) ? skipTo(at + 1) : { kind: 'other', end: at + 1 }
}

/** The driver's own place for a name. */
function placeOf(driver: ServerDriver, name: string, names: string[]): string {
  if (driver === 'mysql') {
    names.push(name)
    return '?'
  }
  const known = names.indexOf(name)
  const index = known < 0 ? names.push(name) - 1 : known
  return driver === 'postgres' ? `$${index + 1}` : `@${name}`
}

/** A name as it is compared, without its quotes. */
function nameOf(written: string, before: string | undefined): string {
  if (before === 'U' && written.includes('\\')) return 'U&'
  return written.replace(/^["`[]|["`\]]$/g, '').toUpperCase()
}

/**
 * Takes a text of SQL apart into its statements, with the driver's places for parameters. What is between `BEGIN` and `END` of
 * a procedure, function, trigger or event of MySQL belongs to one statement; a text for SQL Server is one batch. `escaped`: the
 * quotes in which a backslash of MySQL takes the next character.
 */
export function bindNames(text: string, driver: ServerDriver, escaped = `'"`): BoundStatement[] | Unclosed {
  const statements: BoundStatement[] = []
  let written = ''
  let names: string[] = []
  let words: string[] = []
  let calls: string[] = []
  let last = ''
  let start = -1
  /** Where each part of `written` is in both texts. */
  let marks: { here: number; there: number }[] = []
  const finish = (): void => {
    if (start >= 0) {
      const own = marks
      const original = (at: number): number => {
        const mark = own.findLast(({ here }) => here <= at)
        return mark === undefined ? at : mark.there + (at - mark.here)
      }
      statements.push({ text: written.trimEnd(), names, start, word: words[0] ?? '', words, calls, original })
    }
    ;[written, names, words, calls, last, start, marks] = ['', [], [], [], '', -1, []]
  }
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at, driver, escaped)
    if (token === undefined) return { unclosed: at }
    const part = text.slice(at, token.end)
    if (token.kind === 'end' && driver !== 'mssql' && !isInBody(words, driver)) finish()
    else if (token.kind !== 'skip' || start >= 0) {
      if (start < 0) start = at
      marks.push({ here: written.length, there: at })
      written += token.kind === 'name' ? placeOf(driver, part.slice(1), names) : part
      if (token.kind === 'word') words.push(part.toUpperCase())
      if (part === '(' && last !== '') calls.push(nameOf(last, words.at(-1)))
      if (token.kind !== 'skip') last = token.kind === 'word' || /^["`[]/.test(part) ? part : ''
    }
    at = token.end
  }
  finish()
  return statements
}

const opens = new Set(['BEGIN', 'CASE', 'IF', 'LOOP', 'REPEAT', 'WHILE'])

/** Inside a body of MySQL, whose statements end with semicolons of their own. */
function isInBody(words: readonly string[], driver: ServerDriver): boolean {
  if (driver !== 'mysql' || words[0] !== 'CREATE' || !/\b(PROCEDURE|FUNCTION|TRIGGER|EVENT)\b/.test(words.slice(0, 8).join(' ')))
    return false
  let depth = 0
  for (const [index, one] of words.entries()) {
    const before = words[index - 1]
    if (one === 'END') depth -= 1
    else if (opens.has(one) && before !== 'END' && !(one === 'IF' && before === 'EXISTS')) depth += 1
  }
  return depth > 0
}
