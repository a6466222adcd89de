import { AssayError, textOf } from '#engine/base/errors.ts'
import { lineOf } from '#engine/ports/sql/sql-text.ts'
import type { SqlQuery } from '#engine/ports/sql.ts'
import type { BoundStatement } from './bind-names.ts'
import type { ServerConnection, ServerRefusal } from './server-session.ts'
import { serverTexts as texts } from './texts.ts'

/** What a refusal is about. */
export interface RefusedQuery {
  connection: ServerConnection
  query: SqlQuery
  statements: readonly BoundStatement[]
  /** The index of the statement that was rejected. */
  current: number
}

/** Where in the query it is, as exactly as the server says. */
function placeOf({ position, line }: ServerRefusal, { query: { text }, statements, current }: RefusedQuery): string {
  const statement = statements[current]
  if (statement === undefined) return ''
  const number = statements.length === 1 ? '' : texts.statement(current + 1, statements.length)
  if (position !== undefined) {
    const at = statement.original(position)
    return `${number}${texts.at(lineOf(text, at), at - text.lastIndexOf('\n', at - 1))}`
  }
  if (line === undefined) return number
  return `${number}${texts.line(lineOf(text, statement.start) + line - 1)}`
}

/** A server's refusal of a statement as an error that says where, with its code, and what next. */
export function explainRefusal(refusal: ServerRefusal, refused: RefusedQuery): AssayError {
  const { connection, query, current } = refused
  const { kind, code, hint } = refusal
  const before = query.rollback || current === 0 ? '' : texts.before(current)
  const message = texts.refused(texts.servers[connection.driver], placeOf(refusal, refused), refusal.message, code) + before
  return new AssayError('sql-refused', message, {
    hint: [hint && `${hint}.`.replace(/\.\.$/, '.'), texts.hints[kind](connection)].filter(Boolean).join(' ') || undefined,
  })
}

interface HostError extends Error {
  code?: string
  errors?: HostError[]
}

/** Codes and texts of an error and of those that it comes from. */
function wordsOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth > 4) return textOf(thrown)
  const { code = '', message, errors = [], cause }: HostError = thrown
  return [code, message, ...[...errors, ...(cause === undefined ? [] : [cause])].map((one) => wordsOf(one, depth + 1))].join(' ')
}

/** What Assay itself rejected: drivers wrap it. */
function assayErrorIn(thrown: unknown, depth = 0): AssayError | undefined {
  if (thrown instanceof AssayError || !(thrown instanceof Error) || depth > 4)
    return thrown instanceof AssayError ? thrown : undefined
  const { errors = [], cause }: HostError = thrown
  return [...errors, cause].map((one) => assayErrorIn(one, depth + 1)).find(Boolean)
}

const placeAt = ({ host, port, driver }: ServerConnection): string => `${host || '127.0.0.1'}:${port ?? texts.ports[driver]}`

/** A server that hasn't completed the connection, for so many milliseconds so far. */
export const silent = (connection: ServerConnection, after: number, cause?: string): AssayError =>
  new AssayError('sql-unusable', texts.silent(texts.servers[connection.driver], placeAt(connection), after / 1000), {
    hint: texts.silentHint,
    ...(cause === undefined ? {} : { cause }),
  })

/** Why no one could connect. `patience`: milliseconds that the server had. */
export function explainConnecting(
  thrown: unknown,
  connection: ServerConnection,
  refusal: ServerRefusal | undefined,
  patience: number,
): AssayError {
  const own = assayErrorIn(thrown)
  if (own) return own
  const server = texts.servers[connection.driver]
  const unusable = (text: string, hint: string): AssayError =>
    new AssayError('sql-unusable', text, { hint, cause: textOf(thrown) })
  if (refusal !== undefined)
    return unusable(
      texts.notLetIn(server, connection.name, refusal.message, refusal.code),
      texts.hints[refusal.kind](connection) || texts.hintServer,
    )
  const place = placeAt(connection)
  const words = wordsOf(thrown)
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo/.test(words)) return unusable(texts.noHost(connection.host), texts.noHostHint)
  if (/ECONNREFUSED/.test(words)) return unusable(texts.noServer(server, place), texts.noServerHint)
  if (/ETIMEDOUT|ETIMEOUT|timeout/i.test(words)) return silent(connection, patience, textOf(thrown))
  // What listens there answers PostgreSQL's first question with something else than yes or no.
  if (/error establishing an SSL connection/.test(words)) return unusable(texts.notConnected(server, place), texts.hintServer)
  if (/SSL|TLS|certificate/i.test(words)) return unusable(texts.tls(server, place, textOf(thrown)), texts.tlsHint)
  return unusable(texts.notConnected(server, place), texts.hintServer)
}
