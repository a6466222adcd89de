import type { Step } from '#engine/project/format/schema.ts'
import { loopPartners } from '#engine/steps/loops.ts'

/** The enabled steps. A disabled loop marker also disables its partner. */
export function enabledSteps(steps: readonly Step[]): Step[] {
  const left = new Set(steps.filter(({ disabled }) => disabled))
  if (left.size === 0) return [...steps]
  for (const [marker, partner] of loopPartners(steps)) if (partner?.disabled) left.add(marker)
  return steps.filter((step) => !left.has(step))
}
