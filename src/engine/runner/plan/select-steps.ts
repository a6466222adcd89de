import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Environment, Project, Step, Suite } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { loopPartners } from '#engine/steps/loops.ts'
import { enabledSteps } from './enabled-steps.ts'
import type { RunOptions, Selection } from './selection.ts'
import { stepsForTokens, tokenStepsOfOthers } from './steps-for-tokens.ts'

/** A case with the steps that are gone through, in order. */
export interface SelectedCase {
  case: Case
  steps: readonly Step[]
}

/** A suite with those of its cases that a selection names. */
export interface SelectedSuite {
  suite: Suite
  cases: readonly SelectedCase[]
}

/**
 * What a selection names of a project, without what is disabled, its requests with the headers that they inherit; a single step
 * comes, even if it is disabled, after the steps that get the tokens which it needs, and a case after those that it needs of
 * cases which are not selected. The plan of a run starts with it, and so does what a page foresees of the run at the click:
 * small and without waiting.
 */
export function selectSteps(written: Project, { environment: id, selection = {} }: RunOptions): SelectedSuite[] {
  const project = withInherited(written)
  const { step, upTo } = selection
  const environment = environmentOf(project, id)
  if (step) return oneStep(project, environment, step)
  const selected = upTo ? stepsUpTo(project, upTo) : casesOf(project, selection)
  const run = new Set(selected.flatMap((each) => each.cases.map((one) => one.case)))
  // Looked for once: for each case it would be as many times the work as there are cases.
  const getsToken = (other: Case): boolean => !run.has(other) && other.steps.some((each) => factsOf(each).getsToken)
  if (!project.suites.some((suite) => suite.cases.some(getsToken))) return selected
  return selected.map((each) => ({
    suite: each.suite,
    cases: each.cases.map((one) => {
      const tokens = tokenStepsOfOthers(project, environment, each.suite, one, (other) => run.has(other))
      return tokens.length === 0 ? one : { case: one.case, steps: [...tokens, ...one.steps] }
    }),
  }))
}

function casesOf(project: Project, { suites, cases, tags }: Selection): SelectedSuite[] {
  const wanted = { suites: suites && new Set(suites), cases: cases && new Set(cases), tags: tags && new Set(tags) }
  return project.suites
    .filter((suite) => wanted.suites?.has(suite.id) !== false)
    .map((suite) => ({
      suite,
      cases: suite.cases
        .filter((one) => wanted.cases?.has(one.id) !== false && (!wanted.tags || one.tags.some((tag) => wanted.tags?.has(tag))))
        .map((one) => ({ case: one, steps: enabledSteps(one.steps) })),
    }))
    .filter((selected) => selected.cases.length > 0)
}

/** The environment with this id; undefined if there is none. */
export const environmentOf = ({ environments }: Project, wanted: string | undefined): Environment | undefined =>
  environments.find(({ id }) => id === wanted)

function stepsUpTo(project: Project, wanted: { case: string; step: string }): SelectedSuite[] {
  for (const suite of project.suites) {
    const one = suite.cases.find(({ id }) => id === wanted.case)
    const at = one?.steps.findIndex(({ id }) => id === wanted.step) ?? -1
    if (!one || at < 0) continue
    let end = at
    for (const [marker, partner] of loopPartners(one.steps))
      if (partner && one.steps.indexOf(marker) <= at) end = Math.max(end, one.steps.indexOf(partner))
    const enabled = new Set(enabledSteps(one.steps))
    const steps = one.steps.slice(0, end + 1).filter((step, index) => enabled.has(step) || index === at)
    return [{ suite, cases: [{ case: one, steps }] }]
  }
  return []
}

function oneStep(
  project: Project,
  environment: Environment | undefined,
  wanted: NonNullable<Selection['step']>,
): SelectedSuite[] {
  for (const suite of project.suites) {
    const one = suite.cases.find(({ id }) => id === wanted.case)
    const step = one?.steps.find(({ id }) => id === wanted.step)
    if (!one || !step) continue
    const nested = new Set(wanted.nested)
    const steps = [step, ...one.steps.filter(({ id, disabled }) => nested.has(id) && !disabled)]
    const tokens = new Set(steps.flatMap((each) => stepsForTokens(project, environment, suite, one, each)))
    return [{ suite, cases: [{ case: one, steps: [...[...tokens].filter((token) => !steps.includes(token)), ...steps] }] }]
  }
  return []
}
