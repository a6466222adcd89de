import { textOf, type AssayError } from '#engine/base/errors.ts'
import { changesWhenEncoded } from '#engine/oauth/client/client-auth.ts'
import type { LastMessages } from '#engine/oauth/messages/last-messages.ts'
import type { OAuthSettings } from '#engine/oauth/settings.ts'
import type { Diagnosis } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import type { OAuth2Step } from './schema.ts'

/** What is known of a failure: its messages, and the settings if they could be read. */
export interface Attempt {
  step: OAuth2Step
  messages: LastMessages
  settings: OAuthSettings | undefined
}

/**
 * What an error of a flow most probably means, and what to do, as one text; page, log, terminal and reports all tell this and
 * nothing else. For a situation that is unknown it is the error's own hint.
 */
export async function explained(
  { code, message, hint, cause }: AssayError,
  { step, messages, settings }: Attempt,
  { redactor }: Pick<RunContext, 'redactor'>,
): Promise<{ hint?: string; diagnosis?: Diagnosis }> {
  const masked = (text: string | undefined): string | undefined => (text === undefined ? undefined : redactor.mask(text))
  const own = hint === undefined ? {} : { hint }
  // Loaded when it is needed: few steps break.
  const { diagnose, describeDiagnosis } = await import('#engine/oauth/diagnosis/diagnose.ts')
  const failure = {
    code,
    message: redactor.mask(message),
    hint: masked(hint),
    cause: masked(cause === undefined ? undefined : textOf(cause)),
    ...(settings ? { escapes: changesWhenEncoded(settings) } : {}),
  }
  const diagnosis = diagnose(messages.all(), failure, step)
  return diagnosis ? { hint: describeDiagnosis(diagnosis, false), diagnosis } : own
}
