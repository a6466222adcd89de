import type { Step } from '#engine/project/schema.ts'

/** The steps that are run: disabled ones are left out, and with a loop's marker its partner. */
export function enabledSteps(steps: readonly Step[]): Step[] {
  const left = new Set(steps.filter(({ disabled }) => disabled))
  if (left.size === 0) return [...steps]
  const open: Step[] = []
  for (const step of steps) {
    if (step.kind === 'loop-start') open.push(step)
    if (step.kind !== 'loop-end') continue
    const start = open.pop()
    if (start && (start.disabled || step.disabled)) left.add(start).add(step)
  }
  return steps.filter((step) => !left.has(step))
}
