import { excerpt } from '#engine/base/excerpt.ts'
import { sqliteDatabaseTexts as sqlite } from '#platform/sqlite/texts.ts'
import type { ServerDriver } from './bind-names.ts'
import type { RefusalKind, ServerConnection } from './server-session.ts'

/** Messages of database servers. Those that SQLite shares come from its texts. */
export const serverTexts = {
  servers: { postgres: 'PostgreSQL', mysql: 'MySQL', mssql: 'SQL Server' } satisfies Record<ServerDriver, string>,
  ports: { postgres: 5432, mysql: 3306, mssql: 1433 } satisfies Record<ServerDriver, number>,
  nothing: sqlite.nothing,
  nothingHint: sqlite.nothingHint,
  several: sqlite.several,
  severalHint: sqlite.severalHint,
  notClosed: (line: number) => `Line ${line}: a string, name or comment isn't closed.`,
  notClosedHint: "Close it: strings end with ', comments with */.",
  noValue: sqlite.noValue,
  noValueHint: sqlite.noValueHint,
  notUsed: sqlite.notUsed,
  notUsedHint: sqlite.notUsedHint,
  ownTransaction: sqlite.ownTransaction,
  ownTransactionHint: sqlite.ownTransactionHint,
  deadline: sqlite.deadline,
  deadlineHint: sqlite.deadlineHint,
  notReading: sqlite.notReading,
  readOnlyHint: sqlite.readOnlyHint,
  ended: 'The query ended its read-only transaction, so its changes may persist. The session was closed.',

  refused: (server: string, place: string, message: string, code: string) =>
    `${server} rejected the query${place}: ${excerpt(message, 300)} (${code}).`,
  at: (line: number, column: number) => ` on line ${line}, column ${column}`,
  line: sqlite.line,
  statement: (number: number, count: number) => ` in statement ${number} of ${count},`,
  before: sqlite.before,
  gone: (name: string) => `The server closed the connection "${name}" during the query.`,
  goneHint: 'Check on the server whether the query ran, then run again. The next query opens a new connection.',

  notLetIn: (server: string, name: string, message: string, code: string) =>
    `${server} rejected the connection "${name}": ${excerpt(message, 300)} (${code}).`,
  routed: (from: string, to: string) =>
    `Nothing was sent: ${from} redirects the connection to ${to}, which isn't in the project.`,
  routedHint: (to: string) => `If you trust ${to}, add a connection or a variable with this host to the project.`,
  noHost: (host: string) => `DNS has no address for ${host === '' ? 'an empty host' : host}.`,
  noHostHint: "Check the connection's host.",
  noServer: (server: string, place: string) => `${server} at ${place}: connection refused.`,
  noServerHint: 'Check the host and port, and that the server is running and accepts network connections.',
  silent: (server: string, place: string, seconds: number) => `${server} at ${place} didn't respond within ${seconds} s.`,
  silentHint: 'Check the host, port and firewall, and that the server is of this type.',
  tls: (server: string, place: string, why: string) =>
    `Can't open a secure connection to ${server} at ${place}: ${excerpt(why, 200)}.`,
  tlsHint: 'Install a trusted certificate on the server, or change TLS in the connection.',
  notConnected: (server: string, place: string) => `Can't connect to ${server} at ${place}.`,
  hintServer: 'Check that this is the right server, and that its version is still supported.',
  hints: {
    password: ({ user }) =>
      `Check the user${user === '' ? '' : ` ${user}`} and the password, and the hosts that the server accepts this user from.`,
    database: ({ database }) => `Check the database name${database === '' ? '' : `, ${database}`}.`,
    permission: ({ user }) => `Grant the user ${user} the missing permission, or connect as another user.`,
    'read-only': ({ writes }) =>
      writes === true
        ? 'Connect to a writable server, or use a statement that only reads. The server or its database is read-only.'
        : 'This connection is read-only. Turn on "Allow writes" for it, or use a statement that only reads.',
    syntax: () => sqlite.hintSyntax,
    missing: () => 'Check the tables under Connections in the project: the name may be misspelled, or in another schema.',
    constraint: () => sqlite.hintConstraint,
    lock: () => 'Run again later, or end the transaction that holds the lock.',
    many: () => 'Close other connections, or run fewer suites in parallel: the server has none left.',
    other: () => '',
  } satisfies Record<RefusalKind, (connection: ServerConnection) => string>,
} as const
