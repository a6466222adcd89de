import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopStartCheck } from './check.ts'
import { loopStartFacts } from './facts.ts'
import { loopStartSchema } from './schema.ts'

/** Loop Start: repeats the steps up to its Loop End for each row of a data source; its running comes with a later version. */
export const loopStartKind: StepKind<'loop-start', typeof loopStartSchema> = {
  id: 'loop-start',
  schema: loopStartSchema,
  facts: loopStartFacts,
  check: loopStartCheck,
  run: runLater(loopStartFacts.title),
}
