import { excerpt } from '#engine/base/excerpt.ts'
import { texts as sqlite } from '#platform/sqlite/texts.ts'
import type { ServerDriver } from './bind-names.ts'
import type { RefusalKind, ServerConnection } from './server-session.ts'

/** What people read of servers of databases. What is the same for SQLite has its words. */
export const serverTexts = {
  servers: { postgres: 'PostgreSQL', mysql: 'MySQL', mssql: 'SQL Server' } satisfies Record<ServerDriver, string>,
  ports: { postgres: 5432, mysql: 3306, mssql: 1433 } satisfies Record<ServerDriver, number>,
  nothing: sqlite.nothing,
  nothingHint: sqlite.nothingHint,
  several: sqlite.several,
  severalHint: sqlite.severalHint,
  notClosed: (line: number) => `A string, a name or a comment that begins in line ${line} has no end.`,
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
  ended: 'The query ended the read-only transaction around it, so that what it did may last. Its session was closed.',

  refused: (server: string, place: string, message: string, code: string) =>
    `${server} refuses the query${place}: ${excerpt(message, 300)} (${code}).`,
  at: (line: number, column: number) => ` in line ${line}, column ${column}`,
  line: sqlite.line,
  statement: (number: number, count: number) => ` in statement ${number} of ${count},`,
  before: sqlite.before,
  gone: (name: string) => `The connection to the server of "${name}" ended while it carried out the query.`,
  goneHint: 'It may have been carried out all the same. Look at the server, and run again: the next query connects anew.',

  notLetIn: (server: string, name: string, message: string, code: string) =>
    `${server} does not let "${name}" connect: ${excerpt(message, 300)} (${code}).`,
  routed: (from: string, to: string) =>
    `${from} routes the connection to ${to}, which the project does not name; nothing was sent there.`,
  routedHint: (to: string) => `Add a connection or a variable with the host ${to} to the project if it is one of yours.`,
  noHost: (host: string) => `DNS knows no address for ${host === '' ? 'an empty host' : host}.`,
  noHostHint: 'Check the host of the connection.',
  noServer: (server: string, place: string) => `Nothing listens at ${place}, where ${server} was looked for: connection refused.`,
  noServerHint: 'Check host and port, and that the server runs and takes connections over the network.',
  silent: (server: string, place: string, seconds: number) => `${server} at ${place} did not answer within ${seconds} s.`,
  silentHint: 'A firewall may be in the way, the host may be another one, or what listens there is no server of this kind.',
  tls: (server: string, place: string, why: string) => `No secured connection to ${server} at ${place}: ${excerpt(why, 200)}.`,
  tlsHint: 'Let the server have a certificate that is trusted here, or choose another way under TLS of the connection.',
  notConnected: (server: string, place: string) => `${server} at ${place} could not be connected to.`,
  hintServer: 'Check that this is the right server, and that it is of a version that is still kept.',
  hints: {
    password: ({ user }) =>
      `Check the user${user === '' ? '' : ` ${user}`} and the password, and from where the server lets that user in.`,
    database: ({ database }) => `Check the name of the database${database === '' ? '' : `, ${database}`}.`,
    permission: ({ user }) => `The user ${user} may not do that: grant it, or connect as another user.`,
    'read-only': ({ writes }) =>
      writes === true
        ? 'The server or its database is read-only.'
        : 'This connection is read-only. Turn on "Allow writes" for it, or use a statement that only reads.',
    syntax: () => sqlite.hintSyntax,
    missing: () => 'Look at the tables under Connections of the project: a name may be misspelled, or stand in another schema.',
    constraint: () => sqlite.hintConstraint,
    lock: () => 'Somebody else holds what it needs: run again later, or end the other transaction.',
    many: () => 'The server has no connection left: close others, or run fewer suites side by side.',
    other: () => '',
  } satisfies Record<RefusalKind, (connection: ServerConnection) => string>,
} as const
