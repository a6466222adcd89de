import type { AssayError } from '#engine/base/errors.ts'
import { textOf } from '#engine/base/errors.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import type { RowSet } from '#engine/extractors/source.ts'
import type { BodyRef, SqlAnswer, SqlRecord } from '#engine/ports/index.ts'
import { jsonText, textOfValue } from '#engine/templates/insert.ts'
import type { RunContext } from '../step-kind.ts'
import type { ResolvedQuestion } from './ask-database.ts'
import { jsonOf } from './values.ts'

const longestText = 65_536
const longestValue = 2_000

/** When a question was asked, in milliseconds since the run started, and how long the response took. */
export interface AskedAt {
  at: number
  duration: number
}

const head = ({ connection, text, parameters }: ResolvedQuestion, { at, duration }: AskedAt, context: RunContext) => {
  const { redactor } = context
  return {
    id: context.nextId('query'),
    at,
    duration,
    connection: { name: connection.name, driver: connection.driver },
    text: redactor.begin(text, longestText),
    parameters: [...parameters].map(([name, value]) => ({
      name,
      value: redactor.begin(textOfValue(jsonOf(value)), longestValue),
    })),
  }
}

/** The record of a question that was answered, masked; its rows go to the body store as JSON. */
export async function recordRows(
  asked: ResolvedQuestion,
  when: AskedAt,
  { answer, set }: { answer: SqlAnswer; set: RowSet },
  context: RunContext,
): Promise<Told<SqlRecord>> {
  const { redactor } = context
  const body = set.columns.length === 0 ? undefined : await storeRows(set, context)
  return {
    ...head(asked, when, context),
    columns: set.columns.map((column) => redactor.mask(column)),
    rows: set.rows.length,
    changes: answer.changes,
    ...(answer.cut === undefined ? {} : { cut: answer.cut }),
    ...(body === undefined ? {} : { body }),
  }
}

/** The record of a question that got no response. */
export function recordRefusal(asked: ResolvedQuestion, when: AskedAt, error: AssayError, context: RunContext): Told<SqlRecord> {
  const { redactor } = context
  const { code, message, hint, cause } = error
  const why = {
    ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
    ...(cause === undefined ? {} : { cause: redactor.mask(textOf(cause)) }),
  }
  return {
    ...head(asked, when, context),
    columns: [],
    rows: 0,
    changes: 0,
    error: { code, message: redactor.mask(message), ...why },
  }
}

async function storeRows({ columns, rows }: RowSet, { ports, redactor }: RunContext): Promise<Told<BodyRef>> {
  // A row in a line, as lists: short, and columns of any name keep their order.
  const text = `{"columns":${jsonText(columns)},\n"rows":[\n${rows.map(jsonText).join(',\n')}\n]}`
  const bytes = new TextEncoder().encode(text)
  const masked = redactor.maskBytes(bytes)
  const ref = await ports.bodies.put(masked, 'application/json')
  const stored = masked.length === bytes.length ? {} : { stored: masked.length }
  return { ...ref, mediaType: redactor.mask('application/json'), size: bytes.length, ...stored }
}
