import type { EventEmitter } from 'node:events'
import { isIP, type Socket } from 'node:net'
import tedious, { type Connection as TediousConnection, type ConnectionConfiguration } from 'tedious'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { SqlValue } from '#engine/ports/sql.ts'
import { connected, openSocket, type Destination } from '../sockets.ts'
import { keepRows } from './keep-rows.ts'
import { decimalTypes, keepDecimals } from './mssql-decimals.ts'
import { serverTexts as texts } from './texts.ts'
import { plainStatement } from './bind-names.ts'
import type { RefusalKind, ServerOpener, ServerRefusal, ServerSession, ServerTarget } from './server-session.ts'

const { Connection, Request, TYPES } = tedious

keepDecimals()

/** A cell as the driver gives it. */
interface ColumnValue {
  value: unknown
  metadata: { colName: string; scale?: number | undefined; type: { name: string } }
}

interface ServerError extends Error {
  code?: string
  number?: number
  lineNumber?: number
  errors?: ServerError[]
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

/** A date as the driver gives it: fractions of a millisecond are given separately, in seconds. */
interface DriverDate extends Date {
  nanosecondsDelta?: number
}

/** The fraction of a second in as many digits as the column has (`datetime2(7)`), of which types without a choice have three. */
function fractionOf(value: DriverDate, digits = 3): string {
  const units = value.getUTCMilliseconds() * 10_000 + Math.round((value.nanosecondsDelta ?? 0) * 1e7)
  return digits === 0 ? '' : `.${pad(units, 7).slice(0, digits)}`
}

/** A date as the server writes it, by its type; in UTC, which is how it is read. */
export function dateText(value: DriverDate, type: string, digits?: number): string {
  const date = `${pad(value.getUTCFullYear(), 4)}-${pad(value.getUTCMonth() + 1)}-${pad(value.getUTCDate())}`
  const time = `${pad(value.getUTCHours())}:${pad(value.getUTCMinutes())}:${pad(value.getUTCSeconds())}${fractionOf(value, digits)}`
  if (type === 'Date') return date
  if (type === 'Time') return time
  return `${date} ${time}${type === 'DateTimeOffset' ? ' +00:00' : ''}`
}

function valueOf({ value, metadata }: ColumnValue): SqlValue {
  const given: unknown = value
  const type = metadata.type.name
  if (given === null || given === undefined) return null
  if (given instanceof Date) return dateText(given, type, metadata.scale)
  if (given instanceof Uint8Array) return new Uint8Array(given)
  if (type === 'BigInt' || (type === 'IntN' && typeof given === 'string')) return BigInt(given as string)
  if (decimalTypes.has(type)) return { decimal: String(given) }
  return typeof given === 'number' || typeof given === 'boolean' ? given : String(given)
}

/** Binds a value by the type that holds it without loss; the server turns it into the column's own. */
function bind(request: InstanceType<typeof Request>, name: string, value: SqlValue | undefined): void {
  if (value === null || value === undefined) request.addParameter(name, TYPES.NVarChar, null)
  else if (value instanceof Uint8Array) request.addParameter(name, TYPES.VarBinary, Buffer.from(value))
  else if (typeof value === 'object') request.addParameter(name, TYPES.NVarChar, value.decimal)
  else if (typeof value === 'boolean') request.addParameter(name, TYPES.Bit, value)
  else if (typeof value === 'bigint') request.addParameter(name, TYPES.BigInt, value)
  else if (typeof value === 'string') request.addParameter(name, TYPES.NVarChar, value)
  else if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) request.addParameter(name, TYPES.Int, value)
  else request.addParameter(name, TYPES.Float, value)
}

