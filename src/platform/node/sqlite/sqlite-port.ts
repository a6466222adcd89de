import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AssayError } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlQuery } from '#engine/ports/index.ts'
import { createDatabases, type SqliteConnection } from '#platform/sqlite/databases.ts'
import { sqliteDatabaseTexts as texts } from '#platform/sqlite/texts.ts'
import { atExit } from '../at-exit.ts'
import { forkChild } from '../child-process.ts'
import { sqliteFileTexts } from '../texts.ts'
import type { SqliteAsked, SqliteTold } from './sqlite-process.ts'

/** SQLite for one run. */
export interface NodeSqlite {
  query(connection: SqliteConnection, query: SqlQuery, signal: AbortSignal): Promise<SqlAnswer>
  close(): Promise<void>
}

/** Beside the built program. */
const script = join(import.meta.dirname, 'sqlite-process.js')

/**
 * SQLite in its own process, which is started at the first query: whatever a query does, it can be stopped, and takes nobody's
 * memory with it. From sources there is no script for it: then this process answers, and only deadlines stop a query.
 */
export const createNodeSqlite = (folder: string): NodeSqlite => (existsSync(script) ? inProcess(folder) : inThisProcess(folder))

async function inThisProcessPort(folder: string) {
  const { sqliteOpener } = await import('./open-sqlite.ts')
  return createDatabases(sqliteOpener(folder))
}

function inThisProcess(folder: string): NodeSqlite {
  let databases: ReturnType<typeof inThisProcessPort> | undefined
  return {
    async query(connection, query, signal) {
      signal.throwIfAborted()
      databases ??= inThisProcessPort(folder)
      return (await databases).answer(connection, query)
    },
    async close() {
      if (databases) (await databases).close()
    },
  }
}

function inProcess(folder: string): NodeSqlite {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const kill = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const start = (): ChildProcess => {
    const started = forkChild(script, [folder], {
      serialization: 'advanced',
      // That Node's SQLite is not final yet is nothing for the people who read a run.
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child = started
    const forget = atExit(kill)
    started.once('exit', () => {
      forget()
      if (child === started) child = undefined
    })
    return started
  }

  const ask = (connection: SqliteConnection, query: SqlQuery, signal: AbortSignal): Promise<SqlAnswer> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new AssayError('cancelled', ''))
      const asked = child ?? start()
      const began = performance.now()
      const settle = (): void => {
        signal.removeEventListener('abort', cancel)
        asked.off('message', take)
        asked.off('exit', died)
      }
      const cancel = (): void => {
        settle()
        kill()
        reject(new AssayError('cancelled', ''))
      }
      const take = (told: SqliteTold): void => {
        settle()
        if ('answer' in told) return resolve(told.answer)
        const { code, message, hint, cause } = told.error
        reject(new AssayError(code, message, { hint, cause }))
      }
      const died = (): void => {
        settle()
        const late = performance.now() - began >= query.timeout
        reject(
          late
            ? new AssayError('deadline', texts.deadline(query.timeout), { hint: texts.deadlineHint })
            : new AssayError('sql-unusable', sqliteFileTexts.died, { hint: sqliteFileTexts.diedHint }),
        )
      }
      signal.addEventListener('abort', cancel, { once: true })
      asked.on('message', take)
      asked.once('exit', died)
      asked.send({ connection, query } satisfies SqliteAsked)
    })

  return {
    query(connection, query, signal) {
      const next = last.then(() => ask(connection, query, signal))
      last = next.catch(() => undefined)
      return next
    },
    close: () =>
      new Promise((resolve) => {
        if (!child) return resolve()
        child.once('exit', () => resolve())
        child.send({ close: true } satisfies SqliteAsked)
      }),
  }
}
