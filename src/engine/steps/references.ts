import { asksAnswer } from './conditions/condition-reads.ts'
import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { Referred } from './step-facts.ts'

/** The id that a step refers to, if its kind refers to any such thing and the step names one. */
export function referredId(step: AnyStep, what: Referred): string | undefined {
  const field = factsOf(step).refers?.[what]
  const id: unknown = field === undefined ? undefined : Reflect.get(step, field)
  return typeof id === 'string' ? id : undefined
}

/** Whether a step looks at the result of another one: one that it names, or the nearest before. */
export function looksAtResult(step: AnyStep): boolean {
  const { refers, readsResult } = factsOf(step)
  return refers?.step !== undefined && readsResult?.(step) !== false
}

/** The index of the step whose result the step at `index` looks at: the one that it names, else the nearest enabled one before; -1 if it looks at none. */
export function lookedAt(steps: readonly AnyStep[], index: number): number {
  const step = steps[index]
  if (!step || !looksAtResult(step)) return -1
  const named = referredId(step, 'step')
  if (named !== undefined) return steps.findIndex(({ id }) => id === named)
  return nearestBefore(steps, index)
}

/** The index of the step whose result the condition of the step at `index` looks at; -1 if it looks at none. */
export function lookedAtFirst(steps: readonly AnyStep[], index: number): number {
  const asks = steps[index]?.onlyIf?.some(asksAnswer)
  return asks ? nearestBefore(steps, index) : -1
}

const nearestBefore = (steps: readonly AnyStep[], index: number): number =>
  steps.slice(0, index).findLastIndex((before) => !before.disabled && factsOf(before).gives !== undefined)

/** A copy of a step with another id; where it refers to a step that was copied too, it refers to the copy. */
export function copiedStep(step: AnyStep, id: string, ids: ReadonlyMap<string, string>): AnyStep {
  const copy = { ...structuredClone(step), id }
  const field = factsOf(step).refers?.step
  const other = ids.get(referredId(step, 'step') ?? '')
  if (field !== undefined && other !== undefined) Reflect.set(copy, field, other)
  return copy
}