/** Numbers of errors (sys.messages). */
const kinds: Record<number, RefusalKind> = {
  18456: 'password',
  4060: 'database',
  229: 'permission',
  230: 'permission',
  262: 'permission',
  3906: 'read-only',
  102: 'syntax',
  156: 'syntax',
  105: 'syntax',
  207: 'missing',
  208: 'missing',
  547: 'constraint',
  515: 'constraint',
  2601: 'constraint',
  2627: 'constraint',
  1205: 'lock',
  1222: 'lock',
}

function refusalOf(thrown: unknown): ServerRefusal | undefined {
  if (!(thrown instanceof Error)) return undefined
  const error: ServerError = thrown
  const inner = error.errors?.find(({ number }) => number !== undefined)
  if (inner !== undefined) return refusalOf(inner)
  if (error.code === 'ELOGIN') return { kind: 'password', code: 'ELOGIN', message: error.message }
  if (error.number === undefined) return undefined
  const { number, lineNumber: line, message } = error
  return { kind: kinds[number] ?? 'other', code: String(number), message, ...(line ? { line } : {}) }
}

/** The most servers that one sign-in is passed on to. */
const mostRoutes = 5

/**
 * Opens the connections of a sign-in. A server may route it to any host (MS-TDS section 2.2.7.9, ENVCHANGE 20), where the driver signs in again: that
 * host is judged as the first one was, and has to be one of the project's where its hosts are known.
 */
function connectorOf(target: ServerTarget): () => Promise<Socket> {
  const host = target.host || '127.0.0.1'
  let routes = 0
  // The driver gives what its types omit: where to, how to look it up, and when to give up.
  const connector = async (to: Destination, _lookup: unknown, signal: AbortSignal): Promise<Socket> => {
    const isRouted = to.host !== host
    if ((isRouted || to.port !== (target.port ?? 1433)) && ++routes > mostRoutes) throw new Error('Too many routing redirects')
    if (isRouted && target.mayRouteTo?.(to.host) === false)
      throw new AssayError('http-blocked', texts.routed(host, to.host), { hint: texts.routedHint(to.host) })
    return (await connected(openSocket(target.admission, to), signal)).setNoDelay(true)
  }
  return connector as unknown as () => Promise<Socket>
}

const configOf = (target: ServerTarget, timeout: number): ConnectionConfiguration => ({
  server: target.host || '127.0.0.1',
  authentication: { type: 'default', options: { userName: target.user, password: target.password } },
  options: {
    port: target.port ?? 1433,
    connector: connectorOf(target),
    ...(target.database === '' ? {} : { database: target.database }),
    appName: 'Assay',
    connectTimeout: timeout,
    // The callers keep the port's own limits.
    requestTimeout: 0,
    encrypt: target.tls !== 'off',
    trustServerCertificate: target.tls !== 'verify',
    serverName: target.host,
    useUTC: true,
    readOnlyIntent: !target.writes,
    rowCollectionOnDone: false,
    rowCollectionOnRequestCompletion: false,
  },
})

/** What reads a response: tokens, each given to the method of its name. */
interface Reader extends EventEmitter {
  parser: EventEmitter
}
type TokenHandler = Record<string, (token: unknown) => void>

/** Parts of a connection that its types omit. */
interface Insides {
  socket: { destroy(error?: Error): void } | undefined
  /** Between the first response and the sign-in. */
  performTlsNegotiation(answer: { encryptionString: string }, signal: AbortSignal): Promise<void>
  messageIo: { startTls(details: unknown, name: string, trusts: boolean): Promise<void> }
  createTokenStreamParser(message: unknown, handler: TokenHandler): Reader
}

/**
 * What tedious throws while it reads is an error of this connection. No one would catch it: it would end the program, with all
 * that it runs.
 */
