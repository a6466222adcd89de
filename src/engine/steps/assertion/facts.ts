import { sourceFacts } from '#engine/extractors/facts.ts'
import type { StepFacts } from '../step-facts.ts'
import { counted, words } from '../summary.ts'
import { asksEqual } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { AssertionStep, Check } from './schema.ts'

/** Assertion: checks what a request before it answered, or variables. */
export const assertionFacts: StepFacts<AssertionStep> = {
  title: 'Assertion',
  newName: 'Check',
  refers: { step: 'step' },
  summary: ({ checks }) => [words(checks.length === 0 ? 'no checks yet' : counted(checks.length, 'check'))],
  readsVariables: ({ checks }) =>
    checks.flatMap(({ source, name }) => (sourceFacts[source].reads === 'variables' && name ? [name] : [])),
  readsResult: ({ checks }) => checks.some(({ source }) => sourceFacts[source].reads === 'response'),
}

/** Whether a step is an assertion. */
export const isAssertionStep = (step: { kind: string } | undefined): step is AssertionStep => step?.kind === 'assertion'

/** Whether a check looks at the status of an answer. */
export const readsStatus = (check: Check): boolean => takesStatus(check)

/** The one status that a check asks for; undefined if it asks for something else. */
export const expectedStatus = (check: Check): number | undefined =>
  takesStatus(check) && asksEqual(check) && !check.not && typeof check.value === 'number' ? check.value : undefined
