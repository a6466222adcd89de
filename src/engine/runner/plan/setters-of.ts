import type { Project } from '#engine/project/format/schema.ts'
import { isSetAs, variablesSet } from '#engine/steps/variables.ts'
import { templateTexts } from '#engine/templates/texts.ts'

/** The enabled steps, in words, that would set a variable where a case can see it: the nearest first. */
export function settersOf({ suites }: Project, name: string, caseId: string | undefined): string[] {
  const found: { distance: number; text: string }[] = []
  for (const { cases } of suites) {
    const isOwnSuite = cases.some(({ id }) => id === caseId)
    for (const one of cases) {
      const distance = one.id === caseId ? 0 : isOwnSuite ? 1 : 2
      const seen = [['TestCase', 'TestSuite', 'Project'], ['TestSuite', 'Project'], ['Project']][distance] ?? []
      for (const step of one.steps) {
        if (step.disabled) continue
        const sets = variablesSet(step).some((variable) => seen.includes(variable.scope) && isSetAs(variable, name))
        if (sets) found.push({ distance, text: templateTexts.setter(step.name, one.name) })
      }
    }
  }
  return found.toSorted((a, b) => a.distance - b.distance).map(({ text }) => text)
}
