import { bytesOf } from '#engine/base/encoding/blob-parts.ts'
import { largestScript, tooLargeScript } from '#engine/ports/referenced-files.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { SqlAnswer, SqlConnection, SqlValue } from '#engine/ports/index.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import { inField } from '../field-error.ts'
import { resolveDeep } from '../resolve-deep.ts'
import { filePathProblem } from '../send-request/body-file.ts'
import type { RunContext } from '../step-kind.ts'
import type { Connection } from './connection.ts'
import type { SqlStep } from './schema.ts'
import { sqlOf } from './values.ts'
import { sqlStepTexts as texts } from './texts.ts'

/** What is asked, as the file has it: by a step, or by a data source. */
export type Question = Pick<SqlStep, 'connection' | 'query' | 'parameters'> & { script?: boolean; rollback?: boolean }

/** A question with its templates resolved. */
export interface ResolvedQuestion {
  connection: SqlConnection
  text: string
  parameters: ReadonlyMap<string, SqlValue>
}

const unusable = (text: string, hint: string): AssayError => new AssayError('sql-unusable', text, { hint })

/** Resolves what a question refers to; nothing has been asked yet. AssayError as templates have it, `sql-unusable`, `reference-missing`. */
export async function readQuestion(
  question: Question,
  context: Pick<RunContext, 'connection' | 'ports' | 'variables' | 'redactor'>,
): Promise<ResolvedQuestion> {
  const connection = context.connection?.(question.connection)
  if (!connection)
    throw new AssayError('reference-missing', texts.noConnection(question.connection), { hint: texts.noConnectionHint })
  if (!context.ports.sql.drivers.has(connection.driver))
    throw new AssayError('browser-limit', texts.noDriver(texts.drivers[connection.driver]), { hint: texts.noDriverHint })
  const text = await inField('Query', context.variables.resolve(question.query))
  const parameters = new Map<string, SqlValue>()
  for (const [index, { name, value }] of question.parameters.entries()) {
    if (name === '') throw unusable(texts.noName(index + 1), texts.noNameHint)
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw unusable(texts.badName(name), texts.noNameHint)
    if (parameters.has(name)) throw unusable(texts.twice(name), texts.noNameHint)
    parameters.set(name, sqlOf(await inField(texts.parameter(name), resolveDeep(value, context.variables))))
  }
  return { connection: await readConnection(connection, context), text, parameters }
}

/** A connection with its templates and its password; a file of SQL is read. */
export async function readConnection(
  connection: Connection,
  context: Pick<RunContext, 'variables' | 'ports' | 'redactor'>,
): Promise<SqlConnection> {
  const { variables, ports, redactor } = context
  const { id, name } = connection
  if (connection.driver === 'sqlite') {
    const { driver, file, writes } = connection
    const reading = writes === false ? { writes } : {}
    if (filePathProblem(file) !== undefined) throw unusable(texts.badFile(file), texts.badFileHint)
    if (!/\.sql$/i.test(file)) return { id, name, driver, file, ...reading }
    const script = await ports.files.blob(file)
    if (!script) throw unusable(texts.noScript(file), ports.files.missingHint)
    if (script.size > largestScript) throw unusable(texts.largeScript(file, tooLargeScript(script.size)), texts.largeScriptHint)
    return { id, name, driver, file, ...reading, script: new TextDecoder().decode(await bytesOf(script)) }
  }
  const { driver, port, host, database, user, tls, writes } = connection
  const password = await inField('Password', resolveSecret(connection.password, variables, ports.secrets, redactor))
  redactor.add(typeof connection.password === 'object' ? connection.password.secret : 'password', password)
  return {
    id,
    name,
    driver,
    port,
    tls,
    writes,
    host: await inField('Host', variables.resolve(host)),
    database: await inField('Database', variables.resolve(database)),
    user: await inField('User', variables.resolve(user)),
    password,
  }
}

/** Asks a database; `timeout` in milliseconds. AssayError as the port says. */
export const askDatabase = (
  { connection, text, parameters }: ResolvedQuestion,
  { script = false, rollback = false, timeout }: { script?: boolean; rollback?: boolean; timeout: number },
  { ports, signal }: Pick<RunContext, 'ports' | 'signal'>,
): Promise<SqlAnswer> => ports.sql.query(connection, { text, parameters, script, rollback, timeout }, signal)
