import { counted } from '#engine/base/counted.ts'
import { sourceFacts, takesStatus, variablesAsked } from '#engine/extractors/facts.ts'
import type { StepFacts } from '../step-facts.ts'
import { code, divider, words, type SummaryPart } from '../summary.ts'
import { asksEqual } from '#engine/checks/facts.ts'
import type { AssertionStep, Check } from './schema.ts'

/** Assertion: checks the response of an earlier request, or variables. */
export const assertionFacts: StepFacts<AssertionStep> = {
  title: 'Assertion',
  newName: 'Check',
  refers: { step: 'step' },
  summary: ({ checks }) =>
    checks.length === 0 ? [words('no checks yet')] : [words(counted(checks.length, 'check')), divider, ...lookedAt(checks)],
  readsVariables: ({ checks }) => variablesAsked(checks),
  readsResult: ({ checks }) => checks.some(({ source }) => sourceFacts[source].reads === 'response'),
}

/** The subjects of the first checks: the status that is requested, else the path or the source. */
function lookedAt(checks: readonly Check[]): SummaryPart[] {
  const shown = checks.slice(0, mostLookedAt).map((check) => {
    const status = expectedStatus(check)
    return code(status === undefined ? check.path || check.name || check.source : `${check.source} ${status}`)
  })
  const listed = shown.flatMap((part, index) => (index === 0 ? [part] : [words(', '), part]))
  return checks.length > shown.length ? [...listed, words(' …')] : listed
}

/** A line has room for these. */
const mostLookedAt = 4

/** Whether a step is an assertion. */
export const isAssertionStep = (step: { kind: string } | undefined): step is AssertionStep => step?.kind === 'assertion'

/** Whether a check looks at the status of a response. */
export const readsStatus = (check: Check): boolean => takesStatus(check)

/** The one status that a check asks for; undefined if it asks for something else. */
export const expectedStatus = (check: Check): number | undefined =>
  takesStatus(check) && asksEqual(check) && !check.not && typeof check.value === 'number' ? check.value : undefined
