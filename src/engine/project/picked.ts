import { nameOfPicked, type PickedValue } from '#engine/steps/picked-value.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { pickedCheck, successCheck } from '#engine/steps/assertion/picked-check.ts'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { freeName } from './edit/structure.ts'
import { newStep } from './new-step.ts'
import type { Step } from './format/schema.ts'

/** Where a value was picked. */
export interface PickedAt {
  /** The request whose answer it is of. */
  request: string
  /** The step that someone looks at; its own row is added to, if it looks at that answer. */
  looking?: string | undefined
  newId(): string
}

/** Where the row went: the step, and the row's place in it. */
export interface PickedInto {
  step: string
  index: number
}

/** The step that gets the row: the one that is looked at, else the nearest after the request that looks at its answer, else a new one behind it. */
function stepFor<S extends Step>(steps: Step[], at: PickedAt, kind: S['kind'], fits: (step: Step) => step is S): S | undefined {
  const asked = steps.findIndex(({ id }) => id === at.request)
  if (asked < 0) return undefined
  const looking = steps.find(({ id }) => id === at.looking)
  if (looking && fits(looking)) return looking
  for (const step of steps.slice(asked + 1)) {
    const facts = factsOf(step)
    // What comes after another answer, or in or after a loop, looks at something else.
    if (facts.gives !== undefined || facts.block !== undefined) break
    const reference = facts.refers?.step === undefined ? undefined : (step as { step?: string }).step
    if (fits(step) && !step.disabled && (reference === undefined || reference === at.request)) return step
  }
  const names = steps.map(({ name }) => name)
  const made = newStep(kind, at.newId(), freeName(factsOf({ kind }).newName, names), { connection: '', dataSource: '' })
  if (!fits(made)) return undefined
  steps.splice(asked + 1, 0, made)
  return (steps[asked + 1] as S | undefined) ?? made
}

/** Adds a check of a picked value, without one of success, to the steps of a case, in place. Undefined: its request is gone. */
export function addPickedCheck(steps: Step[], at: PickedAt, picked?: PickedValue): PickedInto | undefined {
  const step = stepFor(steps, at, 'assertion', isAssertionStep)
  return step && { step: step.id, index: step.checks.push(picked ? pickedCheck(picked) : successCheck()) - 1 }
}

/** Adds a transfer that keeps a picked value in a variable of the case, named as the value is. Undefined: its request is gone. */
export function keepPicked(steps: Step[], at: PickedAt, picked: PickedValue): PickedInto | undefined {
  const step = stepFor(steps, at, 'data-transfer', isDataTransferStep)
  if (!step) return undefined
  const taken = steps.flatMap((one) => factsOf(one).writes?.(one) ?? []).map(({ name }) => name)
  const wanted = nameOfPicked(picked)
  const to = freeName(wanted, taken).replaceAll(' ', '_')
  return { step: step.id, index: step.transfers.push({ source: 'json', path: picked.path, to, scope: 'TestCase' }) - 1 }
}
