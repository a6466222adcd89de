import type { Clock, Http } from '#engine/ports/index.ts'

/** Waits `delay` milliseconds before each request but the first (`--delay`): for servers that count requests. */
export function delayed(http: Http, delay: number, clock: Clock): Http {
  let isFirst = true
  return {
    async send(request, signal, ...rest) {
      if (!isFirst) await clock.sleep(delay, signal)
      isFirst = false
      return http.send(request, signal, ...rest)
    },
  }
}
