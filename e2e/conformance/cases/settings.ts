import assert from 'node:assert/strict'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider } from '../scripted-provider.ts'
import { clientCredentials, signIn } from './steps.ts'

const oddSecret = 'a+b/c d:%&='
const oddPassword = 'ä &=+%'
const basicClient = {
  client_id: 'orders-tests',
  client_secret: oddSecret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_basic',
}
const ours = (parameters: URLSearchParams | undefined) =>
  [...(parameters ?? [])].filter(([name]) => name === 'zeta' || name === 'audience')

const pageClient = (redirectUri: string) => ({
  client_id: 'orders-page',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [redirectUri],
})

/** Settings and encoding. */
export const settingsCases: ConformanceCase[] = [
  {
    number: 1,
    title: 'a secret with special characters by Basic',
    provider: () => startRealProvider({ clients: [basicClient] }),
    variables: { clientSecret: oddSecret },
    steps: (provider) => [clientCredentials(provider, { secretTransport: 'basic', scope: 'orders:write' })],
    expect: { outcome: 'passed', infos: [/^requested a new token: none was cached/] },
  },
  {
    number: 1,
    title: "the same by basic-raw at a strict provider: the provider's error, and the hint",
    provider: () => startRealProvider({ clients: [basicClient] }),
    variables: { clientSecret: oddSecret },
    steps: (provider) => [clientCredentials(provider, { secretTransport: 'basic-raw' })],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/^Token Endpoint http:\/\/127\.0\.0\.1:\d+\/token returned 40[01]: invalid_/],
      hint: [/without form-encoding; set "Send secret in" to request body \(body\) or HTTP Basic \(basic\)/],
    },
  },
  {
    number: 1,
    title: 'a secret in the body at a provider that expects Basic: the hint names the other two',
    provider: () => startScriptedProvider({ token: [{ status: 401, json: { error: 'invalid_client' } }] }),
    steps: (provider) => [clientCredentials(provider)],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/returned 401: invalid_client\.$/],
      hint: [/in the body; set "Send secret in" to HTTP Basic \(basic\) or HTTP Basic without form-encoding \(basic-raw\)/],
    },
  },
  {
    number: 2,
    title: 'a public client sends no client_secret at all',
    provider: (redirectUri) => startRealProvider({ clients: [pageClient(redirectUri)], requirePkce: true }),
    steps: (provider) => [signIn(provider)],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const [request] = provider.to('/token')
      assert.equal(request?.form.has('client_secret'), false)
      assert.equal(request?.form.get('client_id'), 'orders-page')
      assert.equal(request?.headers.authorization, undefined)
    },
  },
  {
    number: 3,
    title: 'a password with special characters arrives as it is',
    provider: () =>
      startRealProvider({
        clients: [{ ...basicClient, grant_types: ['password'], client_secret: 'the-client-secret' }],
        password: oddPassword,
      }),
    variables: { password: oddPassword },
    steps: (provider) => [
      clientCredentials(provider, {
        grantType: 'ResourceOwnerPassword',
        secretTransport: 'basic',
        username: 'ann',
        password: '${password}',
      }),
    ],
    expect: { outcome: 'passed' },
  },
  {
    number: 4,
    title: 'an empty scope is left out, double spaces become one',
    provider: () => startScriptedProvider(),
    steps: (provider) => [
      clientCredentials(provider),
      clientCredentials(provider, { id: 't2', scope: ' orders:read   orders:write ' }),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      assert.deepEqual(
        provider.to('/token').map(({ form }) => form.get('scope')),
        [null, 'orders:read orders:write'],
      )
    },
  },
  {
    number: 5,
    title: 'additional parameters, repeated ones too, arrive in order at authorize and token',
    provider: () => startScriptedProvider(),
    steps: (provider) => [
      signIn(provider, {
        additionalParameters: [
          { name: 'zeta', value: '1' },
          { name: 'audience', value: 'orders' },
          { name: 'zeta', value: '2 &' },
        ],
      }),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const expected = [
        ['zeta', '1'],
        ['audience', 'orders'],
        ['zeta', '2 &'],
      ]
      assert.deepEqual(ours(provider.to('/authorize')[0]?.query), expected)
      assert.deepEqual(ours(provider.to('/token')[0]?.form), expected)
    },
  },
  {
    number: 5,
    title: 'an additional parameter that the step manages is rejected before any request',
    provider: () => startScriptedProvider(),
    steps: (provider) => [signIn(provider, { additionalParameters: [{ name: 'redirect_uri', value: 'http://elsewhere' }] })],
    expect: { outcome: 'broken', code: 'oauth-settings', message: [/already sets the parameter "redirect_uri"/] },
    check: ({ provider }) => assert.equal(provider.requests.length, 0),
  },
  {
    number: 6,
    title: 'references work in every field',
    provider: () => startScriptedProvider(),
    variables: { id: 'orders-tests', word: 'orders', timeout: '20' },
    steps: (provider) => [
      signIn(provider, {
        discoveryEndpoint: '${idp}/.well-known/openid-configuration',
        tokenEndpoint: '${idp}/token',
        authorizationEndpoint: '${idp}/authorize',
        issuer: '${idp}',
        clientId: '${id}',
        clientSecret: '${clientSecret}',
        scope: 'openid ${word}:read',
        resource: ['https://${word}.example'],
        additionalParameters: [{ name: '${word}', value: '${word}-value' }],
        loginTimeout: '${timeout}',
      }),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const [request] = provider.to('/token')
      assert.deepEqual(
        ['client_id', 'client_secret', 'resource', 'orders'].map((name) => request?.form.get(name)),
        ['orders-tests', 'the-client-secret', 'https://orders.example', 'orders-value'],
      )
      assert.equal(provider.to('/authorize')[0]?.query.get('scope'), 'openid orders:read')
    },
  },
  {
    number: 6,
    title: 'an unknown reference breaks the step before any request',
    provider: () => startScriptedProvider(),
    steps: (provider) => [clientCredentials(provider, { additionalParameters: [{ name: 'audience', value: '${clientSecrt}' }] })],
    expect: { outcome: 'broken', code: 'variable-unknown', message: [/"clientSecrt"/], hint: [/clientSecret/] },
    check: ({ provider }) => assert.equal(provider.requests.length, 0),
  },
  {
    number: 7,
    title: 'hand-typed endpoints without issuer work; an ID token then gives a warning',
    provider: () => startScriptedProvider(),
    steps: (provider) => [
      signIn(provider, {
        discoveryEndpoint: '',
        tokenEndpoint: provider.tokenEndpoint,
        authorizationEndpoint: provider.authorizationEndpoint,
      }),
    ],
    expect: {
      outcome: 'passed',
      warnings: [/^Issuer not checked: the step has no Issuer and no Discovery Endpoint\./, /^ID token signature not checked/],
    },
    check: ({ provider }) =>
      assert.deepEqual(new Set(provider.requests.map(({ path }) => path)), new Set(['/authorize', '/token'])),
  },
  {
    number: 8,
    title: 'http: to another host needs the opt-in; nothing is sent',
    provider: () => startScriptedProvider(),
    steps: (provider) => [clientCredentials(provider, { discoveryEndpoint: '', tokenEndpoint: 'http://idp.example/token' })],
    expect: {
      outcome: 'broken',
      code: 'http-blocked',
      message: [/^Token Endpoint: http:\/\/idp\.example\/token is http:/],
      hint: [/environment's insecure hosts/],
    },
  },
  {
    number: 8,
    title: 'http: to an endpoint that discovery names needs the opt-in too',
    provider: () =>
      startScriptedProvider({ discovery: (document) => ({ ...document, token_endpoint: 'http://idp.example/token' }) }),
    steps: (provider) => [clientCredentials(provider)],
    expect: { outcome: 'broken', code: 'http-blocked', message: [/^Token Endpoint: http:\/\/idp\.example\/token is http:/] },
  },
]
