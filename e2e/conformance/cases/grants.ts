import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { decodeJwt } from 'jose'
import { keyFile } from '../../key-files.ts'
import type { ConformanceCase, StepInput } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type TestProvider } from '../scripted-provider.ts'
import { clientCredentials } from './steps.ts'

const bearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A client of oidc-provider that may use one more grant. */
const clientOf = (grant: string) => ({
  client_id: 'orders-tests',
  client_secret: 'the-client-secret',
  grant_types: [grant],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_post',
})

const byAssertion = (provider: TestProvider, settings: Partial<Extract<StepInput, { kind: 'oauth2' }>> = {}) =>
  clientCredentials(provider, {
    grantType: 'JwtBearer',
    privateKeyJwt: { form: 'pem', key: '${key}' },
    jwtBearer: { issuer: 'https://issuer.test', subject: '${user}' },
    ...settings,
  })

const assertions = (provider: TestProvider): string[] => provider.to('/token').map(({ form }) => form.get('assertion') ?? '')

const jwtBearerCases: ConformanceCase[] = [
  {
    number: 49,
    title: 'JWT Bearer: oidc-provider verifies the assertion, a new one for each request',
    provider: () => startRealProvider({ clients: [clientOf(bearer)], bearerKey: createPublicKey(keyFile('rsa.pkcs8.pem')) }),
    variables: { key: keyFile('rsa.pkcs8.pem'), user: 'ann' },
    steps: (provider) => [
      byAssertion(provider, { id: 't0' }),
      byAssertion(provider, { scope: 'orders:read', forceReauthentication: true }),
    ],
    expect: { outcome: 'passed' },
    check({ provider, step, result }) {
      const [first = '', second = ''] = assertions(provider)
      assert.notEqual(decodeJwt(first).jti, decodeJwt(second).jti)
      assert.equal(decodeJwt(second).scope, 'orders:read')
      assert.equal(Number(decodeJwt(second).exp) - Number(decodeJwt(second).iat), 300)
      assert.equal(result.events.includes(second.split('.')[2] ?? ''), false)
      const shown = step.exchanges.find(({ purpose }) => purpose === 'token')
      assert.deepEqual(
        shown?.request.parameters?.find(([name]) => name === 'assertion'),
        ['assertion', '‹assertion 2›'],
      )
      assert.match(shown?.tokens?.find(({ name }) => name === 'assertion')?.claims ?? '', /"sub":"ann"/)
    },
  },
  {
    number: 49,
    title: 'JWT Bearer: an assertion for another audience is refused, and the card says so',
    provider: () => startRealProvider({ clients: [clientOf(bearer)], bearerKey: createPublicKey(keyFile('rsa.pkcs8.pem')) }),
    variables: { key: keyFile('rsa.pkcs8.pem'), user: 'ann' },
    steps: (provider) => [
      byAssertion(provider, { jwtBearer: { issuer: 'https://issuer.test', subject: '${user}', audience: 'https://other.test' } }),
    ],
    expect: { outcome: 'broken', code: 'oauth-refused', message: [/invalid_grant/], hint: [/audience/i] },
  },
  {
    number: 49,
    title: 'JWT Bearer: without a client ID the assertion is all that is sent, as to Google',
    provider: () => startScriptedProvider({ answer: { scope: undefined } }),
    variables: { key: keyFile('rsa.pkcs8.pem') },
    steps: (provider) => [
      byAssertion(provider, {
        discoveryEndpoint: '',
        tokenEndpoint: provider.tokenEndpoint,
        clientId: '',
        clientSecret: '',
        scope: 'https://www.googleapis.com/auth/drive',
        jwtBearer: { issuer: 'tests@project.test', claims: { quota: 7 } },
      }),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const [request] = provider.to('/token')
      assert.deepEqual([...(request?.form.keys() ?? [])].toSorted(), ['assertion', 'grant_type', 'scope'])
      assert.equal(request?.headers.authorization, undefined)
      const claims = decodeJwt(request?.form.get('assertion') ?? '')
      assert.equal(claims.iss, 'tests@project.test')
      assert.equal(claims.sub, undefined)
      assert.equal(claims.aud, provider.tokenEndpoint)
      assert.equal(claims.scope, 'https://www.googleapis.com/auth/drive')
      assert.equal(claims.quota, 7)
    },
  },
]

/** Grants beyond the first five: JWT Bearer. */
export const grantCases: ConformanceCase[] = [...jwtBearerCases]
