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

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

const byExchange = (provider: TestProvider, settings: Partial<Extract<StepInput, { kind: 'oauth2' }>> = {}) =>
  clientCredentials(provider, {
    grantType: 'TokenExchange',
    tokenExchange: { subjectToken: '${access_token}', audience: ['orders', 'stock'] },
    variableName: 'exchanged',
    ...settings,
  })

/** A user's token first. */
const byPassword = (provider: TestProvider) =>
  clientCredentials(provider, {
    id: 't0',
    grantType: 'ResourceOwnerPassword',
    username: 'ann',
    password: '${password}',
    scope: 'orders:read orders:write',
  })

const exchangingClient = { ...clientOf(exchange), grant_types: ['password', exchange] }
const exchangingProvider = () =>
  startRealProvider({ clients: [exchangingClient], password: 'a-password-0123456789', exchanges: true })
const password = { password: 'a-password-0123456789' }

const tokenExchangeCases: ConformanceCase[] = [
  {
    number: 50,
    title: "Token Exchange: oidc-provider exchanges an earlier step's token, again when the subject changes",
    provider: exchangingProvider,
    variables: password,
    steps: (provider) => [
      byPassword(provider),
      byExchange(provider, { id: 't1', scope: 'orders:read' }),
      byExchange(provider, { id: 't1b', scope: 'orders:read', tokenExchange: { subjectToken: '${exchanged}' } }),
    ],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      const [first, second] = provider.to('/token').filter(({ form }) => form.get('grant_type') === exchange)
      assert.deepEqual(first?.form.getAll('audience'), ['orders', 'stock'])
      assert.equal(first?.form.get('subject_token_type'), accessTokenType)
      assert.equal(first?.form.has('actor_token'), false)
      assert.notEqual(first?.form.get('subject_token'), second?.form.get('subject_token'))
      assert.equal(result.events.includes(first?.form.get('subject_token') ?? ''), false)
    },
  },
  {
    number: 50,
    title: 'Token Exchange: another token type is refused, and the card says so',
    provider: exchangingProvider,
    variables: password,
    steps: (provider) => [
      byPassword(provider),
      byExchange(provider, {
        tokenExchange: { subjectToken: '${access_token}', subjectTokenType: 'urn:ietf:params:oauth:token-type:saml2' },
      }),
    ],
    expect: { outcome: 'broken', code: 'oauth-refused', hint: [/Subject token type/] },
  },
  {
    number: 50,
    title: 'Token Exchange: actor, and an issued token that is no access token',
    provider: () =>
      startScriptedProvider({
        answer: { token_type: 'N_A', issued_token_type: 'urn:ietf:params:oauth:token-type:saml2', scope: undefined },
      }),
    variables: { user: 'a-subject-token-0123456789', service: 'an-actor-token-0123456789' },
    steps: (provider) => [
      byExchange(provider, {
        clientId: '',
        clientSecret: '',
        tokenExchange: { subjectToken: '${user}', actorToken: '${service}', requestedTokenType: accessTokenType },
      }),
    ],
    expect: {
      outcome: 'passed',
      warnings: [/Requested the token type .+access_token, but the provider issued .+saml2/],
      infos: [/isn't an access token/],
    },
    check({ provider, step }) {
      const { form } = provider.to('/token')[0] ?? {}
      assert.deepEqual(
        [...(form?.keys() ?? [])],
        ['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type', 'grant_type'],
      )
      const shown = step.exchanges.find(({ purpose }) => purpose === 'token')?.request.parameters
      assert.deepEqual(
        shown?.filter(([name]) => name.endsWith('_token')),
        [
          ['subject_token', '‹subject_token›'],
          ['actor_token', '‹actor_token›'],
        ],
      )
    },
  },
  {
    number: 50,
    title: 'Token Exchange: a missing issued_token_type is a warning, and an error if the step is strict',
    provider: () => startScriptedProvider({ answer: { scope: undefined } }),
    variables: { user: 'a-subject-token-0123456789' },
    steps: (provider) => [
      byExchange(provider, { id: 't0', tokenExchange: { subjectToken: '${user}' } }),
      byExchange(provider, { strict: true, tokenExchange: { subjectToken: '${user}' } }),
    ],
    expect: { outcome: 'broken', code: 'oauth-unusable-answer', message: [/issued_token_type/] },
    check({ result }) {
      assert.match(result.steps.find(({ id }) => id === 't0')?.warnings.join() ?? '', /no issued_token_type/)
    },
  },
]

const ciba = 'urn:openid:params:grant-type:ciba'

const byOwnDevice = (provider: TestProvider, settings: Partial<Extract<StepInput, { kind: 'oauth2' }>> = {}) =>
  clientCredentials(provider, {
    grantType: 'Ciba',
    scope: 'openid',
    loginTimeout: 20,
    ciba: { loginHint: '${user}', bindingMessage: 'W4SCT' },
    ...settings,
  })

const cibaProvider = (decision: 'approve' | 'deny', after = 0) =>
  startRealProvider({
    clients: [{ ...clientOf(ciba), backchannel_token_delivery_mode: 'poll' }],
    ownDevice: { decision, after },
  })

const cibaCases: ConformanceCase[] = [
  {
    number: 51,
    title: 'CIBA: oidc-provider asks the user, the client polls until the user has approved',
    // The first poll comes after 1 s, too early.
    provider: () => cibaProvider('approve', 1.5),
    variables: { user: 'ann' },
    steps: (provider) => [byOwnDevice(provider)],
    expect: { outcome: 'passed' },
    check({ provider, step, result }) {
      const [request] = provider.to('/backchannel')
      assert.equal(request?.form.get('login_hint'), 'ann')
      assert.equal(request?.form.get('binding_message'), 'W4SCT')
      const poll = provider.to('/token').at(-1)?.form
      assert.equal(poll?.get('grant_type'), ciba)
      assert.equal(poll?.has('login_hint'), false)
      assert.equal(result.events.includes(poll?.get('auth_req_id') ?? ''), false)
      assert.ok(step.exchanges.some(({ purpose }) => purpose === 'backchannel-authentication'))
      assert.match(result.events, /"kind":"own-device"[^}]*"userCode":"W4SCT"/)
    },
  },
  {
    number: 51,
    title: 'CIBA: the user declines on the device, and the card says so',
    provider: () => cibaProvider('deny'),
    variables: { user: 'ann' },
    steps: (provider) => [byOwnDevice(provider)],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/access_denied/],
      hint: [/The user or a provider rule rejected/],
    },
  },
  {
    number: 51,
    title: 'CIBA: a hint that names no user',
    provider: () => cibaProvider('approve'),
    variables: { user: 'bob' },
    steps: (provider) => [byOwnDevice(provider)],
    expect: { outcome: 'broken', code: 'oauth-refused', message: [/unknown_user_id/], hint: [/Compare Login hint/] },
  },
  {
    number: 51,
    title: 'CIBA: two hints are refused before anything is sent',
    provider: () => cibaProvider('approve'),
    variables: { user: 'ann' },
    steps: (provider) => [byOwnDevice(provider, { ciba: { loginHint: 'ann', idTokenHint: '${user}' } })],
    expect: { outcome: 'broken', code: 'oauth-settings', message: [/only one hint/] },
    check: ({ provider }) => assert.equal(provider.requests.length, 0),
  },
]

/** Grants beyond the first five: JWT Bearer, Token Exchange and CIBA. */
export const grantCases: ConformanceCase[] = [...jwtBearerCases, ...tokenExchangeCases, ...cibaCases]
