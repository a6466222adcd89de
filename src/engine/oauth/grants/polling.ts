import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../context.ts'
import { ProviderRefusal } from '../refusals/provider-error.ts'
import { deviceTexts } from '../texts.ts'

/** Interval and deadline of polling, in seconds and milliseconds since 1970. */
export interface PollingTimes {
  interval: number
  deadline: number
  /** The texts at the deadline. */
  end: { message: string; hint: string }
}

/** Seconds: the longest pause after errors. */
const longestPause = 60

const defaultInterval = 5
const longestInterval = 3600

/** A number of seconds, also one that is written as a string; undefined for everything else. */
export const secondsOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Case 42: missing or unreadable is 5 s, "5" is 5, 0 is 1 s: no one is asked without a pause. */
export const intervalOf = (value: unknown): number =>
  Math.min(
    longestInterval,
    Math.max(1, value === undefined || value === null ? defaultInterval : (secondsOf(value) ?? defaultInterval)),
  )

const transient = (error: AssayError): boolean =>
  error instanceof ProviderRefusal
    ? error.error !== 'access_denied' && (error.status >= 500 || error.status === 429 || error.status === 408)
    : ['http-unreachable', 'http-offline', 'http-timeout', 'http-body-cut'].includes(error.code)

/**
 * Polls until there is a response (RFC 8628 section 3.5, OpenID Connect CIBA Core section 7.3), first after one interval. `authorization_pending` continues,
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

const timedOut = ({ end }: PollingTimes): AssayError => new AssayError('oauth-login-timeout', end.message, { hint: end.hint })
