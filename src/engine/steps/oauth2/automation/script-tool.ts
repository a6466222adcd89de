import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { issueToken } from '#engine/oauth/token/issue-token.ts'
import { createLastMessages } from '#engine/oauth/messages/last-messages.ts'
import { checkTypedEndpoints } from '#engine/oauth/provider/provider.ts'
import type { FoundAction, LoginTold } from '#engine/ports/index.ts'
import type { RunContext } from '../../step-kind.ts'
import { explained, type Attempt } from '../explained.ts'
import { resolveSettings } from '../resolve-settings.ts'
import { oauthContext } from '../run.ts'
import type { OAuth2Step } from '../schema.ts'
import { resolveScript } from './resolve.ts'
import { automationTexts as texts } from './texts.ts'

/** What the editor of a script does with the sign-in of its step. */
export type ScriptTool = 'try' | 'record' | 'suggest'

/** The result, masked. */
export interface ScriptToolResult {
  /** The sign-in came to its end and gave a token, or what was asked was found out. */
  ok: boolean
  message: string
  hint?: string
  /** What was recorded or is proposed: an event at the very end may come too late to be received. */
  actions: readonly FoundAction[]
  /** How many of the script's own actions come before what is proposed. */
  after?: number
  /** What was noted on the way, in order. */
  notes: readonly string[]
}

/**
 * Starts the sign-in of a step as a run does, with its settings unchanged, and tells of its pages while the script is tried, a
 * user is watched, or the page is looked at to which the script leads. The token is not kept. Every failure is a result, in
 * words and masked.
 */
export async function runScriptTool(
  step: OAuth2Step,
  context: RunContext,
  tool: ScriptTool,
  tell: (told: LoginTold) => void,
): Promise<ScriptToolResult> {
  const { redactor } = context
  const attempt: Attempt = { step, messages: createLastMessages(), settings: undefined }
  let found: Pick<ScriptToolResult, 'actions' | 'after'> = { actions: [] }
  const notes: string[] = []
  const flow: OAuthContext = {
    ...oauthContext(context, attempt.messages),
    noted: (_level, text) => void notes.push(redactor.mask(text)),
    exchanged: (purpose, make) => void attempt.messages.hear(purpose, make)(),
    told(told) {
      if (told.kind === 'actions') found = { actions: told.actions, ...(told.after === undefined ? {} : { after: told.after }) }
      tell(told)
    },
  }
  try {
    const automation = step.automation ?? { enabled: true, headless: true, redirectUri: '', script: [] }
    // What is recorded needs no actions, which may not be complete yet.
    const script = tool === 'record' ? [] : automation.script
    const settings = await resolveSettings({ ...step, automation: { ...automation, enabled: false } }, context)
    settings.script = { ...(await resolveScript(context, { ...automation, script })), mode: tool }
    attempt.settings = settings
    checkTypedEndpoints(flow, settings)
    await issueToken(flow, settings)
    return { ok: true, message: tool === 'suggest' ? texts.nothingLeft : texts.gaveToken, ...found, notes }
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    if (thrown.code === 'cancelled')
      return tool === 'suggest' && found.actions.length > 0
        ? { ok: true, message: texts.proposed, ...found, notes }
        : { ok: false, message: redactor.mask(thrown.message || texts.stopped), ...found, notes }
    const { hint } = await explained(thrown, attempt, context)
    const advice = hint ?? thrown.hint
    const hinted = advice === undefined ? {} : { hint: redactor.mask(advice) }
    return { ok: false, message: redactor.mask(thrown.message), ...hinted, ...found, notes }
  }
}
