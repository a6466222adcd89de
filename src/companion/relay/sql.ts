import { AssayError } from '#engine/base/errors.ts'
import { createAdmission } from '#platform/node/admission.ts'
import type { ServerConnection } from '#platform/node/servers/server-session.ts'
import { createServers, type Servers } from '#platform/node/servers/server-port.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import { queryFromWire, toWire } from '#relay/sql-values.ts'
import type { RelayContext } from './relay-context.ts'
import { relayServerTexts as texts } from './texts.ts'

const isServer = (connection: unknown): connection is ServerConnection =>
  typeof connection === 'object' &&
  connection !== null &&
  ['postgres', 'mysql', 'mssql'].includes(String(Reflect.get(connection, 'driver'))) &&
  ['host', 'database', 'user', 'password', 'name'].every((key) => typeof Reflect.get(connection, key) === 'string')

/** The servers of databases that a session asks, at addresses that it may reach; their sessions stay open as long as it. */
export const serversOf = (session: RelaySession, { port }: Pick<RelayContext, 'port'>): Promise<Servers> =>
  session.resource('sql', async () => {
    const value = createServers({ admission: createAdmission({ hosts: session.hosts, ownPort: port }) })
    return { value, close: value.close }
  })

/** Asks a server of databases as `assay run` does. */
export const sqlQuery =
  (context: RelayContext): Capability<'sql.query'> =>
  async ({ params, signal, session }) => {
    const { connection, query } = params
    if (!isServer(connection)) throw new AssayError('sql-unusable', texts.noConnection)
    const servers = await serversOf(session, context)
    const { rows, ...answer } = await servers.query(connection, queryFromWire(query), signal)
    return { result: { ...answer, rows: rows.map((row) => row.map(toWire)) } }
  }
