import { genericTokenEndpointRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import type { Grant } from '../grant.ts'
import { scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'
import type { ExchangeSettings } from './exchange-settings.ts'
import { tokenExchangeFacts } from './facts.ts'

async function exchangeParameters(settings: ExchangeSettings): Promise<URLSearchParams> {
  const { subjectToken, subjectTokenType, actorToken, actorTokenType, requestedTokenType, audience } = settings
  const parameters = new URLSearchParams({ subject_token: await subjectToken.read(), subject_token_type: subjectTokenType })
  if (actorToken) {
    parameters.append('actor_token', await actorToken.read())
    parameters.append('actor_token_type', actorTokenType)
  }
  if (requestedTokenType !== '') parameters.append('requested_token_type', requestedTokenType)
  for (const one of audience) parameters.append('audience', one)
  return parameters
}

/** A token is exchanged for another one (RFC 8693). */
export const tokenExchange: Grant = async (context, settings, provider) => {
  const { exchange } = settings
  if (!exchange) throw new AssayError('internal', 'Token Exchange was used without its settings.')
  const answer = await requestToken(context, settings, provider, async (as, client, proof, options) => {
    const parameters = await exchangeParameters(exchange)
    for (const [name, value] of scopeParameters(settings)) parameters.append(name, value)
    return genericTokenEndpointRequest(as, client, proof, tokenExchangeFacts.name, parameters, options)
  })
  return { answer }
}
