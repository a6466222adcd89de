import { AssayError } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlQuery, SqlValue } from '#engine/ports/index.ts'
import { sqlLimits } from '#engine/ports/sql.ts'
import { lineOf, readSql, type SqlStatement } from '#engine/ports/sql/sql-text.ts'
import { SqliteRefusal, type SqliteDatabase, type SqliteValue } from './database.ts'
import { explain } from './explain.ts'
import { sqliteDatabaseTexts as texts } from './texts.ts'

/** What a statement may start with where the database only reads. SQLite rejects those that change it (`query_only`). */
const reading = /^(?:SELECT|WITH|VALUES|EXPLAIN|INSERT|REPLACE|UPDATE|DELETE|CREATE|ALTER|DROP)$/

/** A pragma that only tells; one that sets could switch `query_only` off. */
const tellingPragma =
  /^\s*pragma\s+(?:\w+\s*\.\s*)?(?:table_(?:x?info|list)|index_(?:list|x?info)|foreign_key_(?:list|check)|integrity_check|quick_check|database_list|collation_list|function_list|module_list|pragma_list|compile_options)\s*(?:\(|;|$)/i

const refused = (text: string, hint: string): AssayError => new AssayError('sql-refused', text, { hint })

/** Why SQL is rejected before it reaches a database. */
function checkText({ text, script, rollback }: SqlQuery, writes: boolean): SqlStatement[] {
  const { statements, unclosed, positional } = readSql(text)
  const [first, second] = statements
  if (unclosed) throw refused(texts.notClosed(texts.unclosed[unclosed.what], lineOf(text, unclosed.at)), texts.notClosedHint)
  if (!first) throw refused(texts.nothing, texts.nothingHint)
  if (second && !script) throw refused(texts.several(statements.length, lineOf(text, second.start)), texts.severalHint)
  if (positional !== undefined) throw refused(texts.positional(lineOf(text, positional)), texts.positionalHint)
  for (const { words, start, end } of statements) {
    const [word = '', ...more] = words
    const leadsOut = word === 'ATTACH' || word === 'DETACH' || (word === 'VACUUM' && more.includes('INTO'))
    if (leadsOut)
      throw refused(texts.forbidden(word === 'VACUUM' ? 'VACUUM INTO' : word, lineOf(text, start)), texts.forbiddenHint)
    if (!writes && !reading.test(word) && !tellingPragma.test(text.slice(start, end)))
      throw refused(texts.notReading(word === '' ? 'the statement' : word, lineOf(text, start)), texts.readOnlyHint)
    if (rollback && /^(?:BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)$/.test(word))
      throw refused(texts.ownTransaction(word, lineOf(text, start)), texts.ownTransactionHint)
  }
  return statements
}

/** The values that SQLite binds; each parameter has one, and each is used. */
function boundValues(statements: SqlStatement[], parameters: SqlQuery['parameters']): Map<string, SqliteValue> {
  const used = new Set(statements.flatMap((statement) => statement.parameters))
  const missing = [...used].filter((name) => !parameters.has(name))
  if (missing.length > 0) throw refused(texts.noValue(missing), texts.noValueHint)
  const values = new Map<string, SqliteValue>()
  for (const [name, value] of parameters) {
    if (!used.has(name)) throw refused(texts.notUsed(name), texts.notUsedHint)
    values.set(name, bound(name, value))
  }
  return values
}

function bound(name: string, value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  // SQLite has no decimals: where a column wants numbers it makes one of the text.
  if (value !== null && typeof value === 'object' && !(value instanceof Uint8Array)) return value.decimal
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
    throw refused(texts.integerTooBig(name), texts.integerTooBigHint)
  // What a double holds as a whole number is an integer, as it is written.
  return typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value
}

const sizeOf = (value: SqlValue): number =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8

/** What a response still takes up, by {@link sqlLimits}. */
class Kept {
  readonly rows: SqlValue[][] = []
  cut: SqlAnswer['cut']
  #bytes = 0

  /** False: no more. */
  take(row: SqlValue[]): boolean {
    this.#bytes += row.reduce<number>((size, value) => size + sizeOf(value), 0)
    if (this.rows.length === sqlLimits.rows) this.cut = 'rows'
    else if (this.#bytes > sqlLimits.bytes) this.cut = 'bytes'
    else this.rows.push(row)
    return this.cut === undefined
  }
}

/**
 * Has a database answer a query: the rules that hold wherever SQLite runs. `name` is that of its connection, for texts. `writes`: false for a
 * database that has `query_only` set.
 * Throws AssayError as the port says.
 */
export function answerQuery(database: SqliteDatabase, query: SqlQuery, name: string, writes = true): SqlAnswer {
  const { text, rollback, timeout } = query
  const statements = checkText(query, writes)
  const values = boundValues(statements, query.parameters)
  const answer: SqlAnswer = { columns: [], rows: [], changes: 0 }
  let current = 0
  const one = (sql: string): SqlValue[] | undefined => {
    const prepared = database.prepare(sql, new Map())
    try {
      return prepared.next()
    } finally {
      prepared.close()
    }
  }
  const changes = (): number => Number(one('select total_changes()')?.[0])
  const deadline = performance.now() + timeout
  try {
    database.until(deadline)
    const before = changes()
    if (rollback) one('savepoint assay_step')
    try {
      for (const { start, end, parameters } of statements) {
        const own = new Map([...values].filter(([name]) => parameters.includes(name)))
        const prepared = database.prepare(text.slice(start, end), own)
        try {
          const kept = new Kept()
          for (let row = prepared.next(); row; row = prepared.next()) {
            if (performance.now() > deadline) throw new SqliteRefusal('interrupted', 9)
            if (!kept.take(row)) break
          }
          if (prepared.columns.length > 0) {
            answer.columns = prepared.columns
            answer.rows = kept.rows
            if (kept.cut) answer.cut = kept.cut
            else delete answer.cut
          }
        } finally {
          prepared.close()
        }
        current++
      }
      answer.changes = changes() - before
    } finally {
      database.until(Infinity)
      if (rollback) undo(one)
    }
    return answer
  } catch (error) {
    database.until(Infinity)
    if (!(error instanceof SqliteRefusal)) throw error
    throw explain(error, { query, name, writes, statements, current, names: (sql) => namesIn(database, sql) })
  }
}

/** An error may have ended the transaction already. */
function undo(one: (sql: string) => unknown): void {
  try {
    one('rollback to assay_step')
    one('release assay_step')
  } catch (error) {
    if (!(error instanceof SqliteRefusal)) throw error
  }
}

/** Names for a guess; none if the database can't say. */
function namesIn(database: SqliteDatabase, sql: string): string[] {
  try {
    const prepared = database.prepare(sql, new Map())
    const names: string[] = []
    try {
      for (let row = prepared.next(); row && names.length < 1_000; row = prepared.next()) names.push(String(row[0]))
    } finally {
      prepared.close()
    }
    return names
  } catch (error) {
    if (error instanceof SqliteRefusal) return []
    throw error
  }
}
