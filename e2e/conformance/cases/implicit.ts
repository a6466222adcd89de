import assert from 'node:assert/strict'
import type { ConformanceCase, Expected } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type ProviderScript } from '../scripted-provider.ts'
import { callApi, implicit } from './steps.ts'

const scripted = (title: string, script: ProviderScript, expect: Expected, scope = 'openid'): ConformanceCase => ({
  number: 24,
  title: `Implicit: ${title}`,
  provider: () => startScriptedProvider(script),
  steps: (provider) => [implicit(provider, { scope })],
  expect,
  check({ provider, result }) {
    assert.equal(provider.to('/token').length, 0)
    assert.equal(provider.to('/authorize')[0]?.query.get('response_type'), scope === 'openid' ? 'id_token token' : 'token')
    assert.doesNotMatch(result.events, /access-1-/)
  },
})

/** Implicit: everything comes in the fragment of the callback. */
export const implicitCases: ConformanceCase[] = [
  {
    number: 24,
    title: 'Implicit at a real provider: token and verified ID token from the fragment, no token request',
    provider: (redirectUri) =>
      startRealProvider({
        clients: [
          {
            client_id: 'orders-page',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            grant_types: ['implicit'],
            response_types: ['id_token token'],
            redirect_uris: [redirectUri],
          },
        ],
      }),
    steps: (provider) => [implicit(provider, { requirePkce: false }), { ...callApi(provider), url: `${provider.issuer}/me` }],
    expect: { outcome: 'passed' },
    check({ provider, result, step }) {
      assert.equal(provider.to('/auth')[0]?.query.get('response_type'), 'id_token token')
      assert.equal(provider.to('/token').length, 0)
      assert.match(provider.to('/me')[0]?.headers.authorization ?? '', /^Bearer ./)
      assert.equal(result.steps.at(-1)?.outcome, 'passed')
      assert.deepEqual(
        step.exchanges.find(({ purpose }) => purpose === 'authorization')?.tokens?.map(({ name }) => name),
        ['id_token'],
      )
    },
  },
  scripted('bare token when the scope asks for no OpenID', {}, { outcome: 'passed' }, 'orders:read'),
  {
    ...scripted('with PKCE the challenge is sent', {}, { outcome: 'passed' }),
    check({ provider }) {
      const query = provider.to('/authorize')[0]?.query
      assert.match(query?.get('code_challenge') ?? '', /^[\w-]{43}$/)
      assert.equal(query?.get('code_challenge_method'), 'S256')
    },
  },
  scripted(
    'a wrong state is rejected',
    { callback: (parameters) => parameters.set('state', 'another') },
    {
      outcome: 'broken',
      code: 'oauth-callback',
      message: [/the wrong state/],
    },
  ),
  scripted(
    'an error of the fragment is shown',
    {
      callback: (parameters) => {
        for (const name of ['access_token', 'id_token', 'token_type', 'expires_in']) parameters.delete(name)
        parameters.set('error', 'unauthorized_client')
        parameters.set('error_description', 'no implicit here')
      },
    },
    { outcome: 'broken', code: 'oauth-refused', message: [/unauthorized_client – no implicit here/] },
  ),
  scripted(
    'an ID token without at_hash is rejected',
    { idToken: { claims: ({ at_hash: _without, ...claims }) => claims } },
    { outcome: 'broken', code: 'oauth-id-token', message: [/at_hash: missing/] },
  ),
  scripted(
    'a wrong nonce is rejected',
    { idToken: { claims: (claims) => ({ ...claims, nonce: 'n0' }) } },
    {
      outcome: 'broken',
      code: 'oauth-id-token',
      message: [/nonce: expected/],
    },
  ),
  {
    number: 24,
    title: 'Implicit: refresh not available, an expired token is asked for again',
    provider: () => startScriptedProvider({ answer: { expires_in: 2 } }),
    steps: (provider) => [
      implicit(provider, { scope: '' }),
      { id: 'w1', kind: 'wait', name: 'Wait', seconds: 2 },
      callApi(provider),
    ],
    expect: {
      outcome: 'passed',
      infos: [/^requested a new token: the cached token expired.+; Implicit doesn't support refresh/],
    },
    check: ({ provider }) => assert.match(provider.to('/api')[0]?.headers.authorization ?? '', /^Bearer access-2-/),
  },
]
