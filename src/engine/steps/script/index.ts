import type { StepKind } from '../step-kind.ts'
import { runScriptStep } from './run.ts'
import type { scriptSchema } from './schema.ts'

/** Script: JavaScript that sets variables and makes checks. */
export const scriptKind: StepKind<typeof scriptSchema> = {
  run: runScriptStep,
}
