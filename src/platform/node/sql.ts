import type { Sql } from '#engine/ports/index.ts'
import type { Servers } from './servers/server-port.ts'
import type { NodeSqlite } from './sqlite/sqlite-port.ts'

/** The databases of a run, and what closes them. */
export interface NodeSql extends Sql {
  close(): Promise<void>
}

/** Databases of a run; files are looked for in `folder`. Servers may route a sign-in to `namedHosts` only; absent: anywhere. What carries them is loaded with the first query. */
export function createNodeSql(folder: string, namedHosts?: () => ReadonlySet<string>): NodeSql {
  let sqlite: Promise<NodeSqlite> | undefined
  let servers: Promise<Servers> | undefined
  const loadServers = async (): Promise<Servers> => (await import('./servers/server-port.ts')).createServers({ namedHosts })
  const load = async (): Promise<NodeSqlite> => (await import('./sqlite/sqlite-port.ts')).createNodeSqlite(folder)
  return {
    drivers: new Set(['sqlite', 'postgres', 'mysql', 'mssql']),
    async query(connection, query, signal) {
      if (connection.driver !== 'sqlite') {
        servers ??= loadServers()
        return (await servers).query(connection, query, signal)
      }
      sqlite ??= load()
      return (await sqlite).query(connection, query, signal)
    },
    async close() {
      await Promise.all([(await sqlite)?.close(), (await servers)?.close()])
    },
  }
}
