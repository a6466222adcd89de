import type { StepCheck } from '../step-check.ts'
import type { ScriptStep } from './schema.ts'
import { scriptStepTexts as texts } from './texts.ts'

/** See {@link StepCheck}. */
export const scriptCheck: StepCheck<ScriptStep> = {
  missing: ({ code }) => (code.trim() === '' ? [texts.empty] : []),
}
