import { AssayError } from '#engine/base/errors.ts'
import type { Sql } from '#engine/ports/sql.ts'
import { fromWire, queryToWire } from '#relay/sql-values.ts'
import type { LinkSession } from './companion-link.ts'
import { companionTexts } from './texts.ts'

/** Databases of a page: files are asked here, servers through the companion. `canRelay`: there is a link now. */
export const createRelayedSql = (files: Sql, session: () => Promise<LinkSession | undefined>, canRelay: boolean): Sql => ({
  drivers: canRelay ? new Set([...files.drivers, 'postgres', 'mysql', 'mssql']) : files.drivers,
  async query(connection, query, signal) {
    if (connection.driver === 'sqlite') return files.query(connection, query, signal)
    const open = await session()
    if (open === undefined)
      throw new AssayError('companion-unavailable', companionTexts.needed, { hint: companionTexts.neededHint })
    const { result } = await open.call('sql.query', { connection, query: queryToWire(query) }, { signal })
    return { ...result, rows: result.rows.map((row) => row.map(fromWire)) }
  },
})
