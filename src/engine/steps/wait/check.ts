import type { StepCheck } from '../step-check.ts'
import type { WaitStep } from './schema.ts'

/** Nothing of its own. */
export const waitCheck: StepCheck<WaitStep> = {}
