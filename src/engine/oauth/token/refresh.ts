import { refreshTokenGrantRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import type { StoredToken } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { acceptAnswer, tokenSetOf, type TokenSet } from './issue-token.ts'
import type { Message } from '../messages/exchange-recorder.ts'
import { meanings } from '../messages/meanings.ts'
import { shownIdToken } from '../signed/opened-id-token.ts'
import { ProviderRefusal } from '../refusals/provider-error.ts'
import { resolveProvider, tokenEndpointOf } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import { dpopTexts } from '../texts.ts'
import { requestTokenAt } from './token-endpoint.ts'

/** How a refresh ended: a token, a refusal that spends the refresh token, or a failure that leaves it as it was (case 35). */
export type RefreshResult =
  | { result: 'refreshed'; token: TokenSet }
  | { result: 'refused'; error: AssayError }
  | { result: 'failed'; error: AssayError }

/** Responses that say nothing of the refresh token: no such endpoint (404, 405), too late or too often (408, 429). */
const saysNothing = new Set([404, 405, 408, 429])

/**
 * The provider's no to this refresh token, not trouble on the way or at the provider, and not a client that failed to
 * authenticate (`invalid_client`): with that fixed, the refresh token is as good as before.
 */
const isRefusal = (error: AssayError): boolean =>
  error instanceof ProviderRefusal && error.status < 500 && !saysNothing.has(error.status) && error.error !== 'invalid_client'

/**
 * Refreshes a token (RFC 6749 section 6) at the Refresh Endpoint, or else at the token endpoint. Scope and additional
 * parameters are not sent; resource indicators are (RFC 8707 section 2.2). A refreshed ID token must be for the same `sub`
 * (case 40): that rejects, like cancelling; every other failure is a result.
 */
export async function refreshToken(context: OAuthContext, settings: OAuthSettings, before: StoredToken): Promise<RefreshResult> {
  const old = before.refreshToken ?? ''
  try {
    const separate = settings.refreshEndpoint !== ''
    const provider = await resolveProvider(context, settings, separate ? [] : ['token_endpoint'])
    const endpoint = separate ? settings.refreshEndpoint : tokenEndpointOf(provider)
    const message = {
      purpose: 'refresh',
      label: separate ? 'Refresh Endpoint' : 'Token Endpoint',
      meaning: meanings.refresh,
      tokenName: settings.tokenName,
      opened: (redactor, idToken) => shownIdToken(redactor, settings, idToken),
    } satisfies Message
    const additionalParameters = settings.resource.map((resource) => ['resource', resource])
    const given = await requestTokenAt(endpoint, message, context, settings, provider, (as, client, proof, options) =>
      refreshTokenGrantRequest(as, client, proof, old, { ...options, additionalParameters }),
    )
    const expectations = before.idToken === undefined ? {} : { previous: before.idToken }
    const answer = await acceptAnswer(context, settings, provider, given, expectations)
    if (before.bindingKey && answer.tokenType !== 'DPoP') context.noted('warning', dpopTexts.notBound)
    return { result: 'refreshed', token: tokenSetOf(answer, before) }
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code === 'cancelled' || thrown.code === 'oauth-id-token') throw thrown
    return { result: isRefusal(thrown) ? 'refused' : 'failed', error: thrown }
  }
}
