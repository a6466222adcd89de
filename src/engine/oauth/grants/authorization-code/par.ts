import { pushedAuthorizationRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { clientAuthentication } from '../../client/client-auth.ts'
import type { OAuthContext } from '../../context.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf } from '../../encoding.ts'
import { sendByLibrary } from '../../messages/library-request.ts'
import { meanings } from '../../messages/meanings.ts'
import { pushEndpointOf, type Provider } from '../../provider/provider.ts'
import type { OAuthSettings } from '../../settings.ts'
import { notAPage, notConform, parTexts, strictHint } from '../../texts.ts'
import { rejectErrors } from '../../token/token-answer.ts'

const label = 'Pushed Authorization Request Endpoint'

/**
 * Pushes an authorization request to the provider (RFC 9126 section 2) and returns its `request_uri`, valid for one sign-in:
 * every sign-in pushes its own request (case 30). Rejects with AssayError `oauth-refused`, `oauth-unusable-answer` or the
 * transport's.
 */
export async function pushAuthorizationRequest(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  parameters: [string, string][],
): Promise<string> {
  let requestUri = ''
  await sendByLibrary(
    context,
    { purpose: 'par', label, meaning: meanings.par, tokenName: settings.tokenName },
    (options) =>
      pushedAuthorizationRequest(
        provider.as,
        { client_id: settings.clientId },
        clientAuthentication(settings, pushEndpointOf(provider)),
        parameters,
        options,
      ),
    (raw, url) => {
      rejectErrors(raw, label, url)
      const found = parseJsonObject(bodyText(raw.body))?.request_uri
      if (typeof found !== 'string' || found === '') {
        const message = parTexts.noRequestUri(url, raw.status, mediaTypeOf(raw.headers))
        throw new AssayError('oauth-unusable-answer', message, { hint: notAPage(label) })
      }
      if (raw.status !== 201) {
        if (settings.strict) {
          throw new AssayError('oauth-unusable-answer', notConform(label, url, parTexts.status(raw.status)), { hint: strictHint })
        }
        context.noted('warning', `${label}: ${parTexts.status(raw.status)}.`)
      }
      requestUri = found
      return new Response()
    },
    true,
  )
  return requestUri
}
