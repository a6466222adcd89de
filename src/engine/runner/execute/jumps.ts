import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { referredId } from '#engine/steps/references.ts'
import type { RunningCase } from './block-pass.ts'
import type { RunState, JumpTarget } from './run-state.ts'
import { runnerTexts as texts } from '../texts.ts'

/** The request that a step is or belongs to. */
function requestOf(step: Step, steps: readonly Step[]): Step | undefined {
  if (factsOf(step).gives !== undefined) return step
  const id = referredId(step, 'step')
  return steps.find((one) => one.id === id)
}

/** Takes over where a script has the run go on; false if that is behind it, where runs don't go. */
export function jump(running: RunningCase, step: Step, to: JumpTarget): boolean {
  const { planned, state } = running
  const from = requestOf(step, planned.steps)?.id
  const { next } = 'next' in to ? to : { next: null }
  const { suites } = state.plan.project
  const exists = suites.some(({ cases }) => cases.some(({ steps }) => steps.some((one) => isCalled(one, next ?? ''))))
  if (next !== null && exists && !isAhead(running, from, next)) return false
  // Where no request has the name, the run ends, as in Postman.
  state.jump = { from, to: next !== null && !exists ? { next: null } : to }
  return true
}

/** Whether a request of that name or id comes after the one with the script. */
function isAhead({ planned, state }: RunningCase, from: string | undefined, next: string): boolean {
  const cases = state.plan.suites.flatMap((suite) => suite.cases)
  const later = cases.slice(cases.findIndex((one) => one.case.id === planned.case.id) + 1).flatMap(({ steps }) => steps)
  const at = planned.steps.findIndex(({ id }) => id === from)
  return [...planned.steps.slice(at + 1), ...later].some((step) => isCalled(step, next))
}

const isCalled = (step: Step, name: string): boolean =>
  factsOf(step).gives !== undefined && (step.name === name || step.id === name)

/** Why a step is skipped because of a script before it; undefined: it runs. */
export function jumpedOver({ planned }: RunningCase, step: Step, state: RunState): string | undefined {
  const { jump: pending } = state
  if (pending === undefined) return undefined
  const request = requestOf(step, planned.steps)
  const isOwn = request !== undefined && request.id === pending.from
  if ('skip' in pending.to) {
    if (isOwn) return texts.skippedByScript
    if (request !== undefined) state.jump = undefined
    return undefined
  }
  if (isOwn) return undefined
  const { next } = pending.to
  if (next === null) return texts.stoppedByScript
  if (request === undefined || !isCalled(request, next)) return texts.jumpedOver(next)
  state.jump = undefined
  return undefined
}
