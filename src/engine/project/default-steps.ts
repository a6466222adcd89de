import * as v from 'valibot'
import { factsOf } from '#engine/steps/facts.ts'
import { copySteps } from './edit/structure.ts'
import { placeOf } from './edit/places.ts'
import type { ProjectHead, ProjectState } from './edit/state.ts'
import { newStep, type StepReferences } from './new-step.ts'
import { stepSchema, type Step } from './format/schema.ts'

/** What the usual steps are called. */
export interface UsualNames {
  token: string
  request: string
  check: string
}

/**
 * The steps that most cases are made of, linked with each other: a token, a request that sends it in `Authorization` (RFC 6750
 * section 2.1), and a check that the answer is 200. The request starts with `${baseUrl}` where the project knows such a
 * variable; the token is got as `like` gets it.
 */
export function usualSteps(
  head: Pick<ProjectHead, 'variables' | 'environments'>,
  names: UsualNames,
  newId: () => string,
  like?: Step,
): Step[] {
  const none: StepReferences = { connection: '', dataSource: '' }
  const [copied] = like ? copySteps([like], newId) : []
  const token = copied ? { ...copied, name: names.token } : newStep('oauth2', newId(), names.token, none)
  const variable = 'variableName' in token ? token.variableName : ''
  const known = [head, ...head.environments].some(({ variables }) => variables.some(({ name }) => name === 'baseUrl'))
  const linked = (step: Step, more: object) => v.parse(stepSchema, { ...step, ...more })
  return [
    token,
    linked(newStep('send-request', newId(), names.request, none), {
      url: known ? '${baseUrl}/' : '',
      headers: [{ name: 'Authorization', value: `Bearer \${${variable}}` }],
    }),
    linked(newStep('assertion', newId(), names.check, none), { checks: [{ source: 'status', is: 'equals', value: 200 }] }),
  ]
}

/** The step that gets the token of another case: of the nearest before this one in its suite, else after it, else of another suite. */
export function tokenStepNear({ head, cases }: ProjectState, caseId: string): Step | undefined {
  const suite = placeOf(head, caseId)?.suite
  const inSuite = suite?.cases.map(({ id }) => id) ?? []
  const at = inSuite.indexOf(caseId)
  const others = head.suites.filter((other) => other !== suite).flatMap((other) => other.cases.map(({ id }) => id))
  return [...inSuite.slice(0, at).toReversed(), ...inSuite.slice(at + 1), ...others]
    .flatMap((id) => cases.get(id)?.steps ?? [])
    .find((step) => factsOf(step).getsToken && !step.disabled)
}
