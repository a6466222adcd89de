import { genericTokenEndpointRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { tokenEndpointOf } from '../../provider/provider.ts'
import type { Grant } from '../grant.ts'
import { scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'
import { jwtBearerFacts } from './facts.ts'

/** A signed assertion is exchanged for a token (RFC 7523 section 2.1). */
export const jwtBearer: Grant = async (context, settings, provider) => {
  const { bearerAssertion } = settings
  if (!bearerAssertion) throw new AssayError('internal', 'JWT Bearer was used without its settings.')
  const { issuer } = provider
  const target = { tokenEndpoint: tokenEndpointOf(provider), ...(issuer === undefined ? {} : { issuer }) }
  const answer = await requestToken(context, settings, provider, async (as, client, proof, options) => {
    // A new one for each request: providers refuse a `jti` that they have seen (RFC 7523 section 3, point 7).
    const parameters = new URLSearchParams({ assertion: await bearerAssertion.make(target) })
    for (const [name, value] of scopeParameters(settings)) parameters.append(name, value)
    return genericTokenEndpointRequest(as, client, proof, jwtBearerFacts.name, parameters, options)
  })
  return { answer }
}
