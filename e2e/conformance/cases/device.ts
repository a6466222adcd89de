import assert from 'node:assert/strict'
import type { ConformanceCase, Expected } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type Reply } from '../scripted-provider.ts'
import { byDevice, callApi } from './steps.ts'

const error = (code: string, description?: string): Reply => ({
  status: 400,
  json: { error: code, ...(description === undefined ? {} : { error_description: description }) },
})
const pending = error('authorization_pending')

const deviceOfRealProvider = (devices: 'approve' | 'deny', number: number, title: string, expect: Expected): ConformanceCase => ({
  number,
  title,
  provider: () =>
    startRealProvider({
      devices,
      clients: [
        {
          client_id: 'orders-tv',
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
          response_types: [],
          redirect_uris: [],
        },
      ],
    }),
  steps: (provider) => [byDevice(provider, { scope: 'openid' })],
  expect,
  check({ provider }) {
    assert.equal(provider.to('/device/auth').length, 1)
    assert.equal(provider.to('/token').length, 1)
  },
})

const polling = (number: number, title: string, token: Reply[], expect: Expected, asked: number): ConformanceCase => ({
  number,
  title,
  provider: () => startScriptedProvider({ token }),
  steps: (provider) => [byDevice(provider)],
  expect,
  check: ({ provider }) => assert.equal(provider.to('/token').length, asked),
})

const answer = (number: number, title: string, device: Record<string, unknown>, expect: Expected): ConformanceCase => ({
  number,
  title,
  provider: () => startScriptedProvider({ device }),
  steps: (provider) => [byDevice(provider)],
  expect,
})

/** DeviceCode; the pauses are tested with a manual clock, next to the step. */
export const deviceCases: ConformanceCase[] = [
  deviceOfRealProvider('approve', 42, 'a real provider without interval: one poll, after 5 s, brings the token', {
    outcome: 'passed',
  }),
  answer(42, 'interval 0 is 1 s', { interval: 0 }, { outcome: 'passed' }),
  answer(42, 'interval "1" is 1 s, without a warning', { interval: '1' }, { outcome: 'passed' }),
  polling(43, 'authorization_pending continues', [pending, pending, {}], { outcome: 'passed' }, 3),
  polling(43, 'slow_down adds 5 s', [error('slow_down'), {}], { outcome: 'passed' }, 2),
  polling(
    43,
    '429 and 503 back off and continue',
    [pending, { status: 429, body: 'slower' }, { status: 503, body: 'busy' }, {}],
    { outcome: 'passed', infos: [/continues more slowly: Token Endpoint .+ returned 429 with .+ slower/] },
    4,
  ),
  deviceOfRealProvider('deny', 44, "a real provider's access_denied ends with its text", {
    outcome: 'broken',
    code: 'oauth-refused',
    message: [/access_denied – End-User aborted interaction/],
  }),
  polling(
    44,
    'expired_token ends with its text',
    [pending, error('expired_token', 'the code is too old')],
    { outcome: 'broken', code: 'oauth-refused', message: [/expired_token – the code is too old/], hint: [/approve it in time/] },
    2,
  ),
  answer(
    44,
    'the deadline ends polling',
    { expires_in: 1, interval: 1 },
    {
      outcome: 'broken',
      code: 'oauth-login-timeout',
      message: [/^The device code expired before the device was approved\./],
    },
  ),
  {
    number: 45,
    title: 'no verification_uri_complete: address and code alone',
    provider: () => startScriptedProvider({ device: { verification_uri_complete: undefined } }),
    steps: (provider) => [byDevice(provider), callApi(provider)],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      assert.match(result.events, /"kind":"device".+"userCode":"WDJB-MJHT"/)
      assert.doesNotMatch(result.events, /completeUrl/)
      assert.match(provider.to('/api')[0]?.headers.authorization ?? '', /^Bearer access-1-/)
    },
  },
  {
    number: 45,
    title: 'verification_url is understood, with a warning',
    provider: () =>
      startScriptedProvider({ device: { verification_uri: undefined, verification_url: 'https://id.test/activate' } }),
    steps: (provider) => [byDevice(provider)],
    expect: {
      outcome: 'passed',
      warnings: [/The device response has verification_url instead of verification_uri \(RFC 8628 section 3\.2\)\./],
    },
    check: ({ result }) => assert.match(result.events, /"url":"https:\/\/id\.test\/activate"/),
  },
]
