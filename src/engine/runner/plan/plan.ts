import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import { problemsOf, type Problem } from '#engine/project/problems/problems.ts'
import type { Environment, Project, Suite } from '#engine/project/format/schema.ts'
import type { Outcome } from '#engine/steps/step-kind.ts'
import { blocksOf, type Block } from './blocks.ts'
import { environmentOf, selectSteps, type SelectedCase } from './select-steps.ts'
import type { RunOptions } from './selection.ts'
import { runnerTexts as texts } from '../texts.ts'

/** A planned case with its planned steps. */
export interface PlannedCase extends SelectedCase {
  /** The steps as a tree; without loops the same list. */
  blocks: readonly Block[]
  /** Why the case can't be run as written: the step that is at fault is broken, the others are skipped. */
  problem?: { step: string; text: string; outcome?: Told<Outcome> }
}

/** A suite with its planned cases. */
export interface PlannedSuite {
  suite: Suite
  cases: readonly PlannedCase[]
}

/** Everything a run will do, decided before it starts. */
export interface Plan {
  project: Project
  options: RunOptions
  environment: Environment | undefined
  suites: readonly PlannedSuite[]
  total: { suites: number; cases: number; steps: number }
}

/**
 * Plans the run of a project, without disabled steps. AssayError `reference-missing` if an option names something that doesn't
 * exist, or there is no case to run: an empty run must not look like a passed one.
 */
export function plan(project: Project, options: RunOptions = {}): Result<Plan, AssayError> {
  const environment = environmentOf(project, options.environment)
  const missing = missingPart(project, options, environment)
  if (missing !== undefined) return fail(new AssayError('reference-missing', missing, { hint: texts.selectionHint }))
  const suites = withProblems(project, options)
  const cases = suites.flatMap((suite) => suite.cases)
  if (cases.length === 0) return fail(nothingToRun(project, options))
  const total = {
    suites: suites.length,
    cases: cases.length,
    steps: cases.reduce((sum, { steps }) => sum + steps.length, 0),
  }
  return ok({ project, options, environment, suites, total })
}

/** Why there is no case to run: nothing was written yet, or the parts of the selection have none in common. */
function nothingToRun({ suites }: Project, { selection }: RunOptions): AssayError {
  const named = new Set(selection?.suites)
  const chosen = selection?.suites ? suites.filter(({ id }) => named.has(id)) : suites
  if (chosen.some(({ cases }) => cases.length > 0))
    return new AssayError('reference-missing', texts.nothingSelected, { hint: texts.selectionHint })
  const [only] = selection?.suites ? chosen : []
  return new AssayError('reference-missing', only ? texts.emptySuite(only.name) : texts.emptyProject, { hint: texts.emptyHint })
}

/** What the options name and the project hasn't; undefined if all is there. */
function missingPart(project: Project, options: RunOptions, environment: Environment | undefined): string | undefined {
  if (options.environment !== undefined && !environment) return texts.noEnvironment(options.environment)
  const { suites = [], cases = [], tags = [], step, upTo } = options.selection ?? {}
  const allCases = project.suites.flatMap((suite) => suite.cases)
  const suiteIds = new Set(project.suites.map(({ id }) => id))
  const suite = suites.find((id) => !suiteIds.has(id))
  if (suite !== undefined) return texts.noSuite(suite)
  const caseIds = new Set(allCases.map(({ id }) => id))
  const missingCase = cases.find((id) => !caseIds.has(id))
  if (missingCase !== undefined) return texts.noCase(missingCase)
  const allTags = new Set(allCases.flatMap((one) => one.tags))
  const tag = tags.find((wanted) => !allTags.has(wanted))
  if (tag !== undefined) return texts.noTag(tag)
  for (const wanted of [step, upTo]) {
    if (wanted && !allCases.some(({ id, steps }) => id === wanted.case && steps.some((one) => one.id === wanted.step)))
      return texts.noStep(wanted.step)
  }
  return undefined
}

/** What is selected. What a single step lacks in its project comes out when it is run. */
function withProblems(project: Project, options: RunOptions): PlannedSuite[] {
  const suites = selectSteps(project, options)
  const [alone] = options.selection?.step ? suites : []
  if (alone) return [{ ...alone, cases: alone.cases.map((one) => ({ ...one, blocks: one.steps })) }]
  const problems = problemsByCase(problemsOf(project))
  return suites.map(({ suite, cases }) => ({
    suite,
    cases: cases.map((selected) => planCase(selected, problems.get(selected.case.id) ?? [])),
  }))
}

/** What is wrong inside cases, by their ids. */
function problemsByCase(problems: readonly Problem[]): Map<string, Problem[]> {
  const byCase = new Map<string, Problem[]>()
  for (const problem of problems) {
    const id = problem.at.case
    if (id === undefined) continue
    const known = byCase.get(id)
    if (known) known.push(problem)
    else byCase.set(id, [problem])
  }
  return byCase
}

/** With what is wrong with it. A problem of a skipped step is not a problem of the run. */
function planCase({ case: one, steps }: SelectedCase, problems: readonly Problem[]): PlannedCase {
  const blocks = blocksOf(steps)
  if (problems.length === 0) return { case: one, steps, blocks }
  const ids = new Map(steps.map((step) => [step.id, step]))
  for (const { at, text, path } of problems) {
    const step = at.step === undefined ? steps[0] : ids.get(at.step)
    if (step) return { case: one, steps, blocks, problem: { step: step.id, text: `${path}: ${text}` } }
  }
  return { case: one, steps, blocks }
}
