import { AssayError } from '#engine/base/errors.ts'
import { lineOf } from '#engine/ports/sql/sql-text.ts'
import { bindNames, type BoundStatement, type ServerDriver } from './bind-names.ts'
import { serverTexts as texts } from './texts.ts'

/*
 * What a connection that only reads sends to no server. The transaction around each query, which is read-only by its start, refuses what changes tables:
 * these rules are for what would end it, and for what servers let a read-only transaction do.
 */

/** What a statement may start with. Those that change tables are left to PostgreSQL and MySQL, whose message names the table. */
const reading: Record<ServerDriver, RegExp> = {
  postgres: /^(SELECT|WITH|VALUES|TABLE|EXPLAIN|SHOW|SET|INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP|TRUNCATE)$/,
  mysql: /^(SELECT|WITH|VALUES|TABLE|EXPLAIN|DESCRIBE|DESC|SHOW|INSERT|REPLACE|UPDATE|DELETE)$/,
  mssql: /^(SELECT|WITH)$/,
}

/** Words that change something wherever they are. Those of SQL Server are reserved, and end a statement without a semicolon. */
const changing: Record<ServerDriver, RegExp | undefined> = {
  postgres: undefined,
  // Files of the server, and sequences, which no transaction takes back.
  mysql: /\bINTO (?:OUTFILE|DUMPFILE)\b|\bNEXT VALUE FOR\b/,
  mssql:
    /\b(?:ALTER|BACKUP|BEGIN|BULK|CHECKPOINT|COMMIT|CREATE|DBCC|DELETE|DENY|DROP|EXEC|EXECUTE|GRANT|INSERT|INTO|KILL|MERGE|OPENDATASOURCE|OPENQUERY|OPENROWSET|RAISERROR|RECEIVE|RECONFIGURE|RESTORE|REVERT|REVOKE|ROLLBACK|SAVE|SEND|SET|SETUSER|SHUTDOWN|TRUNCATE|UPDATE|UPDATETEXT|USE|WAITFOR|WRITETEXT|NEXT VALUE FOR)\b/,
}

/** Functions that do something which a read-only transaction does not reject and a rollback does not undo. */
const acting: Record<ServerDriver, RegExp | undefined> = {
  postgres:
    /^(?:DBLINK\w*|LO_EXPORT|PG_(?:TRY_)?ADVISORY_\w+|PG_FILE_\w+|PG_(?:TERMINATE|CANCEL)_BACKEND|PG_RELOAD_CONF|PG_ROTATE_LOGFILE\w*|PG_LOGFILE_ROTATE|PG_SWITCH_(?:WAL|XLOG)|PG_CREATE_\w+|PG_DROP_REPLICATION_SLOT|PG_COPY_\w+|PG_SYNC_REPLICATION_SLOTS|PG_REPLICATION_\w+|PG_LOGICAL_\w+|PG_STAT_\w*RESET\w*|PG_STAT_FORCE_NEXT_FLUSH|PG_(?:START|STOP)_BACKUP|PG_BACKUP_\w+|PG_PROMOTE|PG_WAL_REPLAY_\w+|PG_XLOG_REPLAY_\w+|PG_LOG_BACKEND_MEMORY_CONTEXTS|PG_TRUNCATE_VISIBILITY_MAP|HEAP_FORCE_\w+|POSTGRES_FDW_DISCONNECT\w*|HTTP(?:_\w+)?|U&)$/,
  mysql:
    /^(?:NEXTVAL|SETVAL|GET_LOCK|SYS_\w+|GROUP_REPLICATION_\w+|ASYNCHRONOUS_CONNECTION_FAILOVER_\w+|KEYRING_KEY_\w+|AUDIT_\w+|VERSION_TOKENS_\w+|SERVICE_GET_\w+|MYSQL_FIREWALL_\w+|LIB_MYSQLUDF_\w+)$/,
  mssql: undefined,
}

/** What of one statement changes something; undefined: nothing that is seen in its text. */
function changingPart({ word, words, calls }: BoundStatement, driver: ServerDriver): string | undefined {
  if (!reading[driver].test(word)) return word === '' ? 'the statement' : word
  const found = changing[driver]?.exec(words.join(' '))?.[0]
  if (found !== undefined) return found
  const call = calls.find((name) => acting[driver]?.test(name))
  return call === undefined ? undefined : `${call.toLowerCase()}()`
}

/** MySQL reads a backslash by its settings (NO_BACKSLASH_ESCAPES, ANSI_QUOTES): what is a string by one of them is code by another. */
function* readings(
  text: string,
  driver: ServerDriver,
  statements: readonly BoundStatement[],
): Generator<readonly BoundStatement[]> {
  yield statements
  if (driver !== 'mysql' || !text.includes('\\')) return
  for (const escaped of ['', "'"]) {
    const other = bindNames(text, driver, escaped)
    if (Array.isArray(other)) yield other
  }
}

/** Rejects statements that are not for a connection that only reads; throws AssayError `sql-refused`. */
export function refuseWrites(text: string, driver: ServerDriver, statements: readonly BoundStatement[]): void {
  for (const reading of readings(text, driver, statements))
    for (const statement of reading) {
      const part = changingPart(statement, driver)
      if (part !== undefined)
        throw new AssayError('sql-refused', texts.notReading(part, lineOf(text, statement.start)), { hint: texts.readOnlyHint })
    }
}
