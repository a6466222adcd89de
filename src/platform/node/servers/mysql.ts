import { isIP } from 'node:net'
import mysql from 'mysql2'
import type { SqlValue } from '#engine/ports/sql.ts'
import { openSocket } from '../sockets.ts'
import { keepRows } from './keep-rows.ts'
import type { RefusalKind, ServerOpener, ServerRefusal, ServerSession, ServerTarget } from './server-session.ts'
import { tlsOf } from './tls.ts'

interface MysqlError extends Error {
  code?: string
  errno?: number
  sqlState?: string
  sqlMessage?: string
  fatal?: boolean
}

interface Field {
  name: string
  columnType: number
  characterSet: number
}

/** Types of columns in the protocol (MySQL, enum_field_types). */
const types = { decimal: 0, longlong: 8, bit: 16, newDecimal: 246 }
/** The character set of what is bytes. */
const binary = 63

function valueOf(value: unknown, { columnType, characterSet }: Field): SqlValue {
  if (value === null || value === undefined) return null
  if (columnType === types.decimal || columnType === types.newDecimal) return { decimal: String(value) }
  if (columnType === types.longlong) return BigInt(value as string | number)
  if (value instanceof Uint8Array)
    return columnType === types.bit || characterSet === binary ? new Uint8Array(value) : Buffer.from(value).toString('utf8')
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

function bound(value: SqlValue | undefined): string | number | boolean | Buffer | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (typeof value === 'object') return value.decimal
  return typeof value === 'bigint' ? value.toString() : value
}

/** Numbers of errors (MySQL and MariaDB share these). */
const kinds: Record<number, RefusalKind> = {
  1044: 'permission',
  1045: 'password',
  1698: 'password',
  1049: 'database',
  1142: 'permission',
  1143: 'permission',
  1227: 'permission',
  1792: 'read-only',
  1290: 'read-only',
  1064: 'syntax',
  1040: 'many',
  1203: 'many',
  1205: 'lock',
  1213: 'lock',
  1054: 'missing',
  1146: 'missing',
  1305: 'missing',
}

/** Errors of the connection: the server is gone, or was never there. */
const isGone = ({ code = '', errno }: MysqlError): boolean =>
  /^(PROTOCOL_CONNECTION_LOST|E[A-Z]+|HANDSHAKE_\w+|UNKNOWN_CODE_\w+)$/.test(code) && !code.startsWith('ER_')
    ? true
    : errno === 1053 || errno === 1927

function refusalOf(thrown: unknown): ServerRefusal | undefined {
  if (!(thrown instanceof Error)) return undefined
  const error: MysqlError = thrown
  if (error.errno === undefined || isGone(error)) return undefined
  const message = error.sqlMessage ?? error.message
  const line = /at line (\d+)/.exec(message)?.[1]
  const kind = kinds[error.errno] ?? (error.sqlState === '23000' ? 'constraint' : 'other')
  return {
    kind,
    code: `${error.errno} (${error.sqlState ?? 'HY000'})`,
    message,
    ...(line === undefined ? {} : { line: Number(line) }),
  }
}

const isNoTls = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown as MysqlError).code === 'HANDSHAKE_NO_SSL_SUPPORT'

/** What a server says first. */
interface Greeting {
  protocolVersion: number
}

function connect(target: ServerTarget, timeout: number): Promise<mysql.Connection> {
  const ssl = tlsOf(target)
  const connection = mysql.createConnection({
    // By which TLS compares the certificate; it is not dialled. For an IP address the driver would compare with `localhost`.
    host: target.host || '127.0.0.1',
    stream: () => openSocket(target.admission, { host: target.host || '127.0.0.1', port: target.port ?? 3306 }).setNoDelay(true),
    database: target.database,
    user: target.user,
    password: target.password,
    connectTimeout: timeout,
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    disableEval: true,
    // A file of this machine is nothing that a statement may ask for.
    flags: ['-LOCAL_FILES'],
    ...(ssl === undefined
      ? {}
      : { ssl: { ...ssl, verifyIdentity: target.tls === 'verify' && isIP(target.host) === 0 } as mysql.SslOptions }),
  } as mysql.ConnectionOptions)
  return new Promise((resolve, reject) => {
    connection.on('error', () => undefined)
    connection.connect((error, greeting?: Greeting) => {
      // The one version that there is (MySQL, HandshakeV10). The driver takes any bytes for a greeting, zeros for one that accepts everyone.
      if (error === null && greeting?.protocolVersion === 10) return resolve(connection)
      connection.destroy()
      if (error === null) return reject(new Error("The server doesn't use the MySQL protocol"))
      if (target.tls === 'prefer' && isNoTls(error)) resolve(connect({ ...target, tls: 'off' }, timeout))
      else reject(error)
    })
  })
}

const ask = (connection: mysql.Connection, sql: string): Promise<{ serverStatus?: number }> =>
  new Promise(
    (resolve, reject) =>
      void connection.query<mysql.ResultSetHeader>(sql, (error, result) => (error === null ? resolve(result) : reject(error))),
  )

/** Flags of SERVER_STATUS: in a transaction, and in a read-only one. */
const inReadOnly = 0x2001

/** MySQL and MariaDB. */
export const mysqlServer: ServerOpener = {
  refusalOf,
  async open(target, timeout): Promise<ServerSession> {
    const connection = await connect(target, timeout)
    if (!target.writes) await ask(connection, 'set session transaction read only')
    let isUsable = true
    /** Ends what goes on: a statement that gives rows one by one does not hear of its connection's end. */
    let lost: ((error: Error) => void) | undefined
    const end = (error?: Error): void => {
      isUsable = false
      lost?.(error ?? new Error('The connection was closed'))
    }
    connection.on('end', () => end())
    connection.on('error', end)
    const cancel = async (): Promise<void> => {
      const other = await connect(target, timeout)
      await ask(other, `kill query ${connection.threadId}`).finally(() => other.destroy())
    }
    return {
      get isUsable() {
        return isUsable
      },
      run: (statement, values) =>
        new Promise((resolve, reject) => {
          const keeper = keepRows()
          const given = statement.names.map((name) => bound(values.get(name)))
          // Some statements can't be prepared; those without parameters need not be.
          const asked = given.length === 0 ? connection.query(statement.text) : connection.execute(statement.text, given)
          let columns: Field[] = []
          let changes = 0
          let cutting: Promise<void> | undefined
          lost = reject
          const answer = async (): Promise<void> => {
            await cutting
            resolve({
              columns: columns.map(({ name }) => name),
              rows: keeper.rows,
              changes,
              ...(keeper.cut === undefined ? {} : { cut: keeper.cut }),
            })
          }
          asked.on('fields', (fields: unknown) => {
            if (Array.isArray(fields)) columns = fields as Field[]
          })
          asked.on('result', (row: unknown) => {
            if (!Array.isArray(row)) changes += (row as { affectedRows?: number }).affectedRows ?? 0
            else if (!keeper.add(row.map((value, index) => valueOf(value, columns[index] as Field))))
              cutting ??= cancel().catch(() => undefined)
          })
          asked.on('error', (error: Error) => (cutting ? void answer() : reject(error)))
          asked.on('end', () => void answer())
        }),
      beginReading: async () => void (await ask(connection, 'start transaction read only')),
      async endReading() {
        const { serverStatus = 0 } = await ask(connection, 'do 0')
        await ask(connection, 'rollback')
        return (serverStatus & inReadOnly) === inReadOnly
      },
      cancel: () => cancel().catch(() => undefined),
      async close() {
        isUsable = false
        connection.destroy()
      },
    }
  },
}
