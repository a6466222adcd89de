import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopStartFacts } from './facts.ts'
import type { loopStartSchema } from './schema.ts'

/** Loop Start: repeats the steps up to its Loop End for each row of a data source; its running comes with a later version. */
export const loopStartKind: StepKind<typeof loopStartSchema> = {
  run: runLater(loopStartFacts.title),
}
