import type { Step } from '#engine/project/schema.ts'
import { loopPartners } from '#engine/steps/loops.ts'

/** The steps that are run: disabled ones are omitted, and with a loop's marker its partner. */
export function enabledSteps(steps: readonly Step[]): Step[] {
  const left = new Set(steps.filter(({ disabled }) => disabled))
  if (left.size === 0) return [...steps]
  for (const [marker, partner] of loopPartners(steps)) if (partner?.disabled) left.add(marker)
  return steps.filter((step) => !left.has(step))
}
