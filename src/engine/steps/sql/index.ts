import type { StepKind } from '../step-kind.ts'
import { runSql } from './run.ts'
import type { sqlSchema } from './schema.ts'

/** SQL Query: queries a database. Later steps check or read its rows. */
export const sqlKind: StepKind<typeof sqlSchema> = {
  run: runSql,
}
