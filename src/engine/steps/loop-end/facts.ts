import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { LoopEndStep } from './schema.ts'

/** Loop End: marks where a Loop Start's steps end. */
export const loopEndFacts: StepFacts<LoopEndStep> = {
  title: 'Loop End',
  newName: 'Next row',
  block: 'end',
  summary: () => [words('back to the loop start')],
}
