import type { StepCheck } from '../step-check.ts'
import type { JwtStep } from './schema.ts'

/** Nothing of its own. */
export const jwtCheck: StepCheck<JwtStep> = {}
