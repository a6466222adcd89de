import type { SqlAnswer, SqlQuery } from '#engine/ports/index.ts'
import { fileInfo, openSession, putFile, readFile, type SqliteFileInfo } from '#platform/browser/worker/sqlite-files.ts'
import type { Databases, SqliteConnection } from '#platform/sqlite/databases.ts'
import { exposeApi } from './wire.ts'

/** Of each run, and of each question that the page asks. */
const sessions = new Map<string, Databases>()

const sessionOf = (session: string, project: string): Databases => {
  const known = sessions.get(session) ?? openSession(project)
  sessions.set(session, known)
  return known
}

const api = {
  /** Makes a database ready, which may have to wait for another tab. */
  open: (session: string, project: string, connection: SqliteConnection): Promise<void> =>
    sessionOf(session, project).open(connection),
  query: (session: string, project: string, connection: SqliteConnection, query: SqlQuery): Promise<SqlAnswer> =>
    sessionOf(session, project).answer(connection, query),
  end(session: string): void {
    sessions.get(session)?.close()
    sessions.delete(session)
  },
  info: (project: string, path: string): Promise<SqliteFileInfo | undefined> => fileInfo(project, path),
  read: (project: string, path: string): Promise<Uint8Array | undefined> => readFile(project, path),
  put: (project: string, path: string, bytes: Uint8Array | undefined): Promise<void> => putFile(project, path, bytes),
}

/** What the run worker can ask. */
export type SqlWorker = typeof api

// The page passes the run worker's end of the wire.
addEventListener('message', ({ data }: MessageEvent<MessagePort>) => exposeApi(api, data), { once: true })
