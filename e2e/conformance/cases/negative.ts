import assert from 'node:assert/strict'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider } from '../scripted-provider.ts'
import { clientCredentials, signIn } from './steps.ts'

const realProvider = (redirectUri: string) =>
  startRealProvider({
    clients: [
      {
        client_id: 'orders-page',
        client_secret: 'the-client-secret',
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
  })

const refused = (
  fault: 'replay-code' | 'wrong-verifier' | 'wrong-secret',
  expectError: string,
  number = 29,
): ConformanceCase => ({
  number,
  title: `fault ${fault}: a real provider refuses with ${expectError}, and the step passes`,
  provider: realProvider,
  steps: (provider) => [signIn(provider, { clientSecret: '${clientSecret}', fault, expectError })],
  expect: { outcome: 'passed', infos: [new RegExp(`rejected the request with ${expectError}, as expected`)] },
  check({ provider, result }) {
    assert.equal(provider.to('/token').length, fault === 'replay-code' ? 2 : 1)
    assert.doesNotMatch(result.events, /"variable-set"/)
  },
})

/** Negative tests: `fault` and `expectError` of the format. */
export const negativeCases: ConformanceCase[] = [
  refused('wrong-verifier', 'invalid_grant'),
  refused('replay-code', 'invalid_grant'),
  refused('wrong-secret', 'invalid_client'),
  {
    number: 29,
    title: 'a provider that accepts a wrong verifier: the step is broken and says so',
    provider: () => startScriptedProvider(),
    steps: (provider) => [signIn(provider, { fault: 'wrong-verifier', expectError: 'invalid_grant' })],
    expect: {
      outcome: 'broken',
      code: 'oauth-not-refused',
      message: [/^Expected the provider to reject the request with invalid_grant, but it issued a token/],
    },
  },
  {
    number: 12,
    title: 'another error than the expected one: broken, with both',
    provider: () => startScriptedProvider({ token: [{ status: 400, json: { error: 'invalid_scope' } }] }),
    steps: (provider) => [clientCredentials(provider, { expectError: 'unauthorized_client' })],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/^Expected the provider to reject the request with unauthorized_client, but: .+invalid_scope/],
    },
  },
]
