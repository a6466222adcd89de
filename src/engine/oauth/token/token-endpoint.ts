import * as oauth from 'oauth4webapi'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { HttpResponse, ShownCertificate } from '#engine/ports/index.ts'
import { clientAuthentication } from '../client/client-auth.ts'
import type { OAuthContext } from '../context.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf } from '../encoding.ts'
import { exchangeTexts } from '../grants/token-exchange/texts.ts'
import type { Message } from '../messages/exchange-recorder.ts'
import { missingAudience, scopeDifference } from './granted-scope.ts'
import { sendByLibrary, type SendOptions } from '../messages/library-request.ts'
import { checkCertificateFor } from '../client/mutual-tls.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import { againstStandard, notConform, notes, strictHint, unusableAnswer } from '../texts.ts'
import { normaliseAnswer, rejectErrors, rejectTokenType, type TokenAnswer } from './token-answer.ts'

/** A request function of oauth4webapi, given the client's proof and the options that route it through the recorder. */
export type SendTokenRequest = (
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  proof: oauth.ClientAuth,
  options: SendOptions,
) => Promise<Response>

/** A response for oauth4webapi: no ID token in it, which is validated apart and against the port's clock. */
function libraryResponse(body: string, mediaType: string, status: number): { response: Response; idToken: unknown } {
  const object = parseJsonObject(body)
  const { id_token: idToken, ...rest } = object ?? {}
  const shown = object ? JSON.stringify(rest) : body
  const empty = status === 204 || status === 205
  return {
    response: new Response(empty ? null : shown, { status, headers: mediaType === '' ? {} : { 'content-type': mediaType } }),
    idToken,
  }
}

/**
 * What came for an exchanged token (RFC 8693 section 2.2.1): one that isn't an access token has the token type `N_A`, which is
 * sent like Bearer, if at all. Reports what is missing or other than requested; throws AssayError if the step is strict.
 */
function readExchanged(
  context: OAuthContext,
  settings: OAuthSettings,
  { label }: Message,
  url: string,
  body: Record<string, unknown>,
) {
  const { requestedTokenType = '' } = settings.exchange ?? {}
  const issued = typeof body.issued_token_type === 'string' ? body.issued_token_type : ''
  if (issued === '' && settings.strict) {
    throw new AssayError('oauth-unusable-answer', notConform(label, url, exchangeTexts.noIssuedTypeStrict), { hint: strictHint })
  }
  if (issued === '') context.noted('warning', exchangeTexts.noIssuedType)
  if (issued !== '' && requestedTokenType !== '' && issued !== requestedTokenType) {
    context.noted('warning', exchangeTexts.otherType(requestedTokenType, issued))
  }
  if (!/^n_a$/i.test(String(body.token_type))) return body
  context.noted('info', exchangeTexts.notAccess(issued))
  return { ...body, token_type: 'Bearer' }
}

/** The second stage behind oauth4webapi's fetch: what it gets to see of a raw answer. */
function judge(context: OAuthContext, message: Message, url: string, settings: OAuthSettings, raw: HttpResponse) {
  rejectErrors(raw, message.label, url)
  const exchanged = settings.exchange !== undefined && message.purpose === 'token'
  if (settings.strict) {
    const text = bodyText(raw.body)
    const stated = parseJsonObject(text)
    const object = stated && exchanged ? readExchanged(context, settings, message, url, stated) : stated
    rejectTokenType(object?.token_type)
    return libraryResponse(exchanged && object ? JSON.stringify(object) : text, mediaTypeOf(raw.headers), raw.status)
  }
  const { body: read, repairs, remarks } = normaliseAnswer(raw, message.label, url)
  const body = exchanged ? readExchanged(context, settings, message, url, read) : read
  rejectTokenType(body.token_type)
  for (const text of repairs) context.noted('warning', text)
  for (const text of remarks) context.noted('info', text)
  return libraryResponse(JSON.stringify(body), 'application/json', 200)
}

/**
 * Sends one request to the token (or refresh) endpoint through oauth4webapi and returns what was issued. The wire is recorded
 * first, errors are read from it, and responses are repaired unless the step is strict. Sends nothing twice, since a code or
 * refresh token may have been spent; but for the nonce of DPoP. Rejects with AssayError `oauth-refused`,
 * `oauth-unusable-answer` or the transport's.
 */
export async function requestTokenAt(
  endpoint: string,
  message: Message,
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  send: SendTokenRequest,
): Promise<TokenAnswer> {
  let idToken: unknown
  let obtainedAt = 0
  let certificate: ShownCertificate | undefined
  checkCertificateFor(context, settings, message.label, endpoint)
  const as = { ...provider.as, token_endpoint: endpoint }
  // The library wants a name also for a client that has none; it isn't sent then.
  const client: oauth.Client = { client_id: settings.clientId || 'none' }
  try {
    const response = await sendByLibrary(
      context,
      message,
      (options) => send(as, client, clientAuthentication(settings, endpoint), options),
      (raw, url, sentAt) => {
        obtainedAt = sentAt
        certificate = raw.certificate
        const judged = judge(context, message, url, settings, raw)
        idToken = judged.idToken
        return judged.response
      },
      true,
    )
    const issued = await oauth.processGenericTokenEndpointResponse(as, client, response)
    return { ...answerOf(issued, idToken, obtainedAt), ...(certificate ? { certificate } : {}) }
  } catch (thrown) {
    if (thrown instanceof AssayError) throw thrown
    const [text, hint] = settings.strict ? [notConform, strictHint] : [unusableAnswer, againstStandard]
    throw new AssayError('oauth-unusable-answer', text(message.label, endpoint, textOf(thrown)), { hint, cause: thrown })
  }
}

const answerOf = (issued: oauth.TokenEndpointResponse, idToken: unknown, obtainedAt: number): TokenAnswer => ({
  obtainedAt,
  accessToken: issued.access_token,
  tokenType: issued.token_type === 'dpop' ? 'DPoP' : 'Bearer',
  ...(issued.expires_in === undefined ? {} : { expiresIn: issued.expires_in }),
  ...(issued.scope === undefined ? {} : { scope: issued.scope }),
  ...(issued.refresh_token === undefined ? {} : { refreshToken: issued.refresh_token }),
  ...(typeof idToken === 'string' ? { idToken } : {}),
})

/** Reports how the response differs from the settings (cases 9 and 18). */
export function noteDifferences(context: OAuthContext, settings: OAuthSettings, answer: TokenAnswer): void {
  if (answer.expiresIn === undefined) context.noted('info', notes.lifetimeNotStated)
  if (answer.expiresIn === 0) context.noted('warning', notes.lifetimeZero)
  const difference = scopeDifference(settings.scope, answer)
  if (difference !== undefined) context.noted('warning', difference)
  const audience = missingAudience(settings.resource, answer.accessToken)
  if (audience !== undefined) context.noted('warning', audience)
}
