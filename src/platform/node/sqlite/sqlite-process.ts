import { Worker } from 'node:worker_threads'
import { AssayError, textOf, type ErrorCode } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlQuery } from '#engine/ports/index.ts'
import { createDatabases, type SqliteConnection } from '#platform/sqlite/databases.ts'
import { sqliteOpener } from './open-sqlite.ts'

/** What the process that carries SQLite is asked; `close`: it ends when everything is written. */
export type SqliteAsked = { connection: SqliteConnection; query: SqlQuery } | { close: true }

/** What it answers to each query. */
export type SqliteTold =
  | { answer: SqlAnswer }
  | { error: { code: ErrorCode; message: string; hint?: string | undefined; cause?: string | undefined } }

/** Milliseconds after its deadline at which a query that nothing else stops takes its process with it. */
const patience = 300

/** Ends the process the moment it is told to, also while SQLite lets nothing else happen in it. */
const watchdog = `
  const { parentPort } = require('node:worker_threads')
  let timer
  parentPort.on('message', (ms) => {
    clearTimeout(timer)
    if (ms !== null) timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms)
  })`

/** Answers one query after the other; the process ends with the one that started it. */
function serve(folder: string): void {
  const databases = createDatabases(sqliteOpener(folder))
  const watch = new Worker(watchdog, { eval: true })
  const tell = (told: SqliteTold): void => void process.send?.(told)
  const answer = async (connection: SqliteConnection, query: SqlQuery): Promise<void> => {
    watch.postMessage(query.timeout + patience)
    try {
      tell({ answer: await databases.answer(connection, query) })
    } catch (error) {
      tell({ error: errorOf(error) })
    } finally {
      watch.postMessage(null)
    }
  }
  const end = (): void => {
    databases.close()
    process.exit()
  }
  process.on('message', (asked: SqliteAsked) => ('close' in asked ? end() : void answer(asked.connection, asked.query)))
  process.on('disconnect', end)
  // Ctrl+C goes to the whole group: the parent process decides.
  process.on('SIGINT', () => undefined)
}

function errorOf(error: unknown): Extract<SqliteTold, { error: unknown }>['error'] {
  if (!(error instanceof AssayError)) return { code: 'internal', message: textOf(error) }
  const { code, message, hint, cause } = error
  return { code, message, hint, cause: cause === undefined ? undefined : textOf(cause) }
}

serve(process.argv[2] ?? '.')
