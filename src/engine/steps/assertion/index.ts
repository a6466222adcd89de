import { readsCookies } from '#engine/extractors/source.ts'
import type { StepKind } from '../step-kind.ts'
import { assertionFacts } from './facts.ts'
import { runAssertion } from './run.ts'
import { assertionSchema } from './schema.ts'

/** Assertion: checks what a request before it answered, or variables. */
export const assertionKind: StepKind<'assertion', typeof assertionSchema> = {
  id: 'assertion',
  schema: assertionSchema,
  facts: assertionFacts,
  needs: (step) => (step.checks.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: (step) => (step.checks.some(readsCookies) ? 'read the cookies that a server sets (Set-Cookie)' : undefined),
  run: runAssertion,
}
