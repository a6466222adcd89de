import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { WaitStep } from './schema.ts'

/** Wait: lets time pass; Stop and Cancel end it at once. */
export const waitFacts: StepFacts<WaitStep> = {
  title: 'Wait',
  newName: 'Wait',
  initial: { seconds: 1 },
  summary: ({ seconds }) => [words(`${seconds} s`)],
}
