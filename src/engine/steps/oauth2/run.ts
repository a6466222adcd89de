import type { OAuthContext } from '#engine/oauth/context.ts'
import { fingerprintOf } from '#engine/oauth/fingerprint.ts'
import { checkTypedEndpoints } from '#engine/oauth/provider.ts'
import { createTokenSource } from '#engine/oauth/token-source.ts'
import { notYet } from '../later.ts'
import type { Outcome, RunContext } from '../step-kind.ts'
import { settingsStamp } from './login-plan.ts'
import { isNegative, runNegative } from './negative.ts'
import { unavailableOption } from './not-available.ts'
import { resolveSettings } from './resolve-settings.ts'
import type { OAuth2Step } from './schema.ts'
import { setTokenVariables } from './token-variables.ts'

/** The surroundings of a flow, made of a step's; what is told is masked on the way out. */
export const oauthContext = (context: RunContext): OAuthContext => ({
  ports: context.ports,
  redactor: context.redactor,
  signal: context.signal,
  insecureHosts: context.insecureHosts,
  elapsed: () => context.elapsed(),
  nextId: (prefix) => context.nextId(prefix),
  ...(context.known ? { known: context.known } : {}),
  wantsExchanges: context.wantsDetails !== false,
  exchanged: (exchange) => {
    if (context.wantsDetails !== false) context.emit({ type: 'exchanged', exchange })
  },
  noted: (level, text) => context.emit({ type: 'noted', level, text: context.redactor.mask(text) }),
  action: (action) => context.emit({ type: 'action-required', ...action }),
})

/**
 * Gets the step's token from the cache, by refreshing or by its grant, and stores it in the step's variables (T7). Rejects with
 * AssayError for a refusal, an unusable answer or a login timeout (broken, never failed), and for Cancel (cancelled).
 */
export async function runOAuth2(step: OAuth2Step, context: RunContext): Promise<Outcome> {
  const later = unavailableOption(step)
  if (later !== undefined) throw notYet(later)
  const settings = await resolveSettings(step, context)
  const flow = oauthContext(context)
  checkTypedEndpoints(flow, settings)
  const identity = {
    key: { environment: context.environment?.id ?? '', step: step.id },
    fingerprint: await fingerprintOf(settings),
    stamp: settingsStamp(step),
  }
  if (isNegative(step)) return runNegative(step, context, flow, settings, identity)
  const source = createTokenSource(flow, settings, identity, (token) => setTokenVariables(step, context, source, token))
  await source.obtain(step.forceReauthentication)
  return { outcome: 'passed' }
}
