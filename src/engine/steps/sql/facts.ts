import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { SqlStep } from './schema.ts'

/** SQL Query: queries a database. Later steps check or read its rows. */
export const sqlFacts: StepFacts<SqlStep> = {
  title: 'SQL Query',
  newName: 'Query',
  refers: { connection: 'connection' },
  gives: 'rows',
  summary: ({ query }) => [words(query.trim().replaceAll(/\s+/g, ' ') || 'no query yet')],
}
