import type { StepCheck } from '../step-check.ts'
import type { LoopEndStep } from './schema.ts'

/** Nothing of its own. */
export const loopEndCheck: StepCheck<LoopEndStep> = {}
