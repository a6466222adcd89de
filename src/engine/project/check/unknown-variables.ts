import { nearest } from '#engine/base/nearest-name.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { listReferences } from '#engine/templates/parse.ts'
import type { JsonPath } from '../json-source.ts'
import { describePath } from '../path.ts'
import type { Problem } from '../problems.ts'
import { stepSchema, type Project, type Step } from '../schema.ts'
import { visitTemplates } from '../template-problems.ts'
import { texts } from '../texts.ts'

/**
 * References of steps to variables that no start value of any environment and no step could have given them (T6): a slip as a rule, and
 * told before a run breaks. A warning, not a problem: `--var` may give them.
 */
export function unknownVariables(project: Project): Problem[] {
  const found: Problem[] = []
  const wide = new Set(named([...project.variables, ...project.environments.flatMap(({ variables }) => variables)]))
  for (const { cases } of project.suites)
    for (const one of cases) for (const step of one.steps) for (const name of setBy(step, ['Project'])) wide.add(name)
  for (const [suiteIndex, suite] of project.suites.entries()) {
    const ofSuite = new Set(named(suite.variables))
    for (const one of suite.cases) for (const step of one.steps) for (const name of setBy(step, ['TestSuite'])) ofSuite.add(name)
    for (const [caseIndex, one] of suite.cases.entries()) {
      const ofCase = new Set([...named(one.variables), ...one.steps.flatMap((step) => setBy(step, ['TestCase', 'row']))])
      const isKnown = (name: string): boolean => ofCase.has(name) || ofSuite.has(name) || wide.has(name)
      for (const [index, step] of one.steps.entries()) {
        if (step.disabled) continue
        const place = ['suites', suiteIndex, 'cases', caseIndex, 'steps', index]
        for (const { path, name } of unknownIn(step, isKnown)) {
          const [near] = nearest(name, all(ofCase, ofSuite, wide))
          const whole = [...place, ...path]
          const at = { suite: suite.id, case: one.id, step: step.id }
          found.push({ path: describePath(project, whole), place: whole, text: texts.unknownVariable(name, near), at })
        }
      }
    }
  }
  return found
}

function* all(...sets: readonly Set<string>[]): Iterable<string> {
  for (const names of sets) yield* names
}

const named = (variables: Project['variables']): string[] => variables.map(({ name }) => name)

/** The variables that a step sets at one of these scopes, with those beside them. */
const setBy = (step: Step, scopes: readonly string[]): string[] =>
  variablesSet(step)
    .filter(({ scope }) => scopes.includes(scope))
    .flatMap(({ name, members = [] }) => [name, ...members.map((member) => `${name}.${member}`)])

/** Each name once in a step, at the first place where it stands. */
function unknownIn(step: Step, isKnown: (name: string) => boolean): { path: JsonPath; name: string }[] {
  const places = new Map<string, JsonPath>()
  visitTemplates(stepSchema, step, (path, text) => {
    for (const { name, compute } of listReferences(text))
      if (compute === undefined && !isKnown(name) && !places.has(name)) places.set(name, [...path])
  })
  return [...places].map(([name, path]) => ({ path, name }))
}
