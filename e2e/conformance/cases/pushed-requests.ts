import assert from 'node:assert/strict'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider } from '../scripted-provider.ts'
import { signIn } from './steps.ts'

const withPar = (document: Record<string, unknown>) => ({
  ...document,
  pushed_authorization_request_endpoint: `${String(document.issuer)}/par`,
})

/** Requests that do not go through the browser as plain parameters: PAR (RFC 9126). */
export const pushedRequestCases: ConformanceCase[] = [
  {
    number: 30,
    title: 'PAR: the parameters are pushed, the browser carries only the reference',
    provider: (redirectUri) =>
      startRealProvider({
        requirePkce: true,
        clients: [
          {
            client_id: 'orders-page',
            client_secret: 'the-client-secret',
            application_type: 'native',
            token_endpoint_auth_method: 'client_secret_post',
            redirect_uris: [redirectUri],
          },
        ],
      }),
    steps: (provider) => [signIn(provider, { usePar: true, clientSecret: '${clientSecret}' })],
    expect: { outcome: 'passed' },
    check({ provider, step }) {
      const pushed = provider.to('/request')[0]?.form
      for (const name of ['response_type', 'redirect_uri', 'state', 'nonce', 'code_challenge', 'scope', 'client_secret']) {
        assert.ok(pushed?.get(name), name)
      }
      assert.deepEqual([...(provider.to('/auth')[0]?.query.keys() ?? [])], ['client_id', 'request_uri'])
      assert.deepEqual(
        step.exchanges.map(({ purpose }) => purpose),
        ['discovery', 'par', 'authorization', 'token', 'jwks'],
      )
    },
  },
  {
    number: 30,
    title: 'PAR: each sign-in pushes anew, a request_uri is used once',
    provider: (redirectUri) =>
      startRealProvider({
        clients: [
          {
            client_id: 'orders-page',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            redirect_uris: [redirectUri],
          },
        ],
      }),
    steps: (provider) => [signIn(provider, { usePar: true }), signIn(provider, { usePar: true, id: 't2' })],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const references = provider.to('/auth').flatMap(({ query }) => query.get('request_uri') ?? [])
      assert.equal(provider.to('/request').length, 2)
      assert.equal(new Set(references).size, 2)
    },
  },
  {
    number: 30,
    title: 'PAR: a refusal at the endpoint is shown, and no window opens',
    provider: () =>
      startScriptedProvider({
        discovery: withPar,
        routes: {
          '/par': () => ({ status: 400, json: { error: 'invalid_request', error_description: 'redirect_uri unknown' } }),
        },
      }),
    steps: (provider) => [signIn(provider, { usePar: true })],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/^Pushed Authorization Request Endpoint .+ returned 400: invalid_request – redirect_uri unknown/],
    },
    check: ({ provider }) => assert.equal(provider.to('/authorize').length, 0),
  },
  {
    number: 30,
    title: 'PAR: a provider that names no endpoint for it',
    provider: () => startScriptedProvider(),
    steps: (provider) => [signIn(provider, { usePar: true })],
    expect: { outcome: 'broken', code: 'oauth-settings', message: [/has no pushed_authorization_request_endpoint\./] },
  },
]
