import { AssayError } from '#engine/base/errors.ts'
import { authorizationExchange, callbackParameters } from '../authorization.ts'
import type { LoginAction, OAuthContext } from '../context.ts'
import { loginOf } from '../scripted-login.ts'
import { shownIdToken } from '../signed/opened-id-token.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import { readableAnswer, verifiedAnswer } from '../signed/signed-answer.ts'
import { callbackTexts } from '../texts.ts'
import { redirectSuspect } from '../diagnosis/redirect-suspect.ts'

/** Secrets that a callback can carry, before any text can show them (case 48). */
function learnCallback({ redactor }: OAuthContext, { tokenName }: OAuthSettings, parameters: URLSearchParams): void {
  const names = { code: 'code', access_token: tokenName, id_token: 'id_token', refresh_token: 'refresh_token' }
  for (const [parameter, name] of Object.entries(names)) {
    for (const value of parameters.getAll(parameter)) redactor.add(name, value)
  }
}

/**
 * Sends the browser of the user or of the step's script to the URL and waits for the callback. If a user is needed, events
 * report it from start to end. Returns the callback's parameters, from query and fragment or from a signed response. Rejects
 * with AssayError `oauth-login-timeout`, `cancelled`, or `oauth-callback` for an invalid signed response.
 */
export async function signIn(
  context: OAuthContext,
  settings: OAuthSettings,
  url: string,
  { state, redirectUri, provider }: { state: string; redirectUri: string; provider: Provider },
): Promise<URLSearchParams> {
  const { ports, redactor, signal } = context
  const started = { at: context.elapsed(), id: context.nextId('exchange') }
  const action = context.nextId('login')
  const timeout = settings.loginTimeout * 1000
  const deadline = ports.clock.now() + timeout
  const shown = { kind: 'login', action, url: redactor.mask(url), redirectUri: redactor.mask(redirectUri), deadline } as const
  let told: LoginAction['state'] | undefined
  // The window says that it waits as soon as it is there: it is not announced twice.
  const tell = (now: LoginAction['state']): void => {
    if (now === told) return
    told = now
    if (!settings.script) context.action({ ...shown, state: now })
  }
  tell('waiting')
  let came: URLSearchParams
  try {
    const request = { id: action, url, state, timeout }
    const callback = await loginOf(context, settings).authorize(request, tell, signal)
    const answered = callbackParameters(callback)
    const parameters = readableAnswer(answered)
    learnCallback(context, settings, parameters)
    const signed = await shownIdToken(redactor, settings, parameters.get('id_token'))
    context.exchanged('authorization', authorizationExchange(context, started, url, { parameters, signed }))
    came = answered
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const error =
      thrown.code === 'oauth-login-timeout' && !settings.script
        ? new AssayError('oauth-login-timeout', callbackTexts.timeout(settings.loginTimeout, url, redirectUri), {
            hint: `${redirectSuspect(redirectUri)} ${callbackTexts.timeoutHint(redirectUri)}`,
          })
        : thrown
    context.exchanged('authorization', authorizationExchange(context, started, url, { error }))
    throw error
  } finally {
    tell('done')
  }
  return verifiedAnswer(context, settings, provider, came)
}
