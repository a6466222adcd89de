import type { StepKind } from '../step-kind.ts'
import { assertionCheck } from './check.ts'
import { assertionFacts } from './facts.ts'
import { runAssertion } from './run.ts'
import { assertionSchema } from './schema.ts'

/** Assertion: checks what a request before it answered, or variables. */
export const assertionKind: StepKind<'assertion', typeof assertionSchema> = {
  id: 'assertion',
  schema: assertionSchema,
  facts: assertionFacts,
  check: assertionCheck,
  run: runAssertion,
}
