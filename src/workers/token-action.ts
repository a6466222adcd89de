import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { caseVariables } from './case-variables.ts'
import { workerTexts } from './texts.ts'

/** Finds an OAuth2 step of a project and does something with its cached token, with the start values of the variables. */
export async function tokenActionOf(
  project: Project,
  environment: string | undefined,
  place: { case: string; step: string },
  ports: Ports,
  action: TokenAction,
): Promise<TokenActionResult> {
  const redactor = createRedactor()
  const cases = project.suites.flatMap((suite) => suite.cases)
  const step = cases.find(({ id }) => id === place.case)?.steps.find(({ id }) => id === place.step)
  if (!isOAuth2Step(step)) throw new AssayError('reference-missing', workerTexts.noSuchStep)
  const active = project.environments.find(({ id }) => id === environment)
  const began = ports.clock.monotonic()
  let ids = 0
  return tokenAction(
    step,
    {
      signal: new AbortController().signal,
      ports,
      variables: caseVariables(project, environment, place.case, ports, redactor),
      redactor,
      elapsed: () => ports.clock.monotonic() - began,
      nextId: (prefix) => `${prefix}${(ids += 1)}`,
      emit: () => undefined,
      result: () => undefined,
      keep: () => undefined,
      step: { id: step.id, name: step.name },
      environment: active && { id: active.id, name: active.name },
      insecureHosts: active?.insecureHosts ?? [],
    },
    action,
  )
}
