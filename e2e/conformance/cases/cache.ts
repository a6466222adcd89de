import assert from 'node:assert/strict'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider } from '../scripted-provider.ts'
import { callApi, clientCredentials, signIn } from './steps.ts'

const grants = (requests: { form: URLSearchParams }[]) => requests.map(({ form }) => form.get('grant_type'))
const wait = (seconds: number) => ({ id: `w${seconds}`, kind: 'wait', name: 'Wait', seconds }) as const

/** Cache and refresh, as far as one run in real time shows them; the rest is next to the token source. */
export const cacheCases: ConformanceCase[] = [
  {
    number: 32,
    title: 'a fresh token costs no network call; within half of a short lifetime it is refreshed before use',
    provider: () => startScriptedProvider({ answer: { expires_in: 4, refresh_token: 'refresh-token-1' } }),
    steps: (provider) => [clientCredentials(provider), callApi(provider), wait(2), callApi(provider, 'r2')],
    expect: { outcome: 'passed', infos: [/^requested a new token: none was cached/] },
    check({ provider }) {
      assert.deepEqual(grants(provider.to('/token')), ['client_credentials', 'refresh_token'])
      const [first, second] = provider.to('/api').map(({ headers }) => headers.authorization)
      assert.match(first ?? '', /^Bearer access-1-/)
      assert.match(second ?? '', /^Bearer access-2-/)
    },
  },
  {
    number: 33,
    title: 'a real provider rotates the refresh token; the next request carries the fresh access token',
    provider: (redirectUri) =>
      startRealProvider({
        accessTokenLifetime: 2,
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
      }),
    steps: (provider) => [
      signIn(provider, { scope: 'openid offline_access', additionalParameters: [{ name: 'prompt', value: 'consent' }] }),
      wait(1),
      { ...callApi(provider), url: `${provider.issuer}/me` },
      { id: 'w2', kind: 'wait', name: 'Wait again', seconds: 1 },
      { ...callApi(provider, 'r2'), url: `${provider.issuer}/me` },
    ],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      assert.deepEqual(grants(provider.to('/token')), ['authorization_code', 'refresh_token', 'refresh_token'])
      const spent = provider.to('/token').map(({ form }) => form.get('refresh_token'))
      assert.notEqual(spent[1], spent[2])
      for (const { outcome, message } of result.steps) assert.equal(outcome, 'passed', message)
    },
  },
  {
    number: 41,
    title: 'Force Re-Authentication: neither cache nor refresh',
    provider: () => startScriptedProvider({ answer: { refresh_token: 'refresh-token-1' } }),
    steps: (provider) => [clientCredentials(provider, { forceReauthentication: true })],
    expect: { outcome: 'passed', infos: [/^requested a new token: Force Re-Authentication is on/] },
    check: ({ provider }) => assert.deepEqual(grants(provider.to('/token')), ['client_credentials']),
  },
]
