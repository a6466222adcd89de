import { genericTokenEndpointRequest } from 'oauth4webapi'
import type { Grant } from '../grant.ts'
import { scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'

/** The client passes username and password (RFC 6749 section 4.3); OAuth 2.1 drops it. */
export const resourceOwnerPassword: Grant = async (context, settings, provider) => {
  const parameters = new URLSearchParams({ username: settings.username, password: settings.password?.value ?? '' })
  for (const [name, value] of scopeParameters(settings)) parameters.append(name, value)
  const answer = await requestToken(context, settings, provider, (as, client, proof, options) =>
    genericTokenEndpointRequest(as, client, proof, 'password', parameters, options),
  )
  return { answer }
}
