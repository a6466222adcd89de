import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ordersTests } from '#sandbox/accounts.ts'
import { startDemo } from '#companion/demo/index.ts'
import { callApi, signIn } from '../../../e2e/conformance/cases/steps.ts'
import { redirectLogin, redirectUri } from '../../../e2e/conformance/node-host.ts'
import { startRealProvider } from '../../../e2e/conformance/real-provider.ts'
import type { Clock } from '#engine/ports/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { sized } from '../../../e2e/fuzz-runs.ts'

const lifetime = 120
const every = 10
const minutes = sized(30, 9)
/** A token is renewed 30 s before its end (case 32), so each serves the uses of 90 s. */
const served = lifetime - 30

const http = createNodeHttp()

beforeEach(() => {
  // oidc-provider and jose read Date: provider, API and client live in one time, which only waits move on.
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const name of ['warn', 'info'] as const) vi.spyOn(console, name).mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await http.close()
})

function simulated() {
  const start = Date.now()
  const clock: Clock = {
    now: () => Date.now(),
    monotonic: () => Date.now() - start,
    sleep: async (ms) => void vi.setSystemTime(Date.now() + ms),
  }
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() }
  return { http, clock, random }
}

/** A request now and every ten seconds. */
const uses = (minutes * 60) / every
const using = (request: object): Record<string, unknown>[] =>
  Array.from({ length: uses }, (_, index) => [
    { ...request, id: `use-${index}` },
    { id: `wait-${index}`, kind: 'wait', seconds: every },
  ]).flat()

describe('half an hour (nine minutes outside of the whole run) with tokens of two minutes, in simulated time', () => {
  it(
    '[O15] [case 39] oidc-provider never sees an expired token, and exactly the refreshes needed',
    { timeout: 120_000 },
    async () => {
      const provider = await startRealProvider({
        accessTokenLifetime: lifetime,
        requirePkce: true,
        clients: [
          {
            client_id: 'orders-page',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: [redirectUri],
          },
        ],
      })
      try {
        const offline = { scope: 'openid offline_access', additionalParameters: [{ name: 'prompt', value: 'consent' }] }
        const { steps, report } = await runSteps(
          [signIn(provider, offline), ...using({ ...callApi(provider), url: `${provider.issuer}/me` })],
          { ports: { ...simulated(), login: redirectLogin(), capabilities: new Set(['browser-login'] as const) } },
        )
        expect(report.outcome).toBe('passed')
        // The userinfo endpoint answers 401 to a token past its end.
        const statuses = steps.filter(({ id }) => id.startsWith('use-')).map(({ status }) => status)
        expect(statuses).toEqual(Array.from({ length: uses }, () => 200))
        const grants = provider.to('/token').map(({ form }) => form.get('grant_type'))
        const refreshes = Math.ceil((minutes * 60) / served) - 1
        expect(grants).toEqual(['authorization_code', ...Array.from({ length: refreshes }, () => 'refresh_token')])
        expect(new Set(provider.to('/me').map(({ headers }) => headers.authorization)).size).toBe(refreshes + 1)
      } finally {
        await provider.close()
      }
    },
  )

  it(
    '[O15] [case 37] the demo API never sees an expired token of a client without refresh tokens',
    { timeout: 120_000 },
    async () => {
      const demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417', tokenLifetime: lifetime })
      try {
        const token = {
          kind: 'oauth2',
          grantType: 'ClientCredentials',
          discoveryEndpoint: `${demo.provider}/.well-known/openid-configuration`,
          clientId: ordersTests.clientId,
          clientSecret: '${secret}',
          scope: 'orders:read',
        }
        const request = {
          kind: 'send-request',
          url: `${demo.api}/orders`,
          headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
        }
        const { steps, events, report } = await runSteps([{ ...token, id: 'token' }, ...using(request)], {
          ports: simulated(),
          case: { variables: [{ name: 'secret', value: ordersTests.clientSecret }] },
        })
        expect(report.outcome).toBe('passed')
        const statuses = steps.filter(({ id }) => id.startsWith('use-')).map(({ status }) => status)
        expect(statuses).toEqual(Array.from({ length: uses }, () => 200))
        const asked = events.flatMap((event) => (event.type === 'exchanged' && event.exchange.purpose === 'token' ? [event] : []))
        expect(asked.map(({ exchange }) => exchange.response?.status)).toEqual(
          Array.from({ length: Math.ceil((minutes * 60) / served) }, () => 200),
        )
      } finally {
        await demo.close()
      }
    },
  )
})
