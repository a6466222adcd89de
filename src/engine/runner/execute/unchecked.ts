import type { Case, Step } from '#engine/project/format/schema.ts'
import { lookedAt, lookedAtFirst } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { enabledSteps } from '../plan/enabled-steps.ts'

/** The ids of the steps of a case that a later one looks at; computed once, since a loop asks for every row. */
const known = new WeakMap<Case, ReadonlySet<string>>()

function idsLookedAt(one: Case): ReadonlySet<string> {
  const steps = enabledSteps(one.steps)
  const ids = new Set(
    steps.flatMap((_, index) => [lookedAt(steps, index), lookedAtFirst(steps, index)].flatMap((at) => steps[at]?.id ?? [])),
  )
  known.set(one, ids)
  return ids
}

/** Whether something of a case judges or reads what a step was answered, be it the step itself, which asks again until checks hold. */
export const isLookedAt = (one: Case, step: Step): boolean =>
  (isSendRequestStep(step) && step.until !== undefined) || (known.get(one) ?? idsLookedAt(one)).has(step.id)
