import { SqliteRefusal, type SqliteDatabase, type SqliteValue } from '#platform/sqlite/database.ts'

/** What is used of `node:sqlite`, which Node has from 22.13 on; some of it later. */
interface NodeStatement {
  columns?(): { name: string }[]
  iterate(values: Record<string, SqliteValue>): Iterator<Record<string, SqliteValue> | SqliteValue[]>
  setReadBigInts(enabled: boolean): void
  setReturnArrays?(enabled: boolean): void
}
interface NodeSqlite {
  DatabaseSync: new (
    path: string,
    options?: { timeout?: number; readOnly?: boolean },
  ) => { prepare(sql: string): NodeStatement; close(): void }
}

/** Node's own SQLite; undefined where it has none. */
export const nodeSqlite = (): NodeSqlite | undefined =>
  (process.getBuiltinModule as (name: string) => object | undefined)('node:sqlite') as NodeSqlite | undefined

/** Milliseconds that a lock of another program is waited for. */
const patience = 2_000

const asked = <T>(work: () => T): T => {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new SqliteRefusal(cause.message, 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : 1)
  }
}

/** Integers are read unchanged; those that a double holds become numbers. */
const plain = (value: SqliteValue): SqliteValue =>
  typeof value === 'bigint' && BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value

/** A file that Node's own SQLite has open: with its locks, beside other programs. Nothing but the end of the process stops a query of it. */
export function openNodeDatabase({ DatabaseSync }: NodeSqlite, path: string, readOnly = false): SqliteDatabase {
  const database = asked(() => new DatabaseSync(path, { timeout: patience, readOnly }))
  return {
    prepare(text, values) {
      const statement = asked(() => database.prepare(text))
      statement.setReadBigInts(true)
      statement.setReturnArrays?.(true)
      const rows = asked(() => statement.iterate(Object.fromEntries(values)))
      let columns = statement.columns?.().map(({ name }) => name) ?? []
      return {
        get columns() {
          return columns
        },
        next() {
          const { value, done } = asked(() => rows.next())
          if (done) return undefined
          // An older Node tells the names with the values only.
          if (columns.length === 0) columns = Object.keys(value)
          return Object.values(value).map(plain)
        },
        close: () => void rows.return?.(),
      }
    },
    until: () => undefined,
    close: () => database.close(),
  }
}
