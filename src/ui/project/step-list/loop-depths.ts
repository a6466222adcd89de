import { factsOf } from '#engine/steps/facts.ts'
import type { Step } from '#engine/project/format/schema.ts'

/** In how many loops each step stands; where a loop starts and ends is outside it, as its brackets. */
export function loopDepths(steps: readonly Pick<Step, 'kind'>[]): number[] {
  let depth = 0
  return steps.map((step) => {
    const { block } = factsOf(step)
    if (block === 'end') depth = Math.max(0, depth - 1)
    return block === 'start' ? depth++ : depth
  })
}
