import { clientCredentialsGrantRequest } from 'oauth4webapi'
import type { Grant } from '../grant.ts'
import { scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'

/** The client asks in its own name (RFC 6749 section 4.4). */
export const clientCredentials: Grant = async (context, settings, provider) => {
  const answer = await requestToken(context, settings, provider, (as, client, proof, options) =>
    clientCredentialsGrantRequest(as, client, proof, scopeParameters(settings), options),
  )
  return { answer }
}
