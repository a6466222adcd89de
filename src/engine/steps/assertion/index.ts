import type { StepKind } from '../step-kind.ts'
import { runAssertion } from './run.ts'
import { assertionSchema, type AssertionStep } from './schema.ts'

const readsCookies = ({ checks }: AssertionStep): boolean =>
  checks.some(({ source, name }) => source === 'cookie' || (source === 'header' && name?.toLowerCase() === 'set-cookie'))

/** Assertion: checks what a request before it answered, or variables. */
export const assertionKind: StepKind<'assertion', typeof assertionSchema> = {
  id: 'assertion',
  title: 'Assertion',
  schema: assertionSchema,
  defaults: () => ({
    kind: 'assertion',
    name: 'Assertion',
    description: '',
    disabled: false,
    checks: [{ source: 'status', not: false, is: 'equals', value: 200 }],
  }),
  needs: (step) => (readsCookies(step) ? ['no-cors'] : []),
  browserLimit: (step) => (readsCookies(step) ? 'read the cookies that a server sets (Set-Cookie)' : undefined),
  run: runAssertion,
}
