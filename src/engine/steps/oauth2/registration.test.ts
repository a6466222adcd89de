import { afterAll, describe, expect, it } from 'vitest'
import { createManualClock, createScriptedHttp, fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { keyFile } from '../../../../e2e/key-files.ts'
import { startRealProvider } from '../../../../e2e/conformance/real-provider.ts'
import { registration, type RegistrationRequest, type RegistrationResult } from './registration.ts'
import type { OAuth2Step } from './schema.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const http = createNodeHttp()
afterAll(() => http.close())

const register = {
  do: 'register',
  clientName: 'Orders tests',
  initialAccessToken: '',
  redirectUri: 'http://127.0.0.1:5417/cb',
} as const

async function act(
  step: OAuth2Step,
  asked: RegistrationRequest,
  secrets: Record<string, string> = {},
  sent: typeof http | ReturnType<typeof createScriptedHttp> = http,
) {
  const host = createStepHost(fakePorts({ http: sent, secrets: memorySecrets(secrets) }))
  let result: RegistrationResult | undefined
  await host.runAs(
    {
      run: async (one: OAuth2Step, context: Parameters<typeof registration>[1]) => {
        result = await registration(one, context, asked)
        return { outcome: 'passed' } as const
      },
    },
    step,
  )
  if (!result) throw new Error('no result')
  return { result, host }
}

describe('dynamic client registration', () => {
  it('[O2] oidc-provider registers a client that gets a token, and deletes it', async () => {
    const provider = await startRealProvider({ clients: [], registration: 'an-initial-token-0123456789' })
    try {
      const { discoveryEndpoint } = provider
      const step = stepOf({ discoveryEndpoint, secretTransport: 'basic' })
      const refused = await act(step, register)
      expect(refused.result.ok).toBe(false)
      expect(refused.result.hint).toContain('initial access token')
      const { result } = await act(step, { ...register, initialAccessToken: 'an-initial-token-0123456789' })
      expect(result).toMatchObject({ ok: true, message: expect.stringContaining('Registered the client') })
      const { clientId = '', clientSecret = '', uri = '', token = '' } = result.client ?? {}
      const messages = JSON.stringify(result.exchanges)
      for (const secret of [clientSecret, token, 'an-initial-token-0123456789']) expect(messages).not.toContain(secret)
      expect(messages).toContain('‹registration_access_token›')
      const secrets = { s: clientSecret, r: token }
      const filled = { ...step, clientId, clientSecret: { secret: 's' }, registration: { uri, token: { secret: 'r' } } }
      const host = createStepHost(
        fakePorts({ http, clock: createManualClock({ now: Date.now() }), secrets: memorySecrets(secrets) }),
      )
      expect((await host.run(filled)).outcome).toEqual({ outcome: 'passed' })
      const deleted = await act(filled, { do: 'delete' }, secrets)
      expect(deleted.result).toMatchObject({ ok: true, message: `Deleted the client ${clientId} at the provider.` })
      expect(deleted.result.exchanges.map(({ request }) => request.method)).toEqual(['DELETE'])
      const again = await act(filled, { do: 'delete' }, secrets)
      expect(again.result).toMatchObject({ ok: false, hint: expect.stringContaining('Clear Client ID and Client Secret') })
      expect((await host.run({ ...filled, forceReauthentication: true })).outcome.outcome).toBe('broken')
    } finally {
      await provider.close()
    }
  })

  it('[O2] a client that signs registers its public key alone', async () => {
    const provider = await startRealProvider({ clients: [], registration: '' })
    try {
      const step = stepOf({
        discoveryEndpoint: provider.discoveryEndpoint,
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'pem', key: { secret: 'key' } },
      })
      const secrets = { key: keyFile('rsa.pkcs8.pem') }
      const { result } = await act(step, register, secrets)
      expect(result.message).toContain('Registered the client')
      const sent = JSON.parse(result.exchanges.at(-1)?.request.body?.text ?? '{}')
      expect(sent.token_endpoint_auth_method).toBe('private_key_jwt')
      expect(Object.keys(sent.jwks.keys[0]).toSorted()).toEqual(['alg', 'e', 'kty', 'n', 'use'])
      const host = createStepHost(
        fakePorts({ http, clock: createManualClock({ now: Date.now() }), secrets: memorySecrets(secrets) }),
      )
      expect((await host.run({ ...step, clientId: result.client?.clientId ?? '' })).outcome).toEqual({ outcome: 'passed' })
    } finally {
      await provider.close()
    }
  })

  it('[O2] a sign-in registers its redirect URI, response type and refresh tokens', async () => {
    const discovery = { json: { issuer: 'http://127.0.0.1:9', registration_endpoint: 'http://127.0.0.1:9/reg' } }
    const http = createScriptedHttp([discovery, { status: 201, json: { client_id: 'new' } }])
    const step = stepOf({
      discoveryEndpoint: 'http://127.0.0.1:9/.well-known/openid-configuration',
      grantType: 'AuthorizationCode',
      scope: 'openid',
    })
    const { result } = await act(step, register, {}, http)
    expect(JSON.parse(String(http.requests.at(-1)?.body))).toEqual({
      client_name: 'Orders tests',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:5417/cb'],
      application_type: 'native',
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'openid',
    })
    expect(result.message).toMatch(/only the provider's administrator can delete it/)
  })

  it('[O2] a provider without registration: what to do instead', async () => {
    const http = createScriptedHttp([{ json: { issuer: 'http://127.0.0.1:9' } }])
    const step = stepOf({ discoveryEndpoint: 'http://127.0.0.1:9/.well-known/openid-configuration' })
    const { result } = await act(step, register, {}, http)
    expect(result).toMatchObject({ ok: false, hint: expect.stringContaining("provider's administration") })
  })
})
