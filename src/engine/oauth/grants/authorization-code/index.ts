import { authorizationCodeGrantRequest, nopkce } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { authorizationParameters, authorizationUrl, judgeCallback } from '../../authorization.ts'
import { pushAuthorizationRequest } from './par.ts'
import { codeChallenge, randomValue } from '../../client/pkce.ts'
import { ProviderRefusal } from '../../refusals/provider-error.ts'
import { authorizationEndpointOf } from '../../provider/provider.ts'
import { loginOf } from '../../scripted-login.ts'
import { asksForOpenId } from '../../settings.ts'
import type { Grant } from '../grant.ts'
import { signIn } from '../sign-in.ts'
import { extraParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'

/**
 * A user signs in at the provider and the client exchanges the code (RFC 6749 section 4.1, PKCE: RFC 7636). The request goes
 * through the browser, or with PAR to the provider first (RFC 9126); with JAR it is signed (RFC 9101).
 */
export const authorizationCode: Grant = async (context, settings, provider) => {
  const { ports, redactor, binding } = context
  const redirectUri = await loginOf(context, settings).redirectUri(context.signal)
  const state = randomValue(ports.random)
  const nonce = asksForOpenId(settings) ? randomValue(ports.random) : undefined
  const verifier = settings.requirePkce ? randomValue(ports.random) : undefined
  if (verifier !== undefined) redactor.add('code_verifier', verifier)
  const parameters = authorizationParameters(settings, {
    responseType: 'code',
    redirectUri,
    state,
    ...(nonce === undefined ? {} : { nonce }),
    ...(verifier === undefined ? {} : { codeChallenge: await codeChallenge(verifier) }),
    ...(binding === undefined ? {} : { bindingThumbprint: await binding.thumbprint() }),
  })
  const request = (await settings.requestSigner?.sign(provider, parameters)) ?? parameters
  const inAddress = settings.usePar
    ? referenceTo(settings.clientId, await pushAuthorizationRequest(context, settings, provider, request))
    : request
  const url = authorizationUrl(authorizationEndpointOf(provider), inAddress)
  const callback = judgeCallback(
    settings,
    provider,
    await signIn(context, settings, url, { state, redirectUri, provider }),
    state,
  )
  const exchange = (withVerifier: string | undefined) =>
    requestToken(context, settings, provider, (as, client, proof, options) =>
      authorizationCodeGrantRequest(as, client, proof, callback, redirectUri, withVerifier ?? nopkce, {
        ...options,
        additionalParameters: extraParameters(settings),
      }),
    )
  const wrong = settings.fault === 'wrong-verifier' ? randomValue(ports.random) : undefined
  if (wrong !== undefined) redactor.add('code_verifier', wrong)
  const answer = await (settings.fault === 'replay-code'
    ? exchange(verifier)
        .catch(notTheReplay)
        .then(() => exchange(verifier))
    : exchange(wrong ?? verifier))
  return { answer, ...(nonce === undefined ? {} : { nonce }) }
}

/** What is left in the URL after a push (RFC 9126 section 4). */
const referenceTo = (clientId: string, requestUri: string): [string, string][] => [
  ['client_id', clientId],
  ['request_uri', requestUri],
]

/** A refusal of the first exchange is not what a replay is about. */
function notTheReplay(thrown: unknown): never {
  throw thrown instanceof ProviderRefusal ? new AssayError(thrown.code, thrown.message, { hint: thrown.hint }) : thrown
}
