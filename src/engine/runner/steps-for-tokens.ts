import type { Case, Environment, Project, Step, Suite, Variable } from '#engine/project/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSetAs, variablesRead, variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'

const makes = (step: Step, names: ReadonlySet<string>): boolean =>
  variablesSet(step).some((variable) => [...names].some((name) => isSetAs(variable, name)))

/**
 * The steps that get the tokens which `step` refers to, directly or through start values and other tokens, in order: from
 * the steps before it in its case, then from the cases before it, where the token's scope reaches it.
 */
export function stepsForTokens(
  project: Project,
  environment: Environment | undefined,
  suite: Suite,
  one: Case,
  step: Step,
): Step[] {
  const variables: Variable[] = [...one.variables, ...suite.variables, ...(environment?.variables ?? []), ...project.variables]
  const candidates = reachable(project, suite, one, step)
  const needed = new Set<Step>()
  const names = variablesRead(step)
  for (let known = -1; known < names.size + needed.size;) {
    known = names.size + needed.size
    for (const { name, value } of variables) if (names.has(name)) namesIn(value, names)
    for (const candidate of nearestOfEach(candidates, names)) {
      needed.add(candidate)
      variablesRead(candidate, names)
    }
  }
  return candidates.filter((candidate) => needed.has(candidate))
}

/** Token steps that run before the step and whose variable it could see, in the order of a run. */
function reachable(project: Project, suite: Suite, one: Case, step: Step): Step[] {
  const tokenSteps = (steps: readonly Step[], scopes: readonly string[]): Step[] =>
    steps.filter(
      (each) => factsOf(each).getsToken && !each.disabled && variablesSet(each).some(({ scope }) => scopes.includes(scope)),
    )
  const caseIndex = suite.cases.indexOf(one)
  const earlierSuites = project.suites.slice(0, project.suites.indexOf(suite)).flatMap(({ cases }) => cases)
  return [
    ...earlierSuites.flatMap(({ steps }) => tokenSteps(steps, ['Project'])),
    ...suite.cases.slice(0, caseIndex).flatMap(({ steps }) => tokenSteps(steps, ['TestSuite', 'Project'])),
    ...tokenSteps(one.steps.slice(0, one.steps.indexOf(step)), ['TestCase', 'TestSuite', 'Project']),
  ]
}

/** Of several steps that make the same variable the last one counts. */
function nearestOfEach(candidates: readonly Step[], names: ReadonlySet<string>): Step[] {
  const byVariable = new Map<string, Step>()
  for (const candidate of candidates) {
    if (!makes(candidate, names)) continue
    for (const { name } of variablesSet(candidate)) byVariable.set(name, candidate)
  }
  return [...byVariable.values()]
}
