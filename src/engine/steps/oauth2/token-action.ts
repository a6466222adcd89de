import { AssayError } from '#engine/base/errors.ts'
import { fingerprintOf } from '#engine/oauth/token/fingerprint.ts'
import { createBinding } from '#engine/oauth/client/binding.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { createLastMessages } from '#engine/oauth/messages/last-messages.ts'
import { endSession } from '#engine/oauth/end-session.ts'
import { refreshToken } from '#engine/oauth/token/refresh.ts'
import { callWithToken } from '#engine/oauth/token/token-calls.ts'
import { reasons, tokenCallTexts } from '#engine/oauth/texts.ts'
import type { OAuthSettings } from '#engine/oauth/settings.ts'
import type { Exchange, TokenKey } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import { explained, type Attempt } from './explained.ts'
import { resolveSettings } from './resolve-settings.ts'
import { oauthContext } from './run.ts'
import type { OAuth2Step } from './schema.ts'
import { tokenKeyOf } from './token-key.ts'

/** What can be done with a step's cached token by hand (O12, O17); to end the session, the host's login opens a window. */
export type TokenAction = 'refresh' | 'userinfo' | 'introspection' | 'revocation' | 'end-session'

/** The result: a sentence, and the messages on the wire, masked. */
export interface TokenActionResult {
  ok: boolean
  message: string
  hint?: string
  exchanges: Exchange[]
}

/** Runs one action with the cached token of a step. Every failure is a result, in words and masked. */
export async function tokenAction(step: OAuth2Step, context: RunContext, action: TokenAction): Promise<TokenActionResult> {
  const exchanges: Exchange[] = []
  const { redactor, ports } = context
  const attempt: Attempt = { step, messages: createLastMessages(), settings: undefined }
  const flow: OAuthContext = {
    ...oauthContext(context, attempt.messages),
    exchanged: (purpose, make) => void exchanges.push(attempt.messages.hear(purpose, make)()),
  }
  const work = async (settings: OAuthSettings, key: TokenKey, fingerprint: string): Promise<string> => {
    const token = await ports.tokens.get(key)
    if (token?.fingerprint !== fingerprint) throw new AssayError('oauth-settings', tokenCallTexts.noToken)
    redactor.add(settings.tokenName, token.accessToken)
    if (token.refreshToken !== undefined) redactor.add('refresh_token', token.refreshToken)
    if (token.idToken !== undefined) redactor.add('id_token', token.idToken)
    if (action === 'end-session') return endSession(flow, settings, token)
    if (action !== 'refresh') {
      const text = await callWithToken(flow, settings, token, action)
      if (action === 'revocation') await ports.tokens.delete(key)
      return text
    }
    if (token.refreshToken === undefined) throw new AssayError('oauth-settings', tokenCallTexts.noRefreshToken)
    const binding = token.bindingKey && createBinding(token.bindingKey, ports)
    const answer = await refreshToken({ ...flow, ...(binding ? { binding } : {}) }, settings, token)
    if (answer.result !== 'refreshed') throw answer.error
    const { uncacheable, ...fresh } = answer.token
    const { stamp } = token
    if (uncacheable) await ports.tokens.delete(key)
    else {
      const why = reasons.refreshed(tokenCallTexts.byHand)
      await ports.tokens.put(key, { ...fresh, why, fingerprint, ...(stamp === undefined ? {} : { stamp }) })
    }
    return tokenCallTexts.refreshed
  }
  try {
    // A user takes their time to sign out, and the token stays unchanged: nothing else has to wait.
    const isAlone = action === 'end-session'
    const settings = await resolveSettings(step, context)
    attempt.settings = settings
    const fingerprint = await fingerprintOf(settings)
    const key = tokenKeyOf(step, context, fingerprint)
    const act = () => work(settings, key, fingerprint)
    const message = await (isAlone ? act() : ports.locks.hold(`token ${key.environment} ${key.step}`, context.signal, act))
    return { ok: true, message, exchanges }
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const { hint } = await explained(thrown, attempt, context)
    return {
      ok: false,
      message: redactor.mask(thrown.message),
      ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
      exchanges,
    }
  }
}
