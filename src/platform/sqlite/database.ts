import type { SqlValue } from '#engine/ports/index.ts'

/** A value that SQLite itself knows. */
export type SqliteValue = null | number | bigint | string | Uint8Array

/** One statement that is being run. */
export interface SqliteStatement {
  /** The names of its columns; empty if it gives no rows. */
  columns: string[]
  /** The next row; undefined after the last one. Throws {@link SqliteRefusal}. */
  next(): SqlValue[] | undefined
  close(): void
}

/** An open database, however it is carried. */
export interface SqliteDatabase {
  /**
   * Prepares the one statement that `text` holds, with values by the names of its parameters. Throws {@link SqliteRefusal}.
   */
  prepare(text: string, values: ReadonlyMap<string, SqliteValue>): SqliteStatement
  /** From now on a statement that goes on at this moment (`performance.now()`) ends with code 9, where that is possible. */
  until(deadline: number): void
  close(): void
}

/** What SQLite says no with: its words, its extended result code, and where in the statement, in units, if it knows. */
export class SqliteRefusal extends Error {
  readonly code: number
  readonly offset: number | undefined

  constructor(message: string, code: number, offset?: number) {
    super(message)
    this.code = code
    this.offset = offset
  }
}
