import type { SqlAnswer, SqlConnection, SqlValue } from '#engine/ports/sql.ts'
import type { Admission } from '../admission.ts'
import type { BoundStatement, ServerDriver } from './bind-names.ts'

/** A connection to a server, as a project has it. */
export type ServerConnection = Extract<SqlConnection, { driver: ServerDriver }>

/** Where it is made to. */
export interface ServerTarget extends ServerConnection {
  /** Which addresses may be dialled. */
  admission: Admission
  /** Whether a server may pass a sign-in on to this host; absent: to whatever is admitted. */
  mayRouteTo?: ((host: string) => boolean) | undefined
}

/** What a statement gave. */
export type StatementAnswer = Pick<SqlAnswer, 'columns' | 'rows' | 'changes' | 'cut'>

/** One session at a server. */
export interface ServerSession {
  /** Runs one statement. Rejects with {@link ServerRefusal}, or whatever the driver throws when the connection is gone. */
  run(statement: BoundStatement, values: ReadonlyMap<string, SqlValue>): Promise<StatementAnswer>
  /** Starts a transaction that may not write, or whose end takes back what it did where the server has no such transactions. */
  beginReading(): Promise<void>
  /** Ends it, and what the session keeps beside it. False: a statement has ended it already. */
  endReading(): Promise<boolean>
  /** Lets the server stop what goes on; the session is closed afterwards. Never rejects. */
  cancel(): Promise<void>
  close(): Promise<void>
  /** False: the connection is gone. */
  readonly isUsable: boolean
}

/** How a driver opens a session; rejects with what it throws. `timeout` in milliseconds. */
export interface ServerOpener {
  open(target: ServerTarget, timeout: number): Promise<ServerSession>
  /** What it says of an error, in a form that all servers share; undefined: the connection is gone. */
  refusalOf(thrown: unknown): ServerRefusal | undefined
}

/** What a server says of a statement, or of someone who wants to connect. */
export interface ServerRefusal {
  message: string
  /** The server's own code: SQLSTATE, or its number. */
  code: string
  /** From 0, in the statement as it was sent. */
  position?: number | undefined
  /** From 1, in the statement as it was sent. */
  line?: number | undefined
  hint?: string | undefined
  kind: RefusalKind
}

/** What it is about. */
export type RefusalKind =
  | 'password'
  | 'database'
  | 'permission'
  | 'read-only'
  | 'syntax'
  | 'missing'
  | 'constraint'
  | 'lock'
  | 'many'
  | 'other'

/** Keeps rows up to the limits of the port. */
export interface RowKeeper {
  rows: SqlValue[][]
  cut: 'rows' | 'bytes' | undefined
  /** False: no more are kept. */
  add(row: SqlValue[]): boolean
}