function guardReading(connection: Insides): void {
  const create = connection.createTokenStreamParser.bind(connection)
  connection.createTokenStreamParser = (message, handler) => {
    const broken = (thrown: unknown): void => {
      const error = thrown instanceof Error ? thrown : new Error(textOf(thrown))
      // A sign-in waits for the end of the response, or for this; everything else for the end of the connection.
      if (reader.listenerCount('error') === 0) return connection.socket?.destroy(error)
      reader.emit('error', error)
      connection.socket?.destroy()
    }
    const guarded = new Proxy(handler, {
      get: (methods, name: string) => (token: unknown) => {
        try {
          methods[name]?.(token)
        } catch (thrown) {
          broken(thrown)
        }
      },
    })
    const reader = create(message, guarded)
    reader.parser.on('error', broken)
    return reader
  }
}

/**
 * What of TLS tedious leaves open. It signs in without at a server that says it has none: an attacker in between could say
 * that, and read the password. An IP address isn't a name for TLS (RFC 6066 section 3), of which Node warns on the terminal;
 * where the certificate has to be the host's, it is compared with that name.
 */
function secure(connection: Insides, { tls, host }: ServerTarget): void {
  const negotiate = connection.performTlsNegotiation.bind(connection)
  connection.performTlsNegotiation = async (answer, signal) => {
    const isSecured = answer.encryptionString === 'ON' || answer.encryptionString === 'REQ'
    if (!isSecured && (tls === 'require' || tls === 'verify')) throw new Error("The server doesn't support TLS")
    if (isSecured && tls === 'off') throw new Error('The server requires TLS, but the connection has it turned off')
    const { messageIo } = connection
    const start = messageIo.startTls.bind(messageIo)
    if (isIP(host) !== 0 && tls !== 'verify') messageIo.startTls = (details, _name, trusts) => start(details, '', trusts)
    await negotiate(answer, signal)
  }
}

const connect = (target: ServerTarget, timeout: number): Promise<TediousConnection> =>
  new Promise((resolve, reject) => {
    const connection = new Connection(configOf(target, timeout))
    const insides = connection as unknown as Insides
    guardReading(insides)
    secure(insides, target)
    connection.on('error', () => undefined)
    connection.connect((error) => {
      if (error === undefined || error === null) return resolve(connection)
      connection.close()
      reject(error)
    })
  })

/** SQL Server, by TDS. A session that may not write undoes all that it did after each query: the server has no such sessions. */
export const mssql: ServerOpener = {
  refusalOf,
  async open(target, timeout): Promise<ServerSession> {
    const connection = await connect(target, timeout)
    let isUsable = true
    connection.on('end', () => (isUsable = false))
    const run: ServerSession['run'] = (statement, values) =>
      new Promise((resolve, reject) => {
        const keeper = keepRows()
        let columns: string[] = []
        let isCut = false
        const request = new Request(statement.text, (error, changed) => {
          if (error && !isCut) return reject(error)
          const changes = columns.length > 0 ? 0 : (changed ?? 0)
          resolve({ columns, rows: keeper.rows, changes, ...(keeper.cut === undefined ? {} : { cut: keeper.cut }) })
        })
        request.on('columnMetadata', (found) => {
          columns = (Array.isArray(found) ? found : Object.values(found)).map(({ colName }) => colName)
          keeper.rows = []
        })
        request.on('row', (row: ColumnValue[]) => {
          if (keeper.add(row.map(valueOf)) || isCut) return
          isCut = true
          connection.cancel()
        })
        for (const name of statement.names) bind(request, name, values.get(name))
        if (statement.names.length > 0) connection.execSql(request)
        else connection.execSqlBatch(request)
      })
    return {
      get isUsable() {
        return isUsable
      },
      run,
      // SQL Server has no transactions that may only read: what this one does is taken back.
      beginReading: async () => void (await run(plainStatement('begin transaction'), new Map())),
      async endReading() {
        const { rows } = await run(plainStatement('select @@trancount'), new Map())
        await run(plainStatement('if @@trancount > 0 rollback'), new Map())
        return rows[0]?.[0] === 1
      },
      async cancel() {
        connection.cancel()
      },
      async close() {
        isUsable = false
        connection.close()
      },
    }
  },
}
