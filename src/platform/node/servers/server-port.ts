import { AssayError, textOf } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlQuery } from '#engine/ports/sql.ts'
import { lineOf } from '#engine/ports/sql/sql-text.ts'
import type { Admission } from '../admission.ts'
import { unrestricted } from '../sockets.ts'
import { bindNames, plainStatement, type BoundStatement, type ServerDriver } from './bind-names.ts'
import { explainConnecting, explainRefusal, silent } from './explain.ts'
import type { ServerConnection, ServerOpener, ServerSession, ServerTarget } from './server-session.ts'
import { refuseWrites } from './read-only.ts'
import { SessionPool } from './session-pool.ts'
import { serverTexts as texts } from './texts.ts'

/** Servers of databases, for one run. */
export interface Servers {
  query(connection: ServerConnection, query: SqlQuery, signal: AbortSignal): Promise<SqlAnswer>
  close(): Promise<void>
}

/** What can be changed about them. */
export interface ServersOptions {
  /** Which addresses may be dialled; absent: all. */
  admission?: Admission | undefined
  /** The hosts to which a server may pass a sign-in on, in lower case; absent: to whatever is admitted. */
  namedHosts?: (() => ReadonlySet<string>) | undefined
}

/** Milliseconds that a server gets to answer someone who connects. */
const connectTimeout = 10_000

const openers: Record<ServerDriver, () => Promise<ServerOpener>> = {
  postgres: async () => (await import('./postgres.ts')).postgres,
  mysql: async () => (await import('./mysql.ts')).mysqlServer,
  mssql: async () => (await import('./mssql.ts')).mssql,
}

const ownTransaction = /^(BEGIN|START|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)$/

const refused = (text: string, hint: string): AssayError => new AssayError('sql-refused', text, { hint })

/** The statements of a query, and what it is rejected for before a server sees it. */
function statementsOf({ text, script, rollback, parameters }: SqlQuery, driver: ServerDriver, writes: boolean): BoundStatement[] {
  const found = bindNames(text, driver)
  if (!Array.isArray(found)) throw refused(texts.notClosed(lineOf(text, found.unclosed)), texts.notClosedHint)
  const [first, second] = found
  if (first === undefined) throw refused(texts.nothing, texts.nothingHint)
  if (second !== undefined && !script) throw refused(texts.several(found.length, lineOf(text, second.start)), texts.severalHint)
  const used = new Set(found.flatMap(({ names }) => names))
  const missing = [...used].filter((name) => !parameters.has(name))
  if (missing.length > 0) throw refused(texts.noValue(missing), texts.noValueHint)
  const useless = [...parameters.keys()].find((name) => !used.has(name))
  if (useless !== undefined) throw refused(texts.notUsed(useless), texts.notUsedHint)
  for (const { word, start } of found) {
    if (rollback && ownTransaction.test(word))
      throw refused(texts.ownTransaction(word, lineOf(text, start)), texts.ownTransactionHint)
  }
  if (!writes) refuseWrites(text, driver, found)
  return found
}

const begin: Record<ServerDriver, string> = { postgres: 'begin', mysql: 'start transaction', mssql: 'begin transaction' }
const undo: Record<ServerDriver, string> = { postgres: 'rollback', mysql: 'rollback', mssql: 'if @@trancount > 0 rollback' }

/** Makes them; a driver is loaded, and a session opened, with the first query. */
export function createServers({ admission = unrestricted, namedHosts }: ServersOptions = {}): Servers {
  const mayRouteTo = namedHosts && ((host: string): boolean => namedHosts().has(host.toLowerCase()))
  const pools = new Map<string, SessionPool>()

  const poolOf = (connection: ServerConnection, opener: ServerOpener): SessionPool => {
    const key = JSON.stringify(connection)
    let pool = pools.get(key)
    if (pool === undefined) {
      pool = new SessionPool(async () => {
        try {
          const target: ServerTarget = { ...connection, admission, mayRouteTo }
          return await opener.open(target, connectTimeout)
        } catch (thrown) {
          throw explainConnecting(thrown, connection, opener.refusalOf(thrown), connectTimeout)
        }
      })
      pools.set(key, pool)
    }
    return pool
  }

  async function runQuery(
    session: ServerSession,
    statements: BoundStatement[],
    query: SqlQuery,
    driver: ServerDriver,
    writes: boolean,
  ) {
    const answer: SqlAnswer = { columns: [], rows: [], changes: 0 }
    let current = 0
    let isIntact = true
    try {
      if (!writes) await session.beginReading()
      else if (query.rollback) await session.run(plainStatement(begin[driver]), new Map())
      for (const statement of statements) {
        const found = await session.run(statement, query.parameters)
        answer.changes += found.changes
        if (found.columns.length > 0) Object.assign(answer, { cut: undefined }, found, { changes: answer.changes })
        current += 1
      }
    } catch (thrown) {
      throw new StatementError(thrown, current)
    } finally {
      if (session.isUsable && !writes) isIntact = await session.endReading().catch(() => false)
      else if (session.isUsable && query.rollback)
        await session.run(plainStatement(undo[driver]), new Map()).catch(() => session.close())
      if (!isIntact) await session.close()
    }
    if (!isIntact) throw refused(texts.ended, texts.readOnlyHint)
    if (answer.cut === undefined) delete answer.cut
    return answer
  }

  return {
    async query(connection, query, signal) {
      const { driver } = connection
      const writes = connection.writes === true
      const statements = statementsOf(query, driver, writes)
      const opener = await openers[driver]()
      const pool = poolOf(connection, opener)
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), query.timeout)
      const ended = AbortSignal.any([signal, limit.signal])
      const endedError = (): AssayError => {
        if (signal.aborted) return new AssayError('cancelled', '')
        if (session === undefined && pool.isOpening) return silent(connection, query.timeout)
        return new AssayError('deadline', texts.deadline(query.timeout), { hint: texts.deadlineHint })
      }
      let session: ServerSession | undefined
      try {
        const taken = await orEnded(pool.take(ended), ended, (late) => pool.give(late))
        session = taken
        const work = runQuery(taken, statements, query, driver, writes)
        return await orEnded(work, ended, () => undefined)
      } catch (thrown) {
        if (ended.aborted) {
          // The server is told to cancel, and the session with what it started is given up: nothing of it goes on.
          await session?.cancel()
          await session?.close()
          throw endedError()
        }
        if (!(thrown instanceof StatementError)) throw thrown
        const refusal = opener.refusalOf(thrown.cause)
        if (refusal !== undefined) throw explainRefusal(refusal, { connection, query, statements, current: thrown.current })
        await session?.close()
        throw new AssayError('sql-unusable', texts.gone(connection.name), { hint: texts.goneHint, cause: textOf(thrown.cause) })
      } finally {
        clearTimeout(timer)
        if (session !== undefined) pool.give(session)
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()))
      pools.clear()
    },
  }
}

/** What a statement of a query threw. */
class StatementError extends Error {
  readonly current: number
  constructor(cause: unknown, current: number) {
    super('A statement was rejected', { cause })
    this.current = current
  }
}

/** The result of work, or a rejection as soon as the signal is aborted; a later result goes to `late`. */
function orEnded<T>(work: Promise<T>, signal: AbortSignal, late: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      work.then(late, () => undefined)
      reject(new Error('ended'))
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
