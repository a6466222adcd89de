import type { StepKind } from '../step-kind.ts'
import { runSql } from './run.ts'
import type { sqlSchema } from './schema.ts'

/** SQL Query: asks a database; its rows are what the steps after it look at. */
export const sqlKind: StepKind<typeof sqlSchema> = {
  run: runSql,
}
