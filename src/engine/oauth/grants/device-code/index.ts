import { deviceAuthorizationRequest, deviceCodeGrantRequest } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { clientAuthentication } from '../../client/client-auth.ts'
import type { OAuthContext } from '../../context.ts'
import { readDeviceAnswer, type DeviceAnswer } from './device-answer.ts'
import { sendByLibrary } from '../../messages/library-request.ts'
import { meanings } from '../../messages/meanings.ts'
import { deviceAuthorizationEndpointOf, type Provider } from '../../provider/provider.ts'
import { loginOf } from '../../scripted-login.ts'
import type { OAuthSettings } from '../../settings.ts'
import { deviceTexts } from '../../texts.ts'
import { rejectErrors } from '../../token/token-answer.ts'
import type { Grant } from '../grant.ts'
import { pollForToken } from '../polling.ts'
import { resourceParameters, scopeParameters } from '../token-parameters.ts'
import { requestToken } from '../token-request.ts'

const label = 'Device Authorization Endpoint'

/** The device authorization request (RFC 8628 section 3.1). */
async function authorizeDevice(context: OAuthContext, settings: OAuthSettings, provider: Provider): Promise<DeviceAnswer> {
  const endpoint = deviceAuthorizationEndpointOf(provider)
  const message = { purpose: 'device-authorization', label, meaning: meanings.device, tokenName: settings.tokenName } as const
  let answer: DeviceAnswer | undefined
  await sendByLibrary(
    context,
    message,
    (options) =>
      deviceAuthorizationRequest(
        provider.as,
        { client_id: settings.clientId },
        clientAuthentication(settings, endpoint),
        scopeParameters(settings),
        options,
      ),
    (raw, url) => {
      rejectErrors(raw, label, url)
      answer = readDeviceAnswer(context, settings, raw, label, url)
      return new Response()
    },
    false,
  )
  if (!answer) throw new AssayError('internal', `${label} ${endpoint} wasn't called.`)
  return answer
}

/** Milliseconds for the last look of a script at its page. */
const lastLook = 20_000

/**
 * Shows where to approve while `work` goes on, whose signal is aborted when the user gives up; the events say so from the first
 * moment to the last, unless a script approves it. Rejects with what ended it first.
 */
async function whileShown<T>(
  context: OAuthContext,
  settings: OAuthSettings,
  device: DeviceAnswer,
  deadline: number,
  work: (context: OAuthContext) => Promise<T>,
): Promise<T> {
  const { redactor, signal } = context
  const end = new AbortController()
  const action = context.nextId('login')
  const { userCode, verificationUri, verificationUriComplete } = device
  const shown = {
    kind: 'device',
    action,
    url: redactor.mask(verificationUri),
    userCode: redactor.mask(userCode),
    ...(verificationUriComplete === undefined ? {} : { completeUrl: redactor.mask(verificationUriComplete) }),
    deadline,
  } as const
  if (!settings.script) context.action({ ...shown, state: 'waiting' })
  const approval = {
    id: action,
    userCode,
    verificationUri,
    ...(verificationUriComplete === undefined ? {} : { verificationUriComplete }),
    timeout: deadline - context.ports.clock.now(),
  }
  const within = AbortSignal.any([signal, end.signal])
  let gaveUp: unknown
  const shows = loginOf(context, settings)
    .approve?.(approval, within)
    .catch((thrown: unknown) => {
      if (within.aborted) return
      gaveUp = thrown
      end.abort()
    })
  try {
    return await work({ ...context, signal: within })
  } catch (thrown) {
    // The script's own time is up now as well: it reports its last action and the page.
    if (settings.script && thrown instanceof AssayError && thrown.code === 'oauth-login-timeout') {
      await Promise.race([shows, context.ports.clock.sleep(lastLook, within).catch(() => undefined)])
    }
    throw gaveUp ?? thrown
  } finally {
    end.abort()
    if (settings.script) await shows
    if (!settings.script) context.action({ ...shown, state: 'done' })
  }
}

/** A user approves this device with a code in any browser, while the client polls (RFC 8628). */
export const deviceCode: Grant = async (context, settings, provider) => {
  const { ports } = context
  await loginOf(context, settings).canApprove?.()
  const device = await authorizeDevice(context, settings, provider)
  const now = ports.clock.now()
  const expiry = device.expiresIn === undefined ? Number.POSITIVE_INFINITY : now + device.expiresIn * 1000
  const deadline = Math.min(expiry, now + settings.loginTimeout * 1000)
  const end =
    expiry <= deadline
      ? { message: deviceTexts.codeExpired, hint: deviceTexts.codeExpiredHint }
      : { message: deviceTexts.timedOut, hint: deviceTexts.timedOutHint }
  const times = { interval: device.interval, deadline, end }
  const answer = await whileShown(context, settings, device, deadline, (within) =>
    pollForToken(within, times, () =>
      requestToken(within, settings, provider, (as, client, proof, options) =>
        deviceCodeGrantRequest(as, client, proof, device.deviceCode, {
          ...options,
          additionalParameters: resourceParameters(settings),
        }),
      ),
    ),
  )
  return { answer }
}
