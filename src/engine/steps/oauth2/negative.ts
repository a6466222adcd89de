import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { randomValue } from '#engine/oauth/pkce.ts'
import { ProviderRefusal } from '#engine/oauth/provider-error.ts'
import type { OAuthSettings } from '#engine/oauth/settings.ts'
import { negativeTexts, reasons } from '#engine/oauth/texts.ts'
import { createTokenSource, type TokenIdentity } from '#engine/oauth/token-source.ts'
import type { TokenStore } from '#engine/ports/index.ts'
import type { Outcome, RunContext } from '../step-kind.ts'
import { grantOf } from './grant.ts'
import type { OAuth2Step } from './schema.ts'
import { setTokenVariables } from './token-variables.ts'

/** True if the step does something wrong on purpose, or passes only by a refusal. */
export const isNegative = ({ fault, expectError }: OAuth2Step): boolean => fault !== 'none' || expectError.trim() !== ''

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

/** True if the provider refused with this error; with a fault, at an endpoint of its own and not by way of the browser. */
const isExpected = (thrown: AssayError, expected: string, { fault }: OAuthSettings): boolean =>
  thrown instanceof ProviderRefusal && thrown.error === expected && (fault === 'none' || thrown.status > 0)

/**
 * A negative test: the grant with its fault, from the start and without the cache. With an expected error the step passes only
 * if the provider answers with it, and sets no variable; else it is broken, never failed. Without one it is an ordinary run.
 */
export async function runNegative(
  step: OAuth2Step,
  context: RunContext,
  flow: OAuthContext,
  settings: OAuthSettings,
  identity: TokenIdentity,
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
    if (isExpected(thrown, expected, wrong)) {
      flow.noted('info', negativeTexts.asExpected(expected))
      return { outcome: 'passed' }
    }
    const { code, message, hint, cause } = thrown
    throw new AssayError(code, negativeTexts.otherError(expected, message), { hint, cause })
  }
  if (expected === '') return { outcome: 'passed' }
  throw new AssayError('oauth-not-refused', negativeTexts.notRefused(expected), { hint: negativeTexts.notRefusedHint })
}
