import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { askedLoginContext } from './requested-case.ts'
import type { AskedStep } from './run-protocol.ts'

/** Finds an OAuth2 step of a project and does something with its cached token, with the start values of the variables. */
export async function tokenActionOf(
  project: Project,
  place: AskedStep,
  ports: Ports,
  action: TokenAction,
  signal = new AbortController().signal,
): Promise<TokenActionResult> {
  const { step, context } = askedLoginContext(project, place, ports, signal)
  return tokenAction(step, context, action)
}
