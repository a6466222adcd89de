import { AssayError } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlConnection, SqlQuery } from '#engine/ports/index.ts'
import { answerQuery } from './answer-query.ts'
import { SqliteRefusal, type SqliteDatabase } from './database.ts'
import { sqliteDatabaseTexts as texts } from './texts.ts'

/** A connection to SQLite. */
export type SqliteConnection = Extract<SqlConnection, { driver: 'sqlite' }>

/** A database that a host has opened. */
export interface Opened {
  database: SqliteDatabase
  /** Its file was not there. */
  created?: boolean
  /** Before each query: whether what is open is still what the file holds. */
  before?(): void
  /** After each query, also after one that was rejected: what has changed goes to the file. */
  after?(query: SqlQuery): void
}

/** The databases that are open, by the ids of their connections. */
export interface Databases {
  /** Makes one ready; {@link Databases.answer} does it too. */
  open(connection: SqliteConnection): Promise<void>
  /** As the port says, one query after the other. */
  answer(connection: SqliteConnection, query: SqlQuery): Promise<SqlAnswer>
  close(): void
}

/** Milliseconds that the SQL of a file may take. */
const scriptTimeout = 60_000

/** Makes them; `open` is the host's part: where files are, and what carries SQLite. */
export function createDatabases(open: (connection: SqliteConnection) => Promise<Opened>): Databases {
  const all = new Map<string, Opened>()

  const opened = async (connection: SqliteConnection): Promise<Opened> => {
    const known = all.get(connection.id)
    if (known) return known
    const one = await open(connection).catch((error: unknown) => {
      throw unopened(error, connection)
    })
    try {
      if (connection.script !== undefined) runScript(one.database, connection.script, connection)
      if (connection.writes === false) onlyRead(one.database)
    } catch (error) {
      one.database.close()
      throw error
    }
    all.set(connection.id, one)
    return one
  }
  let last: Promise<unknown> = Promise.resolve()

  const answer: Databases['answer'] = async (connection, query) => {
    const one = await opened(connection)
    one.before?.()
    try {
      const found = answerQuery(one.database, query, connection.name, connection.writes !== false)
      return one.created ? { ...found, created: true } : found
    } catch (error) {
      if (!one.created || !(error instanceof AssayError)) throw error
      const { code, message, hint, cause } = error
      throw new AssayError(code, `${message}${texts.created}`, { hint, cause })
    } finally {
      // Only the first response says so.
      one.created = false
      if (connection.writes !== false) one.after?.(query)
    }
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  return {
    open: (connection) => inTurn(async () => void (await opened(connection))),
    answer: (connection, query) => inTurn(() => answer(connection, query)),
    close() {
      for (const { database } of all.values()) database.close()
      all.clear()
    },
  }
}

/** From now on SQLite rejects what changes the database; statements that could take that back are not run. */
function onlyRead(database: SqliteDatabase): void {
  const statement = database.prepare('pragma query_only = 1', new Map())
  statement.next()
  statement.close()
}

/** Why a database could not even be opened. */
const unopened = (error: unknown, { name }: SqliteConnection): unknown =>
  error instanceof SqliteRefusal
    ? new AssayError('sql-unusable', texts.cantOpen(name), { hint: texts.cantOpenHint, cause: error.message })
    : error

/** Creates a database from the SQL of a file. */
function runScript(database: SqliteDatabase, text: string, { file, name }: SqliteConnection): void {
  const script = { text, parameters: new Map(), script: true, rollback: false, timeout: scriptTimeout }
  try {
    answerQuery(database, script, name)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const { message, hint, cause } = error
    throw new AssayError('sql-unusable', texts.scriptFile(file, message), { hint, cause })
  }
}
