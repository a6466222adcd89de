import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopEndFacts } from './facts.ts'
import type { loopEndSchema } from './schema.ts'

/** Loop End: marks where a Loop Start's steps end; its running comes with a later version. */
export const loopEndKind: StepKind<typeof loopEndSchema> = {
  run: runLater(loopEndFacts.title),
}
