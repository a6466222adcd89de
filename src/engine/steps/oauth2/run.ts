import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { fingerprintOf } from '#engine/oauth/token/fingerprint.ts'
import { createLastMessages, type LastMessages } from '#engine/oauth/messages/last-messages.ts'
import { checkTypedEndpoints } from '#engine/oauth/provider/provider.ts'
import { createTokenSource } from '#engine/oauth/token/token-source.ts'
import { brokenBy, type Outcome, type RunContext } from '../step-kind.ts'
import { explained, type Attempt } from './explained.ts'
import { settingsStamp } from './login-plan.ts'
import { isNegative, runNegative } from './negative.ts'
import { resolveSettings } from './resolve-settings.ts'
import type { OAuth2Step } from './schema.ts'
import { tokenKeyOf } from './token-key.ts'
import { setTokenVariables } from './token-variables.ts'

/** The context of a flow, created from a step's context. Reported texts are masked. */
export const oauthContext = (context: RunContext, messages: LastMessages): OAuthContext => ({
  ports: context.ports,
  redactor: context.redactor,
  signal: context.signal,
  insecureHosts: context.insecureHosts,
  ...(context.certificates ? { certificateHosts: context.certificates.hosts } : {}),
  elapsed: () => context.elapsed(),
  nextId: (prefix) => context.nextId(prefix),
  ...(context.known ? { known: context.known } : {}),
  ...(context.tokensOfRun ? { tokensOfRun: context.tokensOfRun } : {}),
  exchanged: (purpose, make) => {
    const exchange = messages.hear(purpose, make)
    if (context.wantsDetails !== false) context.emit({ type: 'exchanged', exchange: exchange() })
  },
  noted: (level, text) => context.emit({ type: 'noted', level, text: context.redactor.mask(text) }),
  action: (action) => context.emit({ type: 'action-required', ...action }),
})

/**
 * Gets the step's token from the cache, by refreshing or by its grant, and stores it in the step's variables (T7). A refusal, an
 * unusable answer and a login timeout are broken, never failed, and explained; rejects with AssayError for Cancel (cancelled).
 */
export async function runOAuth2(step: OAuth2Step, context: RunContext): Promise<Outcome> {
  const attempt: Attempt = { step, messages: createLastMessages(), settings: undefined }
  try {
    return await authenticate(step, context, attempt)
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code === 'cancelled' || context.signal.aborted) throw thrown
    const broken = brokenBy(thrown)
    return broken.outcome === 'broken' ? { ...broken, ...(await explained(thrown, attempt, context)) } : broken
  }
}

async function authenticate(step: OAuth2Step, context: RunContext, attempt: Attempt): Promise<Outcome> {
  const settings = await resolveSettings(step, context)
  attempt.settings = settings
  const flow = oauthContext(context, attempt.messages)
  checkTypedEndpoints(flow, settings)
  const fingerprint = await fingerprintOf(settings)
  const identity = { key: tokenKeyOf(step, context, fingerprint), fingerprint, stamp: settingsStamp(step) }
  if (isNegative(step)) return runNegative(step, context, flow, settings, identity, attempt)
  const source = createTokenSource(flow, settings, identity, (token) => setTokenVariables(step, context, source, token))
  await source.obtain(step.forceReauthentication)
  return { outcome: 'passed' }
}
