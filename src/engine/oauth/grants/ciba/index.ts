import { backchannelAuthenticationGrantRequest, backchannelAuthenticationRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { clientAuthentication } from '../../client/client-auth.ts'
import type { OAuthContext } from '../../context.ts'
import { bodyText, mediaTypeOf } from '../../encoding.ts'
import { sendByLibrary } from '../../messages/library-request.ts'
import { meanings } from '../../messages/meanings.ts'
import { backchannelEndpointOf, type Provider } from '../../provider/provider.ts'
import { loginOf } from '../../scripted-login.ts'
import type { OAuthSettings } from '../../settings.ts'
import { notAPage, notConform, strictHint } from '../../texts.ts'
import { rejectErrors } from '../../token/token-answer.ts'
import type { Grant } from '../grant.ts'
import { intervalOf, pollForToken, secondsOf } from '../polling.ts'
import { resourceParameters, scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'
import type { CibaSettings } from './ciba-settings.ts'
import { backchannelTexts as texts } from './texts.ts'

/** The provider's acknowledgement (section 7.3). Times in seconds. */
interface Acknowledgement {
  requestId: string
  /** Absent: not stated. */
  expiresIn?: number
  interval: number
}

/** Reads it with repairs, each a warning, or rejected if the step is strict. */
function readAcknowledgement(context: OAuthContext, { strict }: OAuthSettings, raw: HttpResponse, url: string): Acknowledgement {
  rejectErrors(raw, texts.label, url)
  const body = parseJsonObject(bodyText(raw.body))
  const hint = notAPage(texts.label)
  if (!body) throw new AssayError('oauth-unusable-answer', texts.notJson(url, raw.status, mediaTypeOf(raw.headers)), { hint })
  const requestId = body.auth_req_id
  if (typeof requestId !== 'string' || requestId === '') {
    throw new AssayError('oauth-unusable-answer', texts.noRequestId(url), { hint })
  }
  context.redactor.add('auth_req_id', requestId)
  const expiresIn = secondsOf(body.expires_in)
  const { interval } = body
  const found = [
    ...(expiresIn === undefined ? [texts.noExpiry] : []),
    ...(interval === undefined || interval === null || secondsOf(interval) !== undefined ? [] : [texts.interval(interval)]),
  ]
  if (strict && found[0] !== undefined) {
    throw new AssayError('oauth-unusable-answer', notConform(texts.label, url, found[0].replace(/\.$/, '')), { hint: strictHint })
  }
  for (const text of found) context.noted('warning', text)
  return { requestId, ...(expiresIn === undefined ? {} : { expiresIn }), interval: intervalOf(interval) }
}

async function requestParameters(settings: OAuthSettings, ciba: CibaSettings): Promise<URLSearchParams> {
  const parameters = scopeParameters(settings)
  const { loginHint, loginHintToken, idTokenHint, bindingMessage, userCode, acrValues } = ciba
  if (loginHint !== '') parameters.append('login_hint', loginHint)
  if (loginHintToken) parameters.append('login_hint_token', await loginHintToken.read())
  if (idTokenHint) parameters.append('id_token_hint', await idTokenHint.read())
  if (bindingMessage !== '') parameters.append('binding_message', bindingMessage)
  if (userCode) parameters.append('user_code', userCode.value)
  if (acrValues !== '') parameters.append('acr_values', acrValues)
  return parameters
}

/** The backchannel authentication request (section 7.1). */
async function authenticate(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  ciba: CibaSettings,
): Promise<Acknowledgement> {
  const endpoint = backchannelEndpointOf(provider)
  const { label } = texts
  const message = {
    purpose: 'backchannel-authentication',
    label,
    meaning: meanings.backchannel,
    tokenName: settings.tokenName,
  } as const
  const parameters = await requestParameters(settings, ciba)
  let acknowledged: Acknowledgement | undefined
  await sendByLibrary(
    context,
    message,
    (options) =>
      backchannelAuthenticationRequest(
        provider.as,
        { client_id: settings.clientId },
        clientAuthentication(settings, endpoint),
        parameters,
        options,
      ),
    (raw, url) => {
      acknowledged = readAcknowledgement(context, settings, raw, url)
      return new Response()
    },
    false,
  )
  if (!acknowledged) throw new AssayError('internal', `${label} ${endpoint} wasn't called.`)
  return acknowledged
}

/** Tells that a user has to approve on their device while `work` goes on, whose signal is aborted when someone gives up here. */
async function whileWaiting<T>(
  context: OAuthContext,
  settings: OAuthSettings,
  { bindingMessage }: CibaSettings,
  deadline: number,
  work: (context: OAuthContext) => Promise<T>,
): Promise<T> {
  const { redactor, signal, ports } = context
  const end = new AbortController()
  const action = context.nextId('login')
  const shown = { kind: 'own-device', action, url: redactor.mask(''), userCode: redactor.mask(bindingMessage), deadline } as const
  context.action({ ...shown, state: 'waiting' })
  const within = AbortSignal.any([signal, end.signal])
  let gaveUp: unknown
  const approval = { id: action, verificationUri: '', userCode: bindingMessage, timeout: deadline - ports.clock.now() }
  void loginOf(context, settings)
    .approve?.(approval, within)
    .catch((thrown: unknown) => {
      if (within.aborted) return
      gaveUp = thrown
      end.abort()
    })
  try {
    return await work({ ...context, signal: within })
  } catch (thrown) {
    throw gaveUp ?? thrown
  } finally {
    end.abort()
    context.action({ ...shown, state: 'done' })
  }
}

/** The provider asks a user on their own device, while the client polls (OpenID Connect CIBA Core 1.0, poll mode). */
export const ciba: Grant = async (context, settings, provider) => {
  const own = settings.ciba
  if (!own) throw new AssayError('internal', 'CIBA was used without its settings.')
  const { requestId, expiresIn, interval } = await authenticate(context, settings, provider, own)
  const now = context.ports.clock.now()
  const expiry = expiresIn === undefined ? Number.POSITIVE_INFINITY : now + expiresIn * 1000
  const deadline = Math.min(expiry, now + settings.loginTimeout * 1000)
  const ended =
    expiry <= deadline
      ? { message: texts.expired, hint: texts.expiredHint }
      : { message: texts.timedOut, hint: texts.timedOutHint }
  const answer = await whileWaiting(context, settings, own, deadline, (within) =>
    pollForToken(within, { interval, deadline, end: ended }, () =>
      requestToken(within, settings, provider, (as, client, proof, options) =>
        backchannelAuthenticationGrantRequest(as, client, proof, requestId, {
          ...options,
          additionalParameters: resourceParameters(settings),
        }),
      ),
    ),
  )
  return { answer }
}
