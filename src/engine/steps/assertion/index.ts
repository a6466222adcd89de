import type { StepKind } from '../step-kind.ts'
import { runAssertion } from './run.ts'
import type { assertionSchema } from './schema.ts'

/** Assertion: checks what a request before it answered, or variables. */
export const assertionKind: StepKind<typeof assertionSchema> = {
  run: runAssertion,
}
