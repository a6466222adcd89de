import type { RunEvent } from '#engine/runner/events.ts'
import type { Plan } from '#engine/runner/plan.ts'
import { factsOf } from '#engine/steps/facts.ts'

/** Follows a run's events to know whether another login may come after the present one. */
export function createLoginCount({ suites }: Plan) {
  const left = new Set(
    suites.flatMap(({ cases }) =>
      cases.flatMap(({ case: { id }, steps }) =>
        steps.flatMap((step) => (factsOf(step).signsIn?.(step) ? [`${id} ${step.id}`] : [])),
      ),
    ),
  )
  return {
    see(event: RunEvent): void {
      if (event.type === 'step-started') left.delete(`${event.case} ${event.step}`)
    },
    more: (): boolean => left.size > 0,
  }
}
