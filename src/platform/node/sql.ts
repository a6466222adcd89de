import { AssayError } from '#engine/base/errors.ts'
import type { Sql } from '#engine/ports/index.ts'
import type { NodeSqlite } from './sqlite/sqlite-port.ts'

/** The databases of a run, and what closes them. */
export interface NodeSql extends Sql {
  close(): Promise<void>
}

/** Databases of a run; files are looked for in `folder`. What carries them is loaded with the first query. */
export function createNodeSql(folder: string): NodeSql {
  let sqlite: Promise<NodeSqlite> | undefined
  const load = async (): Promise<NodeSqlite> => (await import('./sqlite/sqlite-port.ts')).createNodeSqlite(folder)
  return {
    drivers: new Set(['sqlite']),
    async query(connection, query, signal) {
      if (connection.driver !== 'sqlite') throw new AssayError('internal', connection.driver)
      sqlite ??= load()
      return (await sqlite).query(connection, query, signal)
    },
    async close() {
      await (await sqlite)?.close()
    },
  }
}
