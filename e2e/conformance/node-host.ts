import { AssayError } from '#engine/base/errors.ts'
import type { BrowserLogin, Clock, Random } from '#engine/ports/index.ts'
import { fakePorts } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { resultOf, type CaseHost } from './case.ts'
import { conformanceProject } from './project.ts'

/** A redirect URI without a listener: the login below stops before it. */
export const redirectUri = 'http://127.0.0.1:5999/callback'

/** A person without a window: follows redirects with cookies until one leads to the redirect URI. */
export const redirectLogin = (): BrowserLogin => ({
  redirectUri: async () => redirectUri,
  async authorize({ url }, _onState, signal) {
    const cookies = new Map<string, string>()
    let next = url
    for (let hop = 0; hop < 20; hop++) {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', signal, headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      await response.arrayBuffer()
      if (location === null) throw new AssayError('oauth-login-timeout', 'The provider shows a page and does not redirect.')
      next = new URL(location, next).href
      if (next.startsWith(redirectUri)) return next
    }
    throw new AssayError('oauth-login-timeout', 'The provider redirects for ever.')
  },
})

const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

const realRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
}

/** Runs cases in Node: the runner and real HTTP, a real clock and real randomness. */
export function createNodeHost(): CaseHost & { close(): Promise<void> } {
  const http = createNodeHttp()
  return {
    name: 'node',
    redirectUri,
    close: () => http.close(),
    async run(parts) {
      const { project, options } = conformanceProject(parts)
      const planned = plan(project, options)
      if (!planned.ok) throw planned.error
      const events: RunEvent[] = []
      const ports = fakePorts({
        http,
        login: redirectLogin(),
        capabilities: new Set(['browser-login', 'no-cors']),
        clock: realClock,
        random: realRandom,
      })
      await run(planned.value, ports, { signal: new AbortController().signal, emit: (event) => events.push(event) })
      return resultOf(events)
    },
  }
}
