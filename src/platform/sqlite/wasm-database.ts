import init, { type Database, type PreparedStatement, type SAHPoolUtil, type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { SqliteRefusal, type SqliteDatabase, type SqliteStatement, type SqliteValue } from './database.ts'

/** SQLite as WebAssembly. */
export type Wasm = Sqlite3Static

/** Files of databases in the origin's private file system. */
export type WasmPool = SAHPoolUtil

/** Loads it; `binary` where the host knows it better than the package, which looks for its file beside its script. */
export async function loadWasm(binary?: Uint8Array): Promise<Wasm> {
  // What it has to say comes as errors of the calls too.
  const silent = { print: () => undefined, printErr: () => undefined }
  const config = { error: silent.print, warn: silent.print, log: silent.print, debug: silent.print }
  Object.assign(globalThis, { sqlite3ApiConfig: config })
  return init(Object.assign(silent, binary && { wasmBinary: binary }))
}

/** So many steps of SQLite's machine lie between two looks at the clock: some tenths of a millisecond. */
const stepsPerLook = 10_000

/** Calls that the package has and its types lack. */
interface MoreCalls {
  sqlite3_bind_parameter_name(statement: PreparedStatement, index: number): string | null
  sqlite3_get_autocommit(db: Database): number
}

/** A database in memory may have to be written somewhere. */
export interface WasmDatabase extends SqliteDatabase {
  /** Whether statements have been run that can change the database, since it was {@link WasmDatabase.saved}. */
  wrote(): boolean
  saved(): void
  /** A transaction is open. */
  inTransaction(): boolean
}

/** A database that SQLite as WebAssembly has open; `db` is closed with it. */
export function createWasmDatabase(wasm: Wasm, db: Database): WasmDatabase {
  const capi = wasm.capi as Wasm['capi'] & MoreCalls
  let deadline = Infinity
  let wrote = false
  capi.sqlite3_extended_result_codes(db, 1)
  // Other files are none of a project's business; the names of its connections are checked before they are opened.
  capi.sqlite3_limit(db, capi.SQLITE_LIMIT_ATTACHED, 0)
  capi.sqlite3_progress_handler(db, stepsPerLook, () => (performance.now() > deadline ? 1 : 0), 0)

  /** What SQLite said, instead of what the library makes of it. */
  const asked = <T>(text: string, work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      if (!(cause instanceof Error) || !('resultCode' in cause)) throw cause
      const at = capi.sqlite3_error_offset(db)
      throw new SqliteRefusal(capi.sqlite3_errmsg(db), capi.sqlite3_extended_errcode(db), at < 0 ? undefined : units(text, at))
    }
  }
  return {
    prepare(text, values): SqliteStatement {
      const statement = asked(text, () => db.prepare(text))
      try {
        for (let index = 1; index <= statement.parameterCount; index++) {
          const name = capi.sqlite3_bind_parameter_name(statement, index)?.slice(1)
          const value = values.get(name ?? '')
          if (value !== undefined) asked(text, () => statement.bind(index, value))
        }
      } catch (error) {
        statement.finalize()
        throw error
      }
      const { columnCount } = statement
      if (!capi.sqlite3_stmt_readonly(statement)) wrote = true
      return {
        columns: Array.from({ length: columnCount }, (_, index) => statement.getColumnName(index) ?? ''),
        next: () =>
          asked(text, () => statement.step())
            ? Array.from({ length: columnCount }, (_, index) => statement.get(index) as SqliteValue)
            : undefined,
        close: () => void statement.finalize(),
      }
    },
    until: (moment) => void (deadline = moment),
    close: () => db.close(),
    wrote: () => wrote,
    saved: () => void (wrote = false),
    inTransaction: () => capi.sqlite3_get_autocommit(db) === 0,
  }
}

/** A place in bytes of UTF-8 as one in units of the text. */
function units(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).length
}
