import { createRedactor } from '#engine/base/redactor.ts'
import type { LoginTold, Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { carryOutScript, type ScriptTool, type ScriptToolResult } from '#engine/steps/oauth2/automation/carry-out.ts'
import { certificatesOf, certifiedPorts } from '#engine/steps/certified-ports.ts'
import { askedLogin } from './asked-case.ts'
import type { AskedStep } from './run-protocol.ts'

/** What the page asks for beside the step. */
export interface ScriptAsked {
  tool: ScriptTool
  /** Where the page's own logins end. */
  redirectUri: string
}

/** Finds an OAuth2 step of a project and tries, records or proposes its script, with the start values of the variables. */
export function scriptOf(
  project: Project,
  place: AskedStep,
  given: Ports,
  { tool, redirectUri }: ScriptAsked,
  tell: (told: LoginTold) => void,
  signal: AbortSignal,
): Promise<ScriptToolResult> {
  const redactor = createRedactor()
  const { scripts } = given
  const ports: Ports = { ...given, ...(scripts ? { scripts: { ...scripts, redirectUri: async () => redirectUri } } : {}) }
  const { step, environment, variables } = askedLogin(project, place, ports, redactor)
  const certificates = certificatesOf(environment?.mtls, { variables, redactor, ports })
  const began = ports.clock.monotonic()
  let ids = 0
  return carryOutScript(
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
    tool,
    tell,
  )
}
