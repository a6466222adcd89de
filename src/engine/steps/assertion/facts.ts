import { sourceFacts } from '#engine/extractors/facts.ts'
import type { StepFacts } from '../step-facts.ts'
import { counted, words } from '../summary.ts'
import type { AssertionStep } from './schema.ts'

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
