import { grantOf } from './grant.ts'
import type { OAuth2Step } from './schema.ts'

/** True if the step may need a window in which a user signs in. */
export const interactive = (step: OAuth2Step): boolean => grantOf(step).person === 'window' && step.automation?.enabled !== true
