import { AssayError } from '#engine/base/errors.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import type { WindowState } from '#engine/ports/login/browser-login.ts'
import type { Exchange, StoredToken } from '#engine/ports/index.ts'
import { authorizationExchange, authorizationUrl, callbackParameters, type SignInOutcome } from './authorization.ts'
import type { OAuthContext } from './context.ts'
import { fetchDiscovery } from './provider/discovery.ts'
import { maskMeaning } from './messages/exchange-recorder.ts'
import { meanings } from './messages/meanings.ts'
import { randomValue } from './client/pkce.ts'
import { checkEndpoint } from './provider/provider.ts'
import { callbackErrorOf } from './refusals/provider-error.ts'
import type { OAuthSettings } from './settings.ts'
import { endSessionTexts as texts, tokenCallTexts } from './texts.ts'

/** Seconds that a logout may take: a user may have to confirm it. */
const patience = 120

const withoutAnswer: ReadonlyMap<string, string> = new Map([
  ['cancelled', texts.stopped],
  ['oauth-login-timeout', texts.noAnswer(patience)],
])

async function endSessionEndpoint(context: OAuthContext, settings: OAuthSettings): Promise<string> {
  if (settings.discoveryEndpoint === '') throw new AssayError('oauth-settings', tokenCallTexts.noDiscovery(texts.label))
  const { end_session_endpoint: endpoint } = await fetchDiscovery(context, settings)
  if (endpoint === undefined) throw new AssayError('oauth-settings', tokenCallTexts.notNamed(texts.label))
  checkEndpoint(context, texts.label, endpoint)
  return endpoint
}

/** As that of a sign-in, which it looks like on the wire. */
function endSessionExchange(
  context: OAuthContext,
  started: { at: number; id: string },
  url: string,
  outcome: SignInOutcome,
): () => Told<Exchange> {
  const make = authorizationExchange(context, started, url, outcome)
  return () => {
    const { request, reference } = maskMeaning(context.redactor, meanings.endSession)
    const response = 'error' in outcome ? {} : { response: context.redactor.mask(texts.cameBack) }
    return { ...make(), purpose: 'end-session', meaning: { request, ...(reference ? { reference } : {}), ...response } }
  }
}

/**
 * Sends the browser to the provider to end the token's session, and returns the result as text (OpenID Connect RP-Initiated
 * Logout 1.0 sections 2 and 3). The token stays unchanged. Rejects with AssayError `oauth-login-timeout` if the browser doesn't
 * return, `oauth-callback` for any other response.
 */
export async function endSession(context: OAuthContext, settings: OAuthSettings, token: StoredToken): Promise<string> {
  const { ports, signal } = context
  const endpoint = await endSessionEndpoint(context, settings)
  const redirectUri = await ports.login.redirectUri(signal)
  const state = randomValue(ports.random)
  const url = authorizationUrl(endpoint, [
    ...(token.idToken === undefined ? [] : ([['id_token_hint', token.idToken]] as [string, string][])),
    ['client_id', settings.clientId],
    ['post_logout_redirect_uri', redirectUri],
    ['state', state],
  ])
  const started = { at: context.elapsed(), id: context.nextId('exchange') }
  const told = (outcome: SignInOutcome) => context.exchanged('end-session', endSessionExchange(context, started, url, outcome))
  try {
    const request = { id: context.nextId('logout'), url, state, withoutState: true, timeout: patience * 1000 } as const
    const callback = await new Promise<string>((resolve, reject) => {
      const onState = (now: WindowState): void => {
        if (now === 'blocked') reject(new AssayError('oauth-no-browser', texts.blocked, { hint: texts.blockedHint }))
      }
      ports.login.authorize(request, onState, signal).then(resolve, reject)
    })
    const parameters = callbackParameters(callback)
    told({ parameters })
    const error = callbackErrorOf(parameters)
    if (error) throw new AssayError('oauth-callback', texts.refused(error), { hint: texts.hint(redirectUri) })
    const found = parameters.get('state') ?? undefined
    if (found !== undefined && found !== state) throw new AssayError('oauth-callback', texts.otherState)
    return [
      texts.ended,
      ...(found === undefined ? [texts.noState] : []),
      ...(token.idToken === undefined ? [texts.noIdToken] : []),
    ].join(' ')
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code === 'oauth-callback') throw thrown
    const text = withoutAnswer.get(thrown.code)
    const error = text === undefined ? thrown : new AssayError(thrown.code, text, { hint: texts.hint(redirectUri) })
    told({ error })
    throw error
  }
}
