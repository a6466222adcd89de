import type { Case, Environment, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { WrittenVariable } from '#engine/steps/step-facts.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { isSetAs, variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'

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
  const candidates = reachable(project, suite, one, step)
  const values = startValues(project, environment, suite, one)
  const makers = makersOf(candidates)
  const needed = new Set<Step>()
  const names = readAlone(step)
  // What is added on the way is gone through too.
  for (const name of names) {
    for (const value of values.get(name) ?? []) namesIn(value, names)
    for (const maker of makers(name)) {
      if (needed.has(maker)) continue
      needed.add(maker)
      readAlone(maker, names)
    }
  }
  return candidates.filter((candidate) => needed.has(candidate))
}

/**
 * The token steps of cases before this one that do not run (`runs`), and whose tokens its steps refer to before they have set a variable
 * of that name themselves: what a case that is run without its suite would lack.
 */
export function tokenStepsOfOthers(
  project: Project,
  environment: Environment | undefined,
  suite: Suite,
  { case: one, steps }: { case: Case; steps: readonly Step[] },
  runs: (other: Case) => boolean,
): Step[] {
  const candidates = earlier(project, suite, one, (other) => !runs(other))
  if (candidates.length === 0) return []
  const values = startValues(project, environment, suite, one)
  const makers = makersOf(candidates)
  const needed = new Set<Step>()
  const own: WrittenVariable[] = []
  for (const step of steps) {
    const names = variablesRead(step)
    // What is added on the way is gone through too.
    for (const name of names) {
      if (own.some((variable) => isSetAs(variable, name))) continue
      for (const value of values.get(name) ?? []) namesIn(value, names)
      for (const maker of makers(name)) {
        if (needed.has(maker)) continue
        needed.add(maker)
        variablesRead(maker, names)
      }
    }
    own.push(...variablesSet(step))
  }
  return candidates.filter((candidate) => needed.has(candidate))
}

/** What a step reads that is run alone: no one asks for its condition. */
const readAlone = (step: Step, names?: Set<string>): Set<string> => variablesRead({ ...step, onlyIf: undefined }, names)

/** The names that steps refer to, directly or through start values; and which of them have one. */
export function namesNeeded(
  project: Project,
  environment: Environment | undefined,
  suite: Suite,
  one: Case,
  steps: readonly Step[],
): { names: ReadonlySet<string>; started: (name: string) => boolean } {
  const values = startValues(project, environment, suite, one)
  const names = new Set<string>()
  for (const step of steps) readAlone(step, names)
  // What is added on the way is gone through too.
  for (const name of names) for (const value of values.get(name) ?? []) namesIn(value, names)
  return { names, started: (name) => values.has(name) }
}

function startValues(
  project: Project,
  environment: Environment | undefined,
  suite: Suite,
  one: Case,
): Map<string, Variable['value'][]> {
  const variables: Variable[] = [...one.variables, ...suite.variables, ...(environment?.variables ?? []), ...project.variables]
  const values = new Map<string, Variable['value'][]>()
  for (const { name, value } of variables) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Token steps that run before the step and whose variable it could see, in the order of a run. */
const reachable = (project: Project, suite: Suite, one: Case, step: Step): Step[] => [
  ...earlier(project, suite, one, () => true),
  ...tokenSteps(one.steps.slice(0, one.steps.indexOf(step)), ['TestCase', 'TestSuite', 'Project']),
]

/** Token steps of the cases before one that count, as far as their variables reach it, in the order of a run. */
function earlier(project: Project, suite: Suite, one: Case, counts: (other: Case) => boolean): Step[] {
  const earlierSuites = project.suites.slice(0, project.suites.indexOf(suite)).flatMap(({ cases }) => cases)
  const before = suite.cases.slice(0, suite.cases.indexOf(one))
  return [
    ...earlierSuites.filter(counts).flatMap(({ steps }) => tokenSteps(steps, ['Project'])),
    ...before.filter(counts).flatMap(({ steps }) => tokenSteps(steps, ['TestSuite', 'Project'])),
  ]
}

const tokenSteps = (steps: readonly Step[], scopes: readonly string[]): Step[] =>
  steps.filter(
    (each) => factsOf(each).getsToken && !each.disabled && variablesSet(each).some(({ scope }) => scopes.includes(scope)),
  )

/** By a name the steps that make it, or what it is a member of; of several that make the same variable the last one counts. */
export function makersOf(candidates: readonly Step[]): (name: string) => Step[] {
  const byVariable = new Map<string, { variable: WrittenVariable; step: Step }>()
  for (const step of candidates) for (const variable of variablesSet(step)) byVariable.set(variable.name, { variable, step })
  return (name) => {
    const found: Step[] = []
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const maker = byVariable.get(name.slice(0, end))
      if (maker && isSetAs(maker.variable, name)) found.push(maker.step)
    }
    return found
  }
}
