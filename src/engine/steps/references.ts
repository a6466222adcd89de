import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { Referred } from './step-facts.ts'

/** The id that a step refers to, if its kind refers to any such thing and the step names one. */
export function referredId(step: AnyStep, what: Referred): string | undefined {
  const field = factsOf(step).refers?.[what]
  const id: unknown = field === undefined ? undefined : Reflect.get(step, field)
  return typeof id === 'string' ? id : undefined
}

/** The index of the step whose result the step at `index` looks at: the one that it names, else the nearest enabled one before; -1 if it looks at none. */
export function lookedAt(steps: readonly AnyStep[], index: number): number {
  const step = steps[index]
  const facts = step && factsOf(step)
  if (!step || facts?.refers?.step === undefined || facts.readsResult?.(step) === false) return -1
  const named = referredId(step, 'step')
  if (named !== undefined) return steps.findIndex(({ id }) => id === named)
  return steps.slice(0, index).findLastIndex((before) => !before.disabled && factsOf(before).gives !== undefined)
}

/** A copy of a step with another id; where it refers to a step that was copied too, it refers to the copy. */
export function copiedStep(step: AnyStep, id: string, ids: ReadonlyMap<string, string>): AnyStep {
  const copy = { ...structuredClone(step), id }
  const field = factsOf(step).refers?.step
  const other = ids.get(referredId(step, 'step') ?? '')
  if (field !== undefined && other !== undefined) Reflect.set(copy, field, other)
  return copy
}
