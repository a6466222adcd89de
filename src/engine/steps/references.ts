import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { Referred } from './step-facts.ts'

/** The id that a step refers to, if its kind refers to any such thing and the step names one. */
export function referredId(step: AnyStep, what: Referred): string | undefined {
  const field = factsOf(step).refers?.[what]
  const id: unknown = field === undefined ? undefined : Reflect.get(step, field)
  return typeof id === 'string' ? id : undefined
}

/** A copy of a step with another id; where it refers to a step that was copied too, it refers to the copy. */
export function copiedStep(step: AnyStep, id: string, ids: ReadonlyMap<string, string>): AnyStep {
  const copy = { ...structuredClone(step), id }
  const field = factsOf(step).refers?.step
  const other = ids.get(referredId(step, 'step') ?? '')
  if (field !== undefined && other !== undefined) Reflect.set(copy, field, other)
  return copy
}
