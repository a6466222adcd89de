import { grantOf } from './grant.ts'
import type { OAuth2Step } from './schema.ts'

/** What of the step's settings this version can't carry out, by the label of its field; undefined if it can do all. */
export const unavailableOption = (step: OAuth2Step): string | undefined =>
  step.automation?.enabled && grantOf(step).person !== undefined ? 'Automation Script' : undefined
