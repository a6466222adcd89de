import type { Socket } from 'node:net'
import { Client, Query, type ClientConfig } from 'pg'
import { textOf } from '#engine/base/errors.ts'
import type { SqlValue } from '#engine/ports/sql.ts'
import { unopenedSocket } from '../sockets.ts'
import { keepRows } from './keep-rows.ts'
import type { RefusalKind, ServerOpener, ServerRefusal, ServerSession, ServerTarget } from './server-session.ts'
import { PostgresMessages } from './postgres-messages.ts'
import { tlsOf } from './tls.ts'

const toNumber = (text: string): SqlValue => Number(text)

/** By the number of the type (pg_type.oid); all others are texts, as the server writes them. */
const parsers: Record<number, (text: string) => SqlValue> = {
  16: (text) => text === 't',
  17: (text) => (text.startsWith('\\x') ? new Uint8Array(Buffer.from(text.slice(2), 'hex')) : text),
  20: (text) => BigInt(text),
  21: toNumber,
  23: toNumber,
  26: toNumber,
  700: toNumber,
  701: toNumber,
  1700: (text) => ({ decimal: text }),
}

const asText = (text: string): SqlValue => text

/** A value as the server is given it: a text, whose type the statement tells. */
function bound(value: SqlValue | undefined): string | boolean | Buffer | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (typeof value === 'object') return value.decimal
  return typeof value === 'boolean' ? value : String(value)
}

interface PostgresError extends Error {
  code?: string
  position?: string
  hint?: string
  detail?: string
}

const isRefusal = (thrown: unknown): thrown is PostgresError =>
  thrown instanceof Error && /^[\dA-Z]{5}$/.test((thrown as PostgresError).code ?? '')

/** Classes of SQLSTATE (PostgreSQL, appendix A). */
function kindOf(code: string): RefusalKind | undefined {
  if (code === '28P01' || code === '28000') return 'password'
  if (code === '3D000') return 'database'
  if (code === '42501') return 'permission'
  if (code === '25006') return 'read-only'
  if (code === '42601') return 'syntax'
  if (code === '53300') return 'many'
  if (code === '55P03' || code === '40P01' || code === '40001') return 'lock'
  if (code.startsWith('42')) return 'missing'
  if (code.startsWith('23')) return 'constraint'
  // The server shut down, or ended the session.
  return code.startsWith('57P') || code.startsWith('08') ? undefined : 'other'
}

function refusalOf(thrown: unknown): ServerRefusal | undefined {
  if (!isRefusal(thrown)) return undefined
  const { message, code = '', position, hint, detail } = thrown
  const kind = kindOf(code)
  if (kind === undefined) return undefined
  return {
    kind,
    code,
    message: [message, detail].filter(Boolean).join('. '),
    hint,
    ...(position === undefined ? {} : { position: Number(position) - 1 }),
  }
}

const configOf = (target: ServerTarget, timeout: number): ClientConfig => ({
  host: target.host || '127.0.0.1',
  stream: () => unopenedSocket(target.admission),
  port: target.port ?? 5432,
  database: target.database || undefined,
  user: target.user || undefined,
  password: target.password,
  connectionTimeoutMillis: timeout,
  application_name: 'Assay',
  ssl: tlsOf(target) ?? false,
  // A session that may not write is read-only from its start.
  ...(target.writes ? {} : { options: '-c default_transaction_read_only=on' }),
})

const isNoTls = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.message === 'The server does not support SSL connections'

/** What pg reads a socket by. */
type Source = Pick<Socket, 'destroy'> & { on(event: string, listener: (part: Buffer) => void): unknown }

/** The part of a client that reads what the server says; its types leave it out. */
interface Reading {
  connection: {
    attachListeners(source: Source): void
    on(event: 'readyForQuery', listener: (message: { status: string }) => void): void
  }
}

/**
 * What pg throws while it reads is an error of this connection. No one would catch it: it ended the program, with all that it
 * runs. What it would read forever it is not given.
 */
function guardReading({ connection }: Reading): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (source) => {
    const messages = new PostgresMessages()
    attach({
      destroy: (error) => source.destroy(error),
      on: (event, listener) =>
        source.on(event, (part) => {
          try {
            listener(event === 'data' ? messages.pass(part) : part)
          } catch (thrown) {
            source.destroy(thrown instanceof Error ? thrown : new Error(textOf(thrown)))
          }
        }),
    })
  }
}

async function connect(target: ServerTarget, timeout: number): Promise<Client> {
  const client = new Client(configOf(target, timeout))
  guardReading(client as unknown as Reading)
  // What happens to the connection while no one asks anything is seen by the next query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (thrown) {
    await client.end().catch(() => undefined)
    if (target.tls === 'prefer' && isNoTls(thrown)) return connect({ ...target, tls: 'off' }, timeout)
    throw thrown
  }
}

/** PostgreSQL, by its own protocol. */
export const postgres: ServerOpener = {
  refusalOf,
  async open(target, timeout): Promise<ServerSession> {
    const client = await connect(target, timeout)
    let isUsable = true
    client.on('end', () => (isUsable = false))
    /** I: outside a transaction; T: in one; E: in one that has failed (ReadyForQuery). */
    let status = 'I'
    ;(client as unknown as Reading).connection.on('readyForQuery', (message) => (status = message.status))
    const { processID } = client as unknown as { processID: number }
    const cancel = async (): Promise<void> => {
      const other = await connect(target, timeout)
      await other.query('select pg_cancel_backend($1)', [processID]).finally(() => other.end())
    }
    return {
      get isUsable() {
        return isUsable
      },
      run: (statement, values) =>
        new Promise((resolve, reject) => {
          const keeper = keepRows()
          const query = new Query({
            text: statement.text,
            values: statement.names.map((name) => bound(values.get(name))),
            rowMode: 'array',
            // One statement a message: a second one is rejected by the server, however the text is read here.
            queryMode: 'extended',
            types: { getTypeParser: (oid: number) => parsers[oid] ?? asText },
          } as unknown as string)
          /**
           * Where there are more rows than are kept: no one needs the rest. The session is free when the server has heard of
           * it.
           */
          let cutting: Promise<void> | undefined
          query.on('row', (row: unknown) => {
            if (!keeper.add(row as SqlValue[])) cutting ??= cancel().catch(() => undefined)
          })
          const answer = async (columns: string[], changes: number): Promise<void> => {
            await cutting
            resolve({ columns, rows: keeper.rows, changes, ...(keeper.cut === undefined ? {} : { cut: keeper.cut }) })
          }
          let columns: string[] = []
          query.on('row', (_row: unknown, result?: { fields: { name: string }[] }) => {
            if (columns.length === 0) columns = result?.fields.map(({ name }) => name) ?? []
          })
          query.on('end', (result) => {
            const { fields, command, rowCount } = result
            void answer(
              fields.map(({ name }) => name),
              /^(INSERT|UPDATE|DELETE|MERGE)/.test(command) ? (rowCount ?? 0) : 0,
            )
          })
          query.on('error', (error) => (cutting ? void answer(columns, 0) : reject(error)))
          client.query(query)
        }),
      // Below a savepoint a read-only transaction can't be made to write before its first query (SET TRANSACTION).
      beginReading: async () => void (await client.query('begin transaction read only; savepoint assay')),
      async endReading() {
        const isIntact = status !== 'I'
        await client.query('rollback')
        await client.query('discard all')
        return isIntact
      },
      cancel: () => cancel().catch(() => undefined),
      async close() {
        isUsable = false
        await client.end().catch(() => undefined)
      },
    }
  },
}
