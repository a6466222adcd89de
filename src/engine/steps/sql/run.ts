import { AssayError } from '#engine/base/errors.ts'
import { boundedValue } from '../bounded-value.ts'
import type { Outcome, RunContext } from '../step-kind.ts'
import { askDatabase, readQuestion } from './ask-database.ts'
import { recordRefusal, recordRows } from './record.ts'
import type { SqlStep } from './schema.ts'
import { sqlStepTexts as texts } from './texts.ts'
import { rowSetOf } from './values.ts'

/**
 * Queries a database and keeps the rows for later steps. Passes with any rows: checking them is the task of assertions. Broken
 * if the database rejects the query.
 */
export async function runSql(step: SqlStep, context: RunContext): Promise<Outcome> {
  const asked = await readQuestion(step, context)
  const seconds = await boundedValue(step.timeout, 'Timeout', { min: 1, max: 3600 }, context.variables)
  const { script, rollback } = step
  const at = context.elapsed()
  const when = () => ({ at, duration: context.elapsed() - at })
  try {
    const answer = await askDatabase(asked, { script, rollback, timeout: seconds * 1000 }, context)
    const { duration } = when()
    const set = rowSetOf(answer)
    if (context.wantsDetails !== false)
      context.emit({ type: 'queried', query: await recordRows(asked, { at, duration }, { answer, set }, context) })
    const warn = (text: string): void => context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(text) })
    if (answer.created) warn(texts.created(asked.connection.name))
    if (answer.cut) warn(texts.cut[answer.cut](set.rows.length))
    const renamed = set.columns.filter((column, index) => column !== answer.columns[index])
    if (renamed.length > 0) warn(texts.sameColumns(renamed))
    const line = asked.text.trim().replaceAll(/\s+/g, ' ')
    const summary = texts.summary(line, set.rows.length, answer.changes, set.columns.length, duration)
    context.keep({ kind: 'rows', ...set, summary: context.redactor.mask(summary) })
    return { outcome: 'passed' }
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code !== 'cancelled' && context.wantsDetails !== false)
      context.emit({ type: 'queried', query: recordRefusal(asked, when(), thrown, context) })
    throw thrown
  }
}
