import assert from 'node:assert/strict'
import type { ConformanceCase, Expected } from '../case.ts'
import { idTokenOf, startScriptedProvider, type ProviderScript, type Reply, type TestProvider } from '../scripted-provider.ts'
import { callApi, clientCredentials, signIn } from './steps.ts'

const wait = (seconds: number) => ({ id: `w${seconds}`, kind: 'wait', name: 'Wait', seconds }) as const
const grants = (provider: TestProvider) => provider.to('/token').map(({ form }) => form.get('grant_type'))
const used = (provider: TestProvider) => provider.to('/api').map(({ headers }) => headers.authorization?.split('-')[1])

/** A token of 4 s that is due for renewal after 2 s, then a request with it. */
const renewal = (
  number: number,
  title: string,
  script: ProviderScript,
  asked: string[],
  token: string,
  expect: Expected = { outcome: 'passed' },
): ConformanceCase => ({
  number,
  title,
  provider: () => startScriptedProvider({ ...script, answer: { expires_in: 4, ...script.answer } }),
  steps: (provider) => [clientCredentials(provider), wait(2), callApi(provider)],
  expect,
  check({ provider, result }) {
    assert.deepEqual(grants(provider), asked)
    assert.deepEqual(used(provider), [token])
    assert.equal(result.steps.at(-1)?.outcome, 'passed', result.steps.at(-1)?.message)
  },
})

const refreshable = { refresh_token: 'refresh-token-1' }
const refusal: Reply = { status: 400, json: { error: 'invalid_grant', error_description: 'revoked' } }

/** Refresh and its ends, as one run in real time shows them. */
export const refreshCases: ConformanceCase[] = [
  {
    number: 33,
    title: 'an answer without a refresh token keeps the old one',
    provider: () =>
      startScriptedProvider({
        answer: { expires_in: 4 },
        token: [(_request, correct) => ({ json: { ...correct, refresh_token: 'refresh-token-1' } }), {}],
      }),
    steps: (provider) => [
      clientCredentials(provider),
      wait(2),
      callApi(provider),
      { ...wait(2), id: 'w3' },
      callApi(provider, 'r2'),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      assert.deepEqual(
        provider.to('/token').map(({ form }) => form.get('refresh_token')),
        [null, 'refresh-token-1', 'refresh-token-1'],
      )
      assert.deepEqual(used(provider), ['2', '3'])
    },
  },
  renewal(
    35,
    'invalid_grant on refresh: dropped, the grant runs again',
    { answer: refreshable, token: [{}, refusal, {}] },
    ['client_credentials', 'refresh_token', 'client_credentials'],
    '3',
    { outcome: 'passed', infos: [/^requested a new token: the refresh token was rejected \(.+invalid_grant – revoked/] },
  ),
  renewal(
    35,
    '503 on refresh: the token is kept and used while it lives',
    { answer: refreshable, token: [{}, { status: 503, body: 'busy' }] },
    ['client_credentials', 'refresh_token'],
    '1',
    { outcome: 'passed', warnings: [/The token couldn't be refreshed and is used until it expires:.+returned 503/] },
  ),
  {
    number: 36,
    title: 'Refresh Endpoint unlike Token Endpoint: used',
    provider: () => startScriptedProvider({ answer: { ...refreshable, expires_in: 4 } }),
    steps: (provider) => [
      clientCredentials(provider, { refreshEndpoint: `${provider.issuer}/refresh` }),
      wait(2),
      callApi(provider),
    ],
    expect: { outcome: 'passed', infos: [/^refreshed because/] },
    check({ provider }) {
      assert.deepEqual(grants(provider), ['client_credentials'])
      assert.equal(provider.to('/refresh')[0]?.form.get('refresh_token'), 'refresh-token-1')
      assert.deepEqual(used(provider), ['2'])
    },
  },
  renewal(37, 'ClientCredentials without a refresh token asks again', {}, ['client_credentials', 'client_credentials'], '2'),
  renewal(
    37,
    'ClientCredentials with a refresh token uses it',
    { answer: refreshable },
    ['client_credentials', 'refresh_token'],
    '2',
  ),
  {
    number: 38,
    title: 'another client, scope or secret has a token of its own',
    provider: () => startScriptedProvider(),
    variables: { otherSecret: 'the-other-secret' },
    steps: (provider) => [
      clientCredentials(provider),
      clientCredentials(provider, { id: 't2', scope: 'orders:read', variableName: 'second' }),
      clientCredentials(provider, { id: 't3', clientSecret: '${otherSecret}', variableName: 'third' }),
      clientCredentials(provider, { id: 't4', clientId: 'orders-others', variableName: 'fourth' }),
    ],
    expect: { outcome: 'passed' },
    check: ({ provider }) => assert.equal(grants(provider).length, 4),
  },
  {
    number: 39,
    title: 'a token without refresh token expires in the middle: the person is asked again, the expired one is never sent',
    provider: () => startScriptedProvider({ answer: { expires_in: 2 } }),
    steps: (provider) => [signIn(provider), callApi(provider), wait(2), callApi(provider, 'r2')],
    expect: { outcome: 'passed' },
    check({ provider }) {
      assert.equal(provider.to('/authorize').length, 2)
      assert.deepEqual(used(provider), ['1', '2'])
    },
  },
  {
    number: 40,
    title: 'refresh that brings another sub: rejected, the token is not sent',
    provider: () =>
      startScriptedProvider({
        answer: { ...refreshable, expires_in: 4 },
        token: [
          {},
          async ({ headers }, correct) => ({
            json: { ...correct, id_token: await idTokenOf(`http://${headers.host}`, 'orders-page', { sub: 'mallory' }) },
          }),
        ],
      }),
    steps: (provider) => [signIn(provider), wait(2), callApi(provider)],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      const request = result.steps.at(-1)
      assert.equal(request?.outcome, 'broken')
      assert.equal(request?.code, 'oauth-id-token')
      assert.match(request?.message ?? '', /sub: the refreshed ID token is for "mallory", the previous one for "ann"/)
      assert.deepEqual(used(provider), [])
    },
  },
]
