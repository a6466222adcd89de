import type { Case, Step } from '#engine/project/format/schema.ts'
import { enabledSteps } from '#engine/runner/plan/enabled-steps.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { lookedAt, referredId } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'

/** A request with what is done before it is sent and with its response. */
export interface RequestGroup {
  owner: SendRequestStep | OAuth2Step
  before: Step[]
  after: Step[]
}

/** Why a step is in no group. */
export type Lost = 'kind' | 'loop' | 'no-request' | 'last'

/** What a kind of step is for the requests around it, if anything; `either`: it may name a request that follows. */
const roles: Readonly<Partial<Record<Step['kind'], 'before' | 'after' | 'either'>>> = {
  wait: 'before',
  assertion: 'after',
  'data-transfer': 'after',
  script: 'either',
}

/** What the export says about steps that it can't keep as they are. */
export interface GroupReports {
  /** Whether the target sends a token step as a request. */
  isRequest(step: OAuth2Step): boolean
  lose(step: Step, why: Lost): void
  /** A step that looks at an earlier response is done with that. */
  elsewhere(step: Step): void
}

/** The enabled steps of a case by the requests that they belong to. */
export function requestGroups(one: Case, { isRequest, lose, elsewhere }: GroupReports): RequestGroup[] {
  const steps = enabledSteps(one.steps)
  const groups: RequestGroup[] = []
  const ahead = new Map<string, Step[]>()
  let before: Step[] = []
  const begin = (owner: RequestGroup['owner']): void => {
    groups.push({ owner, before: [...before, ...(ahead.get(owner.id) ?? [])], after: [] })
    before = []
  }
  for (const [index, step] of steps.entries()) {
    const role = roles[step.kind]
    if (isSendRequestStep(step)) begin(step)
    else if (isOAuth2Step(step)) {
      if (isRequest(step)) begin(step)
      else lose(step, 'kind')
    } else if (role === 'before') before.push(step)
    else if (role === undefined) lose(step, factsOf(step).block === undefined ? 'kind' : 'loop')
    else {
      const named = referredId(step, 'step')
      if (role === 'either' && named !== undefined && !groups.some(({ owner }) => owner.id === named)) {
        ahead.set(named, [...(ahead.get(named) ?? []), step])
        continue
      }
      const target = steps[lookedAt(steps, index)]
      const group = target === undefined ? groups.at(-1) : groups.findLast(({ owner }) => owner.id === target.id)
      if (group === undefined) lose(step, 'no-request')
      else {
        if (target !== undefined && group !== groups.findLast(({ owner }) => isSendRequestStep(owner))) elsewhere(step)
        group.after.push(step)
      }
    }
  }
  for (const step of before) lose(step, 'last')
  return groups
}
