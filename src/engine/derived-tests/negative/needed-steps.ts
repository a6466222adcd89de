import { loopPartners } from '#engine/steps/loops.ts'
import { lookedAt } from '#engine/steps/references.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { isSetAs, variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'

const sets = (step: Step, wanted: ReadonlySet<string>): boolean =>
  variablesSet(step).some((variable) => [...wanted].some((name) => isSetAs(variable, name)))

/**
 * The enabled steps of a case that some of its steps depend on, in order and without these: those that set variables which they
 * use, directly or through start values and other steps, the requests that such values are read from, and the markers of loops
 * whose columns they use.
 */
export function neededSteps(one: Case, wanted: readonly Step[]): Step[] {
  const names = new Set<string>()
  const needed = new Set<Step>(wanted)
  for (const step of wanted) variablesRead(step, names)
  // What they set themselves does not come from an earlier step.
  for (const step of wanted) {
    for (const variable of variablesSet(step)) for (const name of names) if (isSetAs(variable, name)) names.delete(name)
  }
  const loops = loopPartners(one.steps)
  const last = Math.max(...wanted.map((step) => one.steps.indexOf(step)))
  for (let known = -1; known < names.size + needed.size;) {
    known = names.size + needed.size
    for (const { name, value } of one.variables) if (names.has(name)) namesIn(value, names)
    for (const [index, step] of one.steps.entries()) {
      if (index >= last || step.disabled || !(needed.has(step) || sets(step, names))) continue
      for (const found of [step, one.steps[lookedAt(one.steps, index)], loops.get(step)]) {
        if (!found || needed.has(found)) continue
        needed.add(found)
        variablesRead(found, names)
      }
    }
  }
  return one.steps.filter((step) => needed.has(step) && !wanted.includes(step))
}
