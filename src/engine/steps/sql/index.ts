import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { sqlSchema } from './schema.ts'

/** SQL Query: asks a database; its running comes with a later version. */
export const sqlKind: StepKind<'sql', typeof sqlSchema> = {
  id: 'sql',
  title: 'SQL Query',
  schema: sqlSchema,
  defaults: () => ({
    kind: 'sql',
    name: 'Query',
    description: '',
    disabled: false,
    connection: '',
    query: '',
    parameters: [],
    timeout: 30,
  }),
  run: runLater('SQL Query'),
}
