import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopEndSchema } from './schema.ts'

/** Loop End: marks where a Loop Start's steps end; its running comes with a later version. */
export const loopEndKind: StepKind<'loop-end', typeof loopEndSchema> = {
  id: 'loop-end',
  title: 'Loop End',
  schema: loopEndSchema,
  defaults: () => ({ kind: 'loop-end', name: 'Next row', description: '', disabled: false }),
  run: runLater('Loop End'),
}
