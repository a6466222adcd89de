import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Environment, Project, Step, Suite } from '#engine/project/format/schema.ts'
import { lookedAt } from '#engine/steps/references.ts'
import { enabledSteps } from './enabled-steps.ts'
import { environmentOf } from './select-steps.ts'
import type { RunOptions } from './selection.ts'
import { makersOf, namesNeeded, stepsForTokens } from './steps-for-tokens.ts'

/** A step that has to run before another one, and what it leaves for it: a variable, or its result. */
export interface MissingInput {
  step: Step
  variable?: string
}

/**
 * What a step that is run alone would not find: variables without a start value, and the result that it looks at, of steps
 * before it in its case. `hasRun`: whether a step has left something since the host was started. Tokens are not among it: the
 * steps that get them run first.
 */
export function missingInputs(written: Project, options: RunOptions, hasRun: (step: Step) => boolean): MissingInput[] {
  const project = withInherited(written)
  const wanted = options.selection?.step
  for (const suite of wanted ? project.suites : []) {
    const one = suite.cases.find(({ id }) => id === wanted?.case)
    const step = one?.steps.find(({ id }) => id === wanted?.step)
    if (one && step)
      return inputsOf(project, environmentOf(project, options.environment), suite, one, step).filter(
        (input) => !hasRun(input.step),
      )
  }
  return []
}

function inputsOf(project: Project, environment: Environment | undefined, suite: Suite, one: Case, step: Step): MissingInput[] {
  const enabled = new Set(enabledSteps(one.steps))
  const before = one.steps.slice(0, one.steps.indexOf(step)).filter((each) => enabled.has(each))
  const tokens = new Set(stepsForTokens(project, environment, suite, one, step))
  const { names, started } = namesNeeded(project, environment, suite, one, [step, ...tokens])
  const makers = makersOf(before)
  const found: MissingInput[] = []
  for (const name of names) {
    if (started(name)) continue
    for (const maker of makers(name)) if (!tokens.has(maker)) found.push({ step: maker, variable: name })
  }
  const looked = one.steps[lookedAt(one.steps, one.steps.indexOf(step))]
  if (looked && before.includes(looked)) found.push({ step: looked })
  return found
}
