import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import { workerTexts } from './texts.ts'

/** The variables of a case as they are before anything has run: the start values of all scopes. */
export function caseVariables(
  project: Project,
  environment: string | undefined,
  caseId: string,
  ports: Pick<Ports, 'clock' | 'secrets'>,
  redactor: Redactor,
): Scopes {
  const found = project.suites.flatMap((suite) => suite.cases.map((value) => ({ suite, value })))
  const at = found.find(({ value }) => value.id === caseId)
  if (!at) throw new AssayError('reference-missing', workerTexts.noSuchStep)
  const scopes = createRunScopes({
    project: project.variables,
    environment: project.environments.find(({ id }) => id === environment),
    seed: 0,
    clock: ports.clock,
    secrets: ports.secrets,
    redactor,
    signal: new AbortController().signal,
  })
  return scopes.suite(at.suite.variables).case(at.value.variables)
}
