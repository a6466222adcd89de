import type { StepCheck } from '../step-check.ts'
import type { SqlStep } from './schema.ts'

/** Nothing of its own. */
export const sqlCheck: StepCheck<SqlStep> = {}
