import { createRedactor } from '#engine/base/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { certificatesOf, certifiedPorts } from '#engine/steps/certified-ports.ts'
import { askedLogin } from './asked-case.ts'
import type { AskedStep } from './run-protocol.ts'

/** Finds an OAuth2 step of a project and does something with its cached token, with the start values of the variables. */
export async function tokenActionOf(
  project: Project,
  place: AskedStep,
  ports: Ports,
  action: TokenAction,
  signal = new AbortController().signal,
): Promise<TokenActionResult> {
  const redactor = createRedactor()
  const { step, environment, variables } = askedLogin(project, place, ports, redactor)
  const certificates = certificatesOf(environment?.mtls, { variables, redactor, ports })
  const began = ports.clock.monotonic()
  let ids = 0
  return tokenAction(
    step,
    {
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
      environment: environment && { id: environment.id, name: environment.name },
      insecureHosts: environment?.insecureHosts ?? [],
    },
    action,
  )
}
