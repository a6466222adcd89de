import type { StepKind } from '../step-kind.ts'
import { runAssertion } from './run.ts'
import type { assertionSchema } from './schema.ts'

/** Assertion: checks the response of an earlier request, or variables. */
export const assertionKind: StepKind<typeof assertionSchema> = {
  run: runAssertion,
}
