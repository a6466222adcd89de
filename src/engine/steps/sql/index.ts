import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { sqlFacts } from './facts.ts'
import type { sqlSchema } from './schema.ts'

/** SQL Query: asks a database; its running comes with a later version. */
export const sqlKind: StepKind<typeof sqlSchema> = {
  run: runLater(sqlFacts.title),
}
