import { lookup } from 'node:dns/promises'
import { AssayError } from '#engine/base/errors.ts'
import { createAdmission } from '#platform/node/admission.ts'
import type { ServerConnection } from '#platform/node/servers/server-session.ts'
import { createServers, type Servers } from '#platform/node/servers/server-port.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import { queryFromWire, toWire } from '#relay/sql-values.ts'
import { texts } from './texts.ts'

/**
 * Looks a host up, once, and gives the address if it may be reached. What has none is left to no driver: to that of PostgreSQL a path is a
 * socket of this machine, and a name that leads nowhere now may lead to a private network a moment later.
 */
const addressesOf = (session: RelaySession) => {
  const admission = createAdmission({ hosts: session.hosts })
  return async (written: string): Promise<string> => {
    const host = written === '' ? '127.0.0.1' : written
    const { address } = await lookup(host)
    const refusal = admission.refusalOf(host, address)
    if (refusal) throw refusal
    return address
  }
}

const isServer = (connection: unknown): connection is ServerConnection =>
  typeof connection === 'object' &&
  connection !== null &&
  ['postgres', 'mysql', 'mssql'].includes(String(Reflect.get(connection, 'driver'))) &&
  ['host', 'database', 'user', 'password', 'name'].every((key) => typeof Reflect.get(connection, key) === 'string')

/** The servers of databases that a session asks, at addresses that it may reach; their sessions stay open as long as it. */
export const serversOf = (session: RelaySession): Promise<Servers> =>
  session.resource('sql', async () => {
    const value = createServers({ addressOf: addressesOf(session) })
    return { value, close: value.close }
  })

/** Asks a server of databases as `assay run` does. */
export const sqlQuery: Capability<'sql.query'> = async ({ params, signal, session }) => {
  const { connection, query } = params
  if (!isServer(connection)) throw new AssayError('sql-unusable', texts.noConnection)
  const servers = await serversOf(session)
  const { rows, ...answer } = await servers.query(connection, queryFromWire(query), signal)
  return { result: { ...answer, rows: rows.map((row) => row.map(toWire)) } }
}
