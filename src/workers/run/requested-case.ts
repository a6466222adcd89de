import { certificatesOf, certifiedPorts } from '#engine/steps/keys/certified-ports.ts'
import type { RunContext } from '#engine/steps/step-kind.ts'
import { AssayError } from '#engine/base/errors.ts'
import { createRedactor, type Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Case, Environment, Project } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { createRunScopes, type RunScopes } from '#engine/templates/create-scopes.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { AskedStep, AskPlace } from './run-protocol.ts'
import { workerRequestTexts } from '../request-texts.ts'

/** A case as it is before anything has run: the variables have their start values. */
export interface AskedCase {
  case: Case
  environment: Environment | undefined
  variables: Scopes
}

/** The variables of a project as something outside its cases sees them. */
export const requestedProject = (
  project: Project,
  environment: string | undefined,
  ports: Pick<Ports, 'clock' | 'secrets'>,
  redactor: Redactor,
  seed = 0,
): Scopes => scopesOf(project, environment, ports, redactor, seed).suite([]).case([])

function scopesOf(
  project: Project,
  environment: string | undefined,
  ports: Pick<Ports, 'clock' | 'secrets'>,
  redactor: Redactor,
  seed: number,
): RunScopes {
  return createRunScopes({
    project: project.variables,
    environment: project.environments.find(({ id }) => id === environment),
    seed,
    locale: project.locale,
    clock: ports.clock,
    secrets: ports.secrets,
    redactor,
    signal: new AbortController().signal,
  })
}

/** The case that is asked about; throws AssayError `reference-missing` if it is no longer there. */
export function requestedCase(
  project: Project,
  place: AskPlace,
  ports: Pick<Ports, 'clock' | 'secrets'>,
  redactor: Redactor,
  seed = 0,
): AskedCase {
  const found = project.suites.flatMap((suite) => suite.cases.map((value) => ({ suite, value })))
  const at = found.find(({ value }) => value.id === place.case)
  if (!at) throw new AssayError('reference-missing', workerRequestTexts.noSuchStep)
  const environment = project.environments.find(({ id }) => id === place.environment)
  const scopes = scopesOf(project, place.environment, ports, redactor, seed)
  // With the keys of a run: what is drawn is what a run with this seed draws.
  const variables = scopes.suite(at.suite.variables, at.suite.id).case(at.value.variables, at.value.id)
  return { case: at.value, environment, variables }
}

/** The OAuth2 step that is asked about, in its case; throws like {@link requestedCase}. */
export function requestedLogin(
  project: Project,
  place: AskedStep,
  ports: Pick<Ports, 'clock' | 'secrets'>,
  redactor: Redactor,
): AskedCase & { step: OAuth2Step } {
  const asked = requestedCase(project, place, ports, redactor)
  const step = asked.case.steps.find(({ id }) => id === place.step)
  if (!isOAuth2Step(step)) throw new AssayError('reference-missing', workerRequestTexts.noSuchStep)
  return { ...asked, step }
}

/** The step of {@link requestedLogin}, and what it sees outside a run: the start values of the variables, and no listener. */
export function requestedLoginContext(
  project: Project,
  place: AskedStep,
  ports: Ports,
  signal: AbortSignal,
): { step: OAuth2Step; context: RunContext } {
  const redactor = createRedactor()
  const { step, environment, variables } = requestedLogin(project, place, ports, redactor)
  const certificates = certificatesOf(environment?.mtls, { variables, redactor, ports })
  const began = ports.clock.monotonic()
  let ids = 0
  return {
    step,
    context: {
      signal,
      ports: certifiedPorts(environment?.mtls, { variables, redactor, ports }),
      ...(certificates ? { certificates } : {}),
      variables,
      redactor,
      elapsed: () => ports.clock.monotonic() - began,
      nextId: (prefix) => `${prefix}${(ids += 1)}`,
      emit: () => undefined,
      result: () => undefined,
      keep: () => undefined,
      step: { id: step.id, name: step.name },
      shareTokens: project.shareTokens === true,
      environment: environment && { id: environment.id, name: environment.name },
      insecureHosts: environment?.insecureHosts ?? [],
    },
  }
}
