import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { sqlCheck } from './check.ts'
import { sqlFacts } from './facts.ts'
import { sqlSchema } from './schema.ts'

/** SQL Query: asks a database; its running comes with a later version. */
export const sqlKind: StepKind<'sql', typeof sqlSchema> = {
  id: 'sql',
  schema: sqlSchema,
  facts: sqlFacts,
  check: sqlCheck,
  run: runLater(sqlFacts.title),
}
