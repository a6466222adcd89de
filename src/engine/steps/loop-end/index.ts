import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopEndCheck } from './check.ts'
import { loopEndFacts } from './facts.ts'
import { loopEndSchema } from './schema.ts'

/** Loop End: marks where a Loop Start's steps end; its running comes with a later version. */
export const loopEndKind: StepKind<'loop-end', typeof loopEndSchema> = {
  id: 'loop-end',
  schema: loopEndSchema,
  facts: loopEndFacts,
  check: loopEndCheck,
  run: runLater(loopEndFacts.title),
}
