import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import type { SqlQuery } from '#engine/ports/index.ts'
import { lineOf, type SqlStatement } from '#engine/ports/sql/sql-text.ts'
import type { SqliteRefusal } from './database.ts'
import { sqliteDatabaseTexts as texts } from './texts.ts'

/** Where a refusal came up. */
export interface RefusedAt {
  query: SqlQuery
  /** The connection's name. */
  name: string
  /** False: the connection only reads. */
  writes: boolean
  statements: SqlStatement[]
  /** The index of the statement that was run. */
  current: number
  /** The first column of a query of the same database. */
  names(sql: string): string[]
}

const tables = `select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite%'`
const columns = `select distinct c.name from sqlite_schema m, pragma_table_info(m.name) c where m.type in ('table', 'view')`

/** SQLite's refusal as an error that says where, and what next. The codes are those of sqlite.org/rescode.html. */
export function explain(refusal: SqliteRefusal, at: RefusedAt): AssayError {
  const { name, query } = at
  const { message, code } = refusal
  const unusable = (text: string, hint: string) => new AssayError('sql-unusable', text, { hint, cause: message })
  switch (code & 0xff) {
    case 9:
      return new AssayError('deadline', texts.deadline(query.timeout), { hint: texts.deadlineHint })
    case 11:
    case 26:
      return unusable(texts.damaged(name), texts.damagedHint)
    case 14:
      return unusable(texts.cantOpen(name), texts.cantOpenHint)
    case 7:
    case 10:
    case 13:
      return unusable(texts.failed(name), texts.failedHint)
    default: {
      const before = query.rollback ? '' : texts.before(at.current)
      return new AssayError('sql-refused', texts.refused(placeOf(refusal, at), message) + before, { hint: hintFor(refusal, at) })
    }
  }
}

/** The line, and of a script the statement. */
function placeOf(refusal: SqliteRefusal, { query: { text }, statements, current }: RefusedAt): string {
  const statement = statements[current]
  if (!statement) return ''
  const line = lineOf(text, offsetIn(refusal, text.slice(statement.start, statement.end)) + statement.start)
  return statements.length === 1 ? texts.line(line) : texts.statement(current + 1, statements.length, line)
}

/** Where SQLite says no more than the word it stumbled upon, the first place where that stands. */
function offsetIn({ offset, message }: SqliteRefusal, statement: string): number {
  if (offset !== undefined) return offset
  const word = /^near "([^"]+)"|^no such \w+: (?:\w+\.)?(\S+)/.exec(message)?.slice(1).find(Boolean)
  return word === undefined ? 0 : Math.max(0, statement.toLowerCase().indexOf(word.toLowerCase()))
}

function hintFor({ message, code }: SqliteRefusal, { names, writes }: RefusedAt): string | undefined {
  const [, what, wanted = ''] = /^no such (table|column): (?:\w+\.)?(\S+)/.exec(message) ?? []
  if (what === 'table') {
    const all = names(tables)
    const near = nearest(wanted, all)
    return texts.hintNoTable(near.length > 0 ? near : all.slice(0, 5))
  }
  if (what === 'column' || /has no column named/.test(message)) return texts.hintNoColumn(nearest(wanted, names(columns)))
  switch (code & 0xff) {
    case 5:
    case 6:
      return texts.hintLocked
    case 8:
      return writes ? texts.hintReadOnly : texts.readOnlyHint
    case 19:
      return texts.hintConstraint
    default:
      return /syntax error|incomplete input|unrecognized token/.test(message) ? texts.hintSyntax : undefined
  }
}
