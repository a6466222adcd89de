import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { WaitStep } from './schema.ts'

/** Wait: pauses the case. Stop and Cancel end it immediately. */
export const waitFacts: StepFacts<WaitStep> = {
  title: 'Wait',
  newName: 'Wait',
  initial: { seconds: 1 },
  summary: ({ seconds }) => [words(`${seconds} s`)],
}

/** Whether a step waits. */
export const isWaitStep = (step: { kind: string } | undefined): step is WaitStep => step?.kind === 'wait'
