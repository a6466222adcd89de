import { authorizationParameters, authorizationUrl, judgeAnswer } from '../../authorization.ts'
import { readFragmentAnswer } from './fragment-answer.ts'
import { codeChallenge, randomValue } from '../../client/pkce.ts'
import { authorizationEndpointOf } from '../../provider/provider.ts'
import { loginOf } from '../../scripted-login.ts'
import { asksForOpenId } from '../../settings.ts'
import type { Grant } from '../grant.ts'
import { signIn } from '../sign-in.ts'

/**
 * A user signs in and the browser brings the token back in the fragment (RFC 6749 section 4.2); OAuth 2.1 drops it. With PKCE
 * the challenge is sent, though no verifier is ever asked for (O6).
 */
export const implicit: Grant = async (context, settings, provider) => {
  const { ports } = context
  const redirectUri = await loginOf(context, settings).redirectUri(context.signal)
  const state = randomValue(ports.random)
  const nonce = asksForOpenId(settings) ? randomValue(ports.random) : undefined
  const endpoint = authorizationEndpointOf(provider)
  const parameters = authorizationParameters(settings, {
    responseType: nonce === undefined ? 'token' : 'id_token token',
    redirectUri,
    state,
    ...(nonce === undefined ? {} : { nonce }),
    ...(settings.requirePkce ? { codeChallenge: await codeChallenge(randomValue(ports.random)) } : {}),
  })
  const answered = await signIn(context, settings, authorizationUrl(endpoint, parameters), { state, redirectUri, provider })
  judgeAnswer(provider, answered, state)
  const answer = readFragmentAnswer(context, settings, endpoint, answered)
  return { answer, ...(nonce === undefined ? {} : { nonce }), fromFragment: true }
}
