import type { LoginTold, Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { runScriptTool, type ScriptTool, type ScriptToolResult } from '#engine/steps/oauth2/automation/script-tool.ts'
import { requestedLoginContext } from './requested-case.ts'
import type { AskedStep } from './run-protocol.ts'

/** What the page asks for next to the step. */
export interface ScriptToolCall {
  tool: ScriptTool
  /** Where the page's own logins end. */
  redirectUri: string
}

/** Finds an OAuth2 step of a project and tries, records or proposes its script, with the start values of the variables. */
export function callScriptTool(
  project: Project,
  place: AskedStep,
  given: Ports,
  { tool, redirectUri }: ScriptToolCall,
  tell: (told: LoginTold) => void,
  signal: AbortSignal,
): Promise<ScriptToolResult> {
  const { scripts } = given
  const ports: Ports = { ...given, ...(scripts ? { scripts: { ...scripts, redirectUri: async () => redirectUri } } : {}) }
  const { step, context } = requestedLoginContext(project, place, ports, signal)
  return runScriptTool(step, context, tool, tell)
}
