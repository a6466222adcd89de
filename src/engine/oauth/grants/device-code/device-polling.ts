import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../../context.ts'
import { ProviderRefusal } from '../../refusals/provider-error.ts'
import { deviceTexts } from '../../texts.ts'

/** Interval and deadline of polling, in seconds and milliseconds since 1970. */
export interface PollingTimes {
  interval: number
  deadline: number
  /** Which of the two limits the deadline is, for the text at its end. */
  limit: 'expiry' | 'login-timeout'
}

/** Seconds: the longest pause after errors. */
const longestPause = 60

const transient = (error: AssayError): boolean =>
  error instanceof ProviderRefusal
    ? error.error !== 'access_denied' && (error.status >= 500 || error.status === 429 || error.status === 408)
    : ['http-unreachable', 'http-offline', 'http-timeout', 'http-body-cut'].includes(error.code)

/**
 * Polls until there is a response (RFC 8628 section 3.5), first after one interval. `authorization_pending` continues,
 * `slow_down` permanently adds 5 s to the interval, network errors, 429 and 5xx double the pause up to a minute until the
 * provider answers again. A refusal by CORS counts as a network error once a response could be read: then it is an error page.
 * Rejects with the provider's refusal, or AssayError `oauth-login-timeout` at the deadline.
 */
export async function pollForToken<T>(context: OAuthContext, times: PollingTimes, ask: () => Promise<T>): Promise<T> {
  const { clock } = context.ports
  let { interval } = times
  let failures = 0
  let answered = false
  for (;;) {
    const pause = failures === 0 ? interval : Math.max(interval, Math.min(longestPause, interval * 2 ** failures))
    const left = times.deadline - clock.now()
    await clock.sleep(Math.max(0, Math.min(pause * 1000, left)), context.signal)
    if (pause * 1000 >= left) throw timedOut(times)
    try {
      return await ask()
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown
      const state = thrown instanceof ProviderRefusal ? thrown.error : ''
      if (state === 'authorization_pending' || state === 'slow_down') {
        if (state === 'slow_down') interval += 5
        failures = 0
        answered = true
      } else if (transient(thrown) || (thrown.code === 'http-cors' && answered)) {
        failures += 1
        context.noted('info', deviceTexts.goesOn(thrown.message))
      } else throw thrown
    }
  }
}

const timedOut = ({ limit }: PollingTimes): AssayError =>
  new AssayError('oauth-login-timeout', limit === 'expiry' ? deviceTexts.codeExpired : deviceTexts.timedOut, {
    hint: limit === 'expiry' ? deviceTexts.codeExpiredHint : deviceTexts.timedOutHint,
  })
