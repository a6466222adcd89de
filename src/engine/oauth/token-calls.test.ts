import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redirectLogin, redirectUri } from '../../../e2e/conformance/node-host.ts'
import { startRealProvider } from '../../../e2e/conformance/real-provider.ts'
import type { TestProvider } from '../../../e2e/conformance/scripted-provider.ts'
import { fakePorts, memorySecrets, memoryTokens } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from '#engine/steps/oauth2/testing/run-step.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { createNodeHttp } from '#platform/node/http.ts'

describe('a token at oidc-provider', () => {
  let provider: TestProvider
  const http = createNodeHttp()
  beforeAll(async () => {
    provider = await startRealProvider({
      clients: [
        {
          client_id: 'asks',
          client_secret: 'a-secret-of-32-characters-or-more',
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [redirectUri],
          application_type: 'native',
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
    })
  })
  afterAll(async () => {
    await provider.close()
    await http.close()
  })

  it('[O17] userinfo with the same sub; active, revoked and then forgotten', { timeout: 20_000 }, async () => {
    const tokens = memoryTokens()
    const secrets = memorySecrets({ 'get-token/client-secret': 'a-secret-of-32-characters-or-more' })
    const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined }
    const login = redirectLogin()
    const capabilities = new Set(['browser-login'] as const)
    const host = createStepHost(fakePorts({ http, tokens, secrets, clock, login, capabilities }))
    const step = stepOf({
      grantType: 'AuthorizationCode',
      discoveryEndpoint: provider.discoveryEndpoint,
      clientId: 'asks',
      clientSecret: { secret: 'get-token/client-secret' },
      scope: 'openid',
    })
    expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
    const act = async (action: TokenAction): Promise<TokenActionResult | undefined> => {
      let result: TokenActionResult | undefined
      const run = async (one: typeof step, context: Parameters<typeof tokenAction>[1]) => {
        result = await tokenAction(one, context, action)
        return { outcome: 'passed' } as const
      }
      await host.runAs({ run }, step)
      return result
    }
    expect(await act('userinfo')).toMatchObject({ ok: true, message: expect.stringContaining('same "sub"') })
    expect(await act('introspection')).toMatchObject({ ok: true, message: 'The token is active.' })
    expect(await act('revocation')).toMatchObject({ ok: true })
    expect(tokens.all.size).toBe(0)
    expect(await act('userinfo')).toMatchObject({ ok: false, message: 'No token is cached for these settings. Get one first.' })
  })
})
