import assert from 'node:assert/strict'
import type { CaseResult, ConformanceCase } from '../case.ts'
import { startScriptedProvider, type ProviderScript, type TestProvider } from '../scripted-provider.ts'
import { callApi, clientCredentials, signIn } from './steps.ts'

/** Everything secret that went over the wire of the provider, in the forms in which it could be found again. */
function secretsOf(provider: TestProvider): string[] {
  const sent = provider
    .to('/token')
    .flatMap(({ form }) =>
      ['client_secret', 'code', 'code_verifier', 'password', 'refresh_token'].flatMap((name) => form.getAll(name)),
    )
  return [...new Set(sent)].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').slice(0, -4),
  ])
}

function assertNoSecret(provider: TestProvider, result: CaseResult): void {
  const secrets = secretsOf(provider)
  assert.ok(secrets.length > 0)
  for (const secret of secrets) assert.equal(result.events.includes(secret), false, `${secret} stands in an event`)
  assert.doesNotMatch(result.events, /access-\d+-[0-9a-f]{8}|refresh-token-\d|"eyJ|s3cret-echoed/)
}

const hidden = (title: string, script: ProviderScript, more: Partial<ConformanceCase>): ConformanceCase => ({
  number: 48,
  title,
  provider: () => startScriptedProvider(script),
  steps: (provider) => [signIn(provider, { clientSecret: '${clientSecret}' }), callApi(provider)],
  expect: { outcome: 'passed' },
  check: ({ provider, result }) => assertNoSecret(provider, result),
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
      expect: { outcome: 'broken', code: 'oauth-refused', message: [/answered 401 with text\/html/] },
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
]
