import * as v from 'valibot'
import type { ProjectHead } from './edit/state.ts'
import { newStep, type StepReferences } from './new-step.ts'
import { stepSchema, type Step } from './schema.ts'

/** What the usual steps are called. */
export interface UsualNames {
  token: string
  request: string
  check: string
}

/**
 * The steps that most cases are made of, linked with each other: a token, a request that sends it in `Authorization` (RFC 6750
 * section 2.1), and a check that the answer is 200. The request begins with `${baseUrl}` where the project knows such a variable.
 */
export function usualSteps(
  head: Pick<ProjectHead, 'variables' | 'environments'>,
  names: UsualNames,
  newId: () => string,
): Step[] {
  const none: StepReferences = { connection: '', dataSource: '' }
  const token = newStep('oauth2', newId(), names.token, none)
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
