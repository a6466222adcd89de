import { AssayError } from '#engine/base/errors.ts'
import type { Sql } from '#engine/ports/index.ts'
import { sqliteDatabaseTexts as sqliteTexts } from '#platform/sqlite/texts.ts'
import type { SqlWorker } from '../sql.worker.ts'
import type { WorkerClient } from '../worker-client.ts'

/** The databases of one run or question, and what closes them. */
export interface SqlSession extends Sql {
  close(): Promise<void>
}

/** Milliseconds after its deadline at which a query that did not hear of it is stopped with its worker. */
const patience = 1_000

/** Databases of a project, by the worker that carries them. A query that is cancelled ends that worker: nothing else could stop it. */
export function createWorkerSql(worker: WorkerClient<SqlWorker>, project: string, session: string): SqlSession {
  const { api } = worker
  let used = false
  const within = async <T>(work: Promise<T>, ms: number, late: () => AssayError, signal: AbortSignal): Promise<T> => {
    let give: ((error: AssayError) => void) | undefined
    const ended = new Promise<never>((_resolve, reject) => {
      give = (error) => {
        reject(error)
        worker.end()
      }
    })
    const cancel = (): void => give?.(new AssayError('cancelled', ''))
    const timer = setTimeout(() => give?.(late()), ms)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      if (signal.aborted) throw new AssayError('cancelled', '')
      return await Promise.race([work, ended])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      // A call of a worker that was ended is rejected too.
      work.catch(() => undefined)
    }
  }
  return {
    drivers: new Set(['sqlite']),
    async query(connection, query, signal) {
      if (connection.driver !== 'sqlite') throw new AssayError('internal', connection.driver)
      used = true
      const late = () => new AssayError('deadline', sqliteTexts.deadline(query.timeout), { hint: sqliteTexts.deadlineHint })
      await within(api.open(session, project, connection), 60_000, late, signal)
      return within(api.query(session, project, connection, query), query.timeout + patience, late, signal)
    },
    async close() {
      if (used) await api.end(session).catch(() => undefined)
    },
  }
}
