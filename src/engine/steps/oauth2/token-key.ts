import type { TokenKey } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import { settingsStamp } from './login-plan.ts'
import type { OAuth2Step } from './schema.ts'

/** No step has such an ID. */
const shared = 'shared '

/**
 * Under which key the token of a step is cached (O14): its own, or one of all steps with the same settings if the project shares
 * tokens. `fingerprint` is of the resolved settings.
 */
export const tokenKeyOf = (
  step: OAuth2Step,
  { environment, shareTokens }: Pick<RunContext, 'environment' | 'shareTokens'>,
  fingerprint: string,
): TokenKey => ({
  environment: environment?.id ?? '',
  step: shareTokens ? shared + fingerprint.slice(0, 32) : step.id,
})

/** Whether a cached token is that of a step, by what a page knows without the values of variables. */
export function isTokenOf(step: OAuth2Step, token: { step: string; stamp?: string }, shareTokens: boolean): boolean {
  return shareTokens ? token.step.startsWith(shared) && token.stamp === settingsStamp(step) : token.step === step.id
}
