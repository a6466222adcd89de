import assert from 'node:assert/strict'
import type { CaseResult, ConformanceCase } from '../case.ts'
import { startScriptedProvider, type ProviderScript } from '../scripted-provider.ts'
import { callApi, clientCredentials, signIn } from './steps.ts'

/** What was sent is looked for after every case; this is what only the answers held. */
const assertNoSecret = ({ events }: CaseResult): void =>
  assert.doesNotMatch(events, /access-\d+-[0-9a-f]{8}|refresh-token-\d|"eyJ|s3cret-echoed/)

const hidden = (title: string, script: ProviderScript, more: Partial<ConformanceCase>): ConformanceCase => ({
  number: 48,
  title,
  provider: () => startScriptedProvider(script),
  steps: (provider) => [signIn(provider, { clientSecret: '${clientSecret}' }), callApi(provider)],
  expect: { outcome: 'passed' },
  check: ({ result }) => assertNoSecret(result),
  ...more,
})

/** No secret, code, verifier or token in anything that leaves the engine. */
export const secretCases: ConformanceCase[] = [
  hidden('a whole sign-in and a call with the token', { answer: { refresh_token: 'refresh-token-1' } }, {}),
  hidden(
    'an error that echoes the whole request',
    {
      token: [
        (request) => ({
          status: 400,
          json: { error: 'invalid_request', error_description: `cannot read ${request.body} of ${request.form.get('code')}` },
        }),
      ],
    },
    {
      expect: { outcome: 'broken', code: 'oauth-refused', message: [/‹code›/] },
      steps: (provider) => [signIn(provider, { clientSecret: '${clientSecret}' })],
    },
  ),
  hidden(
    'a page that echoes Basic credentials',
    {
      token: [
        (request) => ({
          status: 401,
          headers: { 'content-type': 'text/html' },
          body: `<p>${request.headers.authorization} ${request.form.get('password')}</p>`,
        }),
      ],
    },
    {
      variables: { password: 'pass word 1' },
      steps: (provider) => [
        clientCredentials(provider, {
          grantType: 'ResourceOwnerPassword',
          secretTransport: 'basic',
          username: 'ann',
          password: '${password}',
        }),
      ],
      expect: { outcome: 'broken', code: 'oauth-refused', message: [/returned 401 with text\/html/] },
    },
  ),
  hidden(
    'tokens in an answer that is not one',
    { token: [{ headers: { 'content-type': 'text/plain' }, body: 'here: access_token => "s3cret-echoed-1"' }] },
    {
      steps: (provider) => [clientCredentials(provider)],
      expect: { outcome: 'broken', code: 'oauth-unusable-answer' },
    },
  ),
  hidden(
    'a short secret in Basic credentials, and one of the signs that OAuth encodes besides',
    {},
    {
      variables: { short: 'demo1', odd: 'a-secret_with.signs~' },
      steps: (provider) =>
        ['${short}', '${odd}'].map((clientSecret, index) =>
          clientCredentials(provider, { id: `t${index + 1}`, clientSecret, secretTransport: 'basic' }),
        ),
      check({ result, step }) {
        assertNoSecret(result)
        const sent = step.exchanges.at(-1)?.request.headers.find(([name]) => name === 'authorization')
        assert.match(sent?.[1] ?? '', /^Basic ‹client_id:client_secret/)
      },
    },
  ),
]
