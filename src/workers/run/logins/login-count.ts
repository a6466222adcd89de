import { isLoop, stepsIn } from '#engine/runner/plan/blocks.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'

const signsIn = (step: Step): boolean => factsOf(step).signsIn?.(step) === true

/** Follows a run's events to know whether another login may come after the present one: in a loop each row may need one. */
export function createLoginCount({ suites }: Plan) {
  const steps = new Set<string>()
  /** Outermost loops with a login in them. */
  const loops = new Set<string>()
  for (const { cases } of suites)
    for (const { case: one, blocks } of cases)
      for (const block of blocks) {
        if (!isLoop(block)) {
          if (signsIn(block)) steps.add(placeKey({ case: one.id, step: block.id }))
        } else if ([...stepsIn(block.body)].some(signsIn)) loops.add(placeKey({ case: one.id, step: block.start.id }))
      }
  return {
    see(event: RunEvent): void {
      if (event.type === 'step-started' && steps.size > 0) steps.delete(placeKey(event))
      else if (event.type === 'step-finished' && loops.size > 0) loops.delete(placeKey(event))
    },
    more: (): boolean => steps.size + loops.size > 0,
  }
}
