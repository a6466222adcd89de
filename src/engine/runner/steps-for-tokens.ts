import type { Case, Environment, Project, Step, Suite, Variable } from '#engine/project/schema.ts'
import { namesIn } from '#engine/templates/names-in.ts'

type TokenStep = Extract<Step, { kind: 'oauth2' }>

const makes = ({ variableName }: TokenStep, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name === variableName || name.startsWith(`${variableName}.`))

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
): TokenStep[] {
  const variables: Variable[] = [...one.variables, ...suite.variables, ...(environment?.variables ?? []), ...project.variables]
  const candidates = reachable(project, suite, one, step)
  const needed = new Set<TokenStep>()
  const names = namesIn(step)
  for (let known = -1; known < names.size + needed.size;) {
    known = names.size + needed.size
    for (const { name, value } of variables) if (names.has(name)) namesIn(value, names)
    for (const candidate of nearestOfEach(candidates, names)) {
      needed.add(candidate)
      namesIn(candidate, names)
    }
  }
  return candidates.filter((candidate) => needed.has(candidate))
}

/** Token steps that run before the step and whose variable it could see, in the order of a run. */
function reachable(project: Project, suite: Suite, one: Case, step: Step): TokenStep[] {
  const tokenSteps = (steps: readonly Step[]): TokenStep[] =>
    steps.filter((each): each is TokenStep => each.kind === 'oauth2' && !each.disabled)
  const caseIndex = suite.cases.indexOf(one)
  const earlierSuites = project.suites.slice(0, project.suites.indexOf(suite)).flatMap(({ cases }) => cases)
  return [
    ...earlierSuites.flatMap(({ steps }) => tokenSteps(steps).filter(({ variableScope }) => variableScope === 'Project')),
    ...suite.cases
      .slice(0, caseIndex)
      .flatMap(({ steps }) => tokenSteps(steps).filter(({ variableScope }) => variableScope !== 'TestCase')),
    ...tokenSteps(one.steps.slice(0, one.steps.indexOf(step))),
  ]
}

/** Of several steps that make the same variable the last one counts. */
function nearestOfEach(candidates: readonly TokenStep[], names: ReadonlySet<string>): TokenStep[] {
  const byVariable = new Map<string, TokenStep>()
  for (const candidate of candidates) if (makes(candidate, names)) byVariable.set(candidate.variableName, candidate)
  return [...byVariable.values()]
}
