import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import type { RegistrationRequest, RegistrationResult } from '#engine/steps/oauth2/registration.ts'
import type { TokenAction, TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import type { LoginTold } from '#engine/ports/index.ts'
import type { ScriptToolResult } from '#engine/steps/oauth2/automation/script-tool.ts'
import type { ScriptToolCall } from '#workers/run/script-tool-call.ts'
import type { RowLook } from '#workers/run/preview-rows.ts'
import type { RunClient } from '#workers/run-client.ts'
import type { AskPlace, Discovery, LogoutWindow, ProjectSource } from '#workers/run/run-protocol.ts'
import type { Workspace } from './workspace/workspace.ts'

type OpenProject = Pick<Workspace, 'flush' | 'saveState' | 'snapshot' | 'localId'>

/**
 * Where the worker takes the open project from: what is being typed is written first; edits that could not be stored go along as
 * they are on the screen (R14).
 */
export async function projectSource(workspace: OpenProject, localId: string): Promise<ProjectSource> {
  await workspace.flush()
  const unstored = workspace.saveState().state === 'not-saved' && workspace.localId() === localId
  const project = unstored ? await workspace.snapshot() : undefined
  return project ? { project, localId } : { stored: localId }
}

/** What the editors ask the worker about the open case; undefined where none is open. */
export interface CaseQuestions {
  discover(step: string): Promise<Discovery | undefined>
  tokenAction(step: string, action: TokenAction): Promise<TokenActionResult | undefined>
  registration(step: string, asked: RegistrationRequest): Promise<RegistrationResult | undefined>
  endSession(step: string, window: LogoutWindow, signal: AbortSignal): Promise<TokenActionResult | undefined>
  describeKey(key: SigningKey, algorithm: SigningAlgorithm): Promise<KeyDescription | undefined>
  script(
    step: string,
    asked: ScriptToolCall,
    tell: (told: LoginTold) => void,
    signal: AbortSignal,
  ): Promise<ScriptToolResult | undefined>
  /** What the steps of a loop will see and send in one row. */
  row(step: string, options: { seed: number; number: number }): Promise<RowLook | undefined>
}

/** Creates the questions to the worker; `place` is the open case. */
export function createCaseQuestions(
  workspace: OpenProject,
  { oauth, data }: Pick<RunClient, 'oauth' | 'data'>,
  place: () => AskPlace | undefined,
): CaseQuestions {
  const about = async <T>(ask: (source: ProjectSource, at: AskPlace) => Promise<T>): Promise<T | undefined> => {
    const [localId, at] = [workspace.localId(), place()]
    return localId && at ? ask(await projectSource(workspace, localId), at) : undefined
  }
  return {
    discover: (step) => about((source, at) => oauth.discover(source, { ...at, step })),
    tokenAction: (step, action) => about((source, at) => oauth.tokenAction(source, { ...at, step }, action)),
    registration: (step, asked) => about((source, at) => oauth.registration(source, { ...at, step }, asked)),
    endSession: (step, window, signal) => about((source, at) => oauth.endSession(source, { ...at, step }, window, signal)),
    row: (step, options) => about((source, at) => data.row(source, { ...at, step }, options)),
    script: (step, asked, tell, signal) => about((source, at) => oauth.script(source, { ...at, step }, asked, tell, signal)),
    describeKey: (key, algorithm) => about((source, at) => oauth.describeKey(source, at, key, algorithm)),
  }
}
