import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { randomValue } from '#engine/oauth/client/pkce.ts'
import { ProviderRefusal } from '#engine/oauth/refusals/provider-error.ts'
import type { OAuthSettings } from '#engine/oauth/settings.ts'
import { negativeTexts, reasons } from '#engine/oauth/texts.ts'
import { createTokenSource, type TokenIdentity } from '#engine/oauth/token/token-source.ts'
import type { TokenStore } from '#engine/ports/index.ts'
import type { Outcome, RunContext } from '../step-kind.ts'
import { explained, type Attempt } from './explained.ts'
import { grantOf } from './grant.ts'
import type { OAuth2Step } from './schema.ts'
import { setTokenVariables } from './token-variables.ts'

/** Whether the step makes a deliberate error, or only passes if the provider rejects the request. */
export const isNegative = ({ fault, expectError }: OAuth2Step): boolean => fault !== 'none' || expectError.trim() !== ''

const notRefused = (expected: string): AssayError =>
  new AssayError('oauth-not-refused', negativeTexts.notRefused(expected), { hint: negativeTexts.notRefusedHint })

/** What a negative test gets is neither taken from the cache nor kept in it. */
const nowhere: TokenStore = { get: async () => undefined, put: async () => undefined, delete: async () => undefined }

const unusable = (message: string, hint: string): AssayError => new AssayError('oauth-settings', message, { hint })

/** The settings with what the fault makes wrong about them. Rejects with AssayError if they leave nothing to get wrong. */
function withFault({ ports, redactor }: OAuthContext, settings: OAuthSettings): OAuthSettings {
  const { fault, requirePkce, clientSecret } = settings
  if ((fault === 'replay-code' || fault === 'wrong-verifier') && !grantOf(settings).code) {
    throw unusable(negativeTexts.needsCode(fault), negativeTexts.needsCodeHint)
  }
  if (fault === 'wrong-verifier' && !requirePkce) throw unusable(negativeTexts.needsPkce, negativeTexts.needsPkceHint)
  if (fault !== 'wrong-secret') return settings
  if (!clientSecret) throw unusable(negativeTexts.needsSecret, negativeTexts.needsSecretHint)
  const value = randomValue(ports.random)
  redactor.add('wrong-secret', value)
  return { ...settings, clientSecret: { name: 'wrong-secret', value } }
}

/**
 * What a refusal that was meant for the fault is diagnosed as, whatever its code: Keycloak says `unauthorized_client` to a
 * wrong secret.
 */
const meant: Record<Exclude<OAuthSettings['fault'], 'none'>, { error: string; situations: readonly string[] }> = {
  'wrong-secret': {
    error: 'invalid_client',
    situations: ['secret-refused', 'account-or-client', 'basic-not-decoded', 'basic-not-encoded', 'aadsts-7000215'],
  },
  'replay-code': { error: 'invalid_grant', situations: ['code-used', 'code-refused', 'aadsts-54005'] },
  'wrong-verifier': { error: 'invalid_grant', situations: ['pkce-verifier', 'code-refused', 'aadsts-501481'] },
}

/** Statuses of a response that says nothing about the request: too many of them, or a failure of the provider. */
const saysNothing = (status: number): boolean => status === 429 || status >= 500

type Verdict = 'expected' | 'accepted' | 'other' | 'not-judged'

/** Whether the provider rejected for what is tested; with a fault only at an endpoint, not by way of the browser. */
function verdictOf(thrown: AssayError, expected: string, fault: OAuthSettings['fault'], situation: string): Verdict {
  const isRefusal = thrown instanceof ProviderRefusal && (fault === 'none' || thrown.status > 0)
  if (isRefusal && thrown.error === expected) return 'expected'
  if (isRefusal && fault !== 'none' && expected === meant[fault].error && meant[fault].situations.includes(situation)) {
    return 'accepted'
  }
  return isRefusal && thrown.error !== '' && !saysNothing(thrown.status) ? 'other' : 'not-judged'
}

/**
 * A negative test: the grant with its fault, from the start and without the cache. With an expected error the step passes only
 * if the provider answers with it, or with another code that means the fault, and sets no variable; else it is broken, never
 * failed. Without one it is an ordinary run.
 */
export async function runNegative(
  step: OAuth2Step,
  context: RunContext,
  flow: OAuthContext,
  settings: OAuthSettings,
  identity: TokenIdentity,
  attempt: Attempt,
): Promise<Outcome> {
  const expected = (await context.variables.resolve(step.expectError)).trim()
  const wrong = withFault(flow, settings)
  if (wrong.fault !== 'none') flow.noted('info', negativeTexts.faults[wrong.fault])
  const source = createTokenSource({ ...flow, ports: { ...flow.ports, tokens: nowhere } }, wrong, identity, (token) => {
    if (expected === '') setTokenVariables(step, context, source, token)
  })
  try {
    await source.obtain(true, reasons.negative)
  } catch (thrown) {
    if (expected === '' || !(thrown instanceof AssayError) || thrown.code === 'cancelled') throw thrown
    // It issued tokens, whatever is wrong with them besides.
    if (thrown.code === 'oauth-id-token') throw notRefused(expected)
    const { diagnosis } = await explained(thrown, attempt, context)
    const verdict = verdictOf(thrown, expected, wrong.fault, diagnosis?.situation ?? '')
    const error = thrown instanceof ProviderRefusal ? thrown.error : ''
    if (verdict === 'expected' || verdict === 'accepted') {
      flow.noted('info', verdict === 'expected' ? negativeTexts.asExpected(expected) : negativeTexts.accepted(error, expected))
      return { outcome: 'passed' }
    }
    const { code, message, hint, cause } = thrown
    const text = verdict === 'other' ? negativeTexts.otherError : negativeTexts.notJudged
    throw new AssayError(code, text(expected, message), { hint, cause })
  }
  if (expected === '') return { outcome: 'passed' }
  throw notRefused(expected)
}
