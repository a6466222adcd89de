import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { problemsOf, type Problem } from '#engine/project/problems.ts'
import type { Case, Environment, Project, Step, Suite } from '#engine/project/schema.ts'
import { enabledSteps } from './enabled-steps.ts'
import type { RunOptions, Selection } from './selection.ts'
import { stepsForTokens } from './steps-for-tokens.ts'
import { texts } from './texts.ts'

/** A case that will be run, with the steps that will be gone through. */
export interface PlannedCase {
  case: Case
  steps: readonly Step[]
  /** Why the case can't be run as it is: the step that is at fault is broken, the others are skipped. */
  problem?: { step: string; text: string }
}

/** A suite with its cases that will be run. */
export interface PlannedSuite {
  suite: Suite
  cases: readonly PlannedCase[]
}

/** Everything that a run will do, decided before it begins. */
export interface Plan {
  project: Project
  options: RunOptions
  environment: Environment | undefined
  suites: readonly PlannedSuite[]
  total: { suites: number; cases: number; steps: number }
}

/**
 * Decides what of a project is run. Disabled steps are left out. AssayError `reference-missing` if the options name
 * something that is not there, or a part of the selection selects nothing.
 * `known` are the problems of the project, if it was just read: they are not looked for again.
 */
export function plan(project: Project, options: RunOptions = {}, known?: readonly Problem[]): Result<Plan, AssayError> {
  const environment = project.environments.find(({ id }) => id === options.environment)
  const missing = missingPart(project, options, environment)
  if (missing !== undefined) return fail(new AssayError('reference-missing', missing, { hint: texts.selectionHint }))
  const { selection = {} } = options
  const suites = selection.step ? oneStep(project, environment, selection.step) : selected(project, selection, known)
  const cases = suites.flatMap((suite) => suite.cases)
  if (cases.length === 0 && options.selection)
    return fail(new AssayError('reference-missing', texts.nothingSelected, { hint: texts.selectionHint }))
  const total = {
    suites: suites.length,
    cases: cases.length,
    steps: cases.reduce((sum, { steps }) => sum + steps.length, 0),
  }
  return ok({ project, options, environment, suites, total })
}

/** What the options name and the project hasn't; undefined if all is there. */
function missingPart(project: Project, options: RunOptions, environment: Environment | undefined): string | undefined {
  if (options.environment !== undefined && !environment) return texts.noEnvironment(options.environment)
  const { suites = [], cases = [], tags = [], step } = options.selection ?? {}
  const allCases = project.suites.flatMap((suite) => suite.cases)
  const suite = suites.find((id) => !project.suites.some((one) => one.id === id))
  if (suite !== undefined) return texts.noSuite(suite)
  const missingCase = cases.find((id) => !allCases.some((one) => one.id === id))
  if (missingCase !== undefined) return texts.noCase(missingCase)
  const tag = tags.find((wanted) => !allCases.some((one) => one.tags.includes(wanted)))
  if (tag !== undefined) return texts.noTag(tag)
  if (step && !allCases.some(({ id, steps }) => id === step.case && steps.some((one) => one.id === step.step)))
    return texts.noStep(step.step)
  return undefined
}

function selected(project: Project, { suites, cases, tags }: Selection, known?: readonly Problem[]): PlannedSuite[] {
  const problems = problemsByCase(known ?? problemsOf(project))
  return project.suites
    .filter(({ id }) => !suites || suites.includes(id))
    .map((suite) => ({
      suite,
      cases: suite.cases
        .filter((one) => (!cases || cases.includes(one.id)) && (!tags || one.tags.some((tag) => tags.includes(tag))))
        .map((one) => planCase(one, problems.get(one.id) ?? [])),
    }))
    .filter((planned) => planned.cases.length > 0)
}

/** What is wrong inside cases, by their ids. */
function problemsByCase(problems: readonly Problem[]): Map<string, Problem[]> {
  const byCase = new Map<string, Problem[]>()
  for (const problem of problems) {
    const id = problem.at.case
    if (id !== undefined) byCase.set(id, [...(byCase.get(id) ?? []), problem])
  }
  return byCase
}

function planCase(one: Case, problems: readonly Problem[]): PlannedCase {
  const steps = enabledSteps(one.steps)
  for (const { at, text, path } of problems) {
    const step = at.step === undefined ? steps[0] : steps.find(({ id }) => id === at.step)
    // A problem of a disabled step is none for the run.
    if (step) return { case: one, steps, problem: { step: step.id, text: `${path}: ${text}` } }
  }
  return { case: one, steps }
}

/** One step by itself, even if it is disabled, after the steps that get the tokens it needs. */
function oneStep(project: Project, environment: Environment | undefined, wanted: { case: string; step: string }): PlannedSuite[] {
  for (const suite of project.suites) {
    const one = suite.cases.find(({ id }) => id === wanted.case)
    const step = one?.steps.find(({ id }) => id === wanted.step)
    if (one && step)
      return [{ suite, cases: [{ case: one, steps: [...stepsForTokens(project, environment, suite, one, step), step] }] }]
  }
  return []
}
