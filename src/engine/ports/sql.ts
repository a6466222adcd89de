/** The supported databases. */
export type SqlDriver = 'sqlite' | 'postgres' | 'mysql' | 'mssql'

/** How the connection to a server is secured. */
export const tlsModes = ['prefer', 'require', 'verify', 'off'] as const

/** A value as a database knows it. `decimal`: a number that keeps its digits, as it is written. */
export type SqlValue = null | boolean | number | bigint | string | Uint8Array | { decimal: string }

/** A connection of the project with its templates resolved and its password read. */
export type SqlConnection = { id: string; name: string } & (
  | {
      driver: 'sqlite'
      /** Path next to the project; empty: a database in memory that lasts for the run. */
      file: string
      /** Of a file of SQL: its text, from which the database is created in memory for each run. */
      script?: string
      /** False: nothing of the database is changed; absent: queries may write. */
      writes?: false
    }
  | {
      driver: Exclude<SqlDriver, 'sqlite'>
      host: string
      port: number | undefined
      database: string
      user: string
      password: string
      /**
       * `prefer`: secured if the server can. `require`: secured, whatever the certificate. `verify`: only by a certificate that
       * is trusted here and is the host's. `off`: not secured.
       */
      tls: (typeof tlsModes)[number]
      /** False: what changes data is rejected or undone. */
      writes: boolean
    }
)

/** A query. */
export interface SqlQuery {
  text: string
  /** By name; bound as `:name`, never pasted into the text. */
  parameters: ReadonlyMap<string, SqlValue>
  /** Several statements, one after the other; the rows are those of the last that has any. */
  script: boolean
  /** All of it is undone when it has been run. */
  rollback: boolean
  /** Milliseconds. */
  timeout: number
}

/** The result of a query. */
export interface SqlAnswer {
  /** As the database names them: one name may stand twice. Empty of a statement that gives no rows. */
  columns: string[]
  rows: SqlValue[][]
  /** Rows that were inserted, updated or deleted. */
  changes: number
  /** There were more rows than {@link sqlLimits} allow, by their number or their size. */
  cut?: 'rows' | 'bytes'
  /** The file was not there: an empty database was made. */
  created?: true
}

/**
 * Databases. A connection is opened when it is first asked, and stays open for the run: what one step starts (a transaction, a
 * temporary table) the next one finds.
 */
export interface Sql {
  /** Those that this host can connect to; a step with another one breaks before anything is asked. */
  drivers: ReadonlySet<SqlDriver>
  /**
   * Rejects with AssayError: `sql-refused` (the database says no), `sql-unusable` (there is no such database, or it is damaged),
   * `deadline`, `cancelled`. After the last two nothing of it goes on.
   */
  query(connection: SqlConnection, query: SqlQuery, signal: AbortSignal): Promise<SqlAnswer>
}

/** The limits of a result. */
export const sqlLimits = { rows: 10_000, bytes: 10_000_000 }
