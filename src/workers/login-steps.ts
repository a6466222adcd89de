import type { Project } from '#engine/project/schema.ts'
import type { Selection } from '#engine/runner/selection.ts'
import { interactive } from '#engine/steps/oauth2/login-plan.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'

/** A step that may open a login window, with what a selection can name of it. */
export interface LoginStep {
  suite: string
  case: string
  tags: string[]
  step: OAuth2Step
}

/** All steps of a project that may open a login window, in order. */
export const loginSteps = (project: Project): LoginStep[] =>
  project.suites.flatMap((suite) =>
    suite.cases.flatMap(({ id, tags, steps }) =>
      steps.flatMap((step) =>
        step.kind === 'oauth2' && !step.disabled && interactive(step) ? [{ suite: suite.id, case: id, tags, step }] : [],
      ),
    ),
  )

/** Those of them that a run of this selection may come to. For one step: all of its case, since it may need their tokens. */
export const selectedLogins = (steps: LoginStep[], { suites, cases, tags, step }: Selection = {}): LoginStep[] =>
  steps.filter(
    (login) =>
      (!suites || suites.includes(login.suite)) &&
      (!cases || cases.includes(login.case)) &&
      (!tags || login.tags.some((tag) => tags.includes(tag))) &&
      (!step || step.case === login.case),
  )
