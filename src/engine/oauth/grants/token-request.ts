import type { OAuthContext } from '../context.ts'
import type { Message } from '../messages/exchange-recorder.ts'
import { meanings } from '../messages/meanings.ts'
import { shownIdToken } from '../signed/opened-id-token.ts'
import { tokenEndpointOf, type Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import type { TokenAnswer } from '../token/token-answer.ts'
import { requestTokenAt, type SendTokenRequest } from '../token/token-endpoint.ts'
import { grantTexts } from './texts.ts'

/** The token request of the step's grant, as {@link requestTokenAt} the provider's token endpoint. */
export const requestToken = (
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  send: SendTokenRequest,
): Promise<TokenAnswer> => requestTokenAt(tokenEndpointOf(provider), messageOf(settings), context, settings, provider, send)

/** For the exchange record. */
const messageOf = (settings: OAuthSettings): Message => ({
  purpose: 'token',
  label: 'Token Endpoint',
  meaning: grantTexts[settings.grantType].meaning ?? meanings.token,
  tokenName: settings.tokenName,
  opened: (redactor, idToken) => shownIdToken(redactor, settings, idToken),
})
