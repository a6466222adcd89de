import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { BrowserLogin } from '#engine/ports/index.ts'
import { createScriptedHttp, fakePorts, memorySecrets, memoryTokens, type Answer } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from './token-action.ts'

const origin = 'http://127.0.0.1:9'
const step = stepOf({
  discoveryEndpoint: `${origin}/.well-known/openid-configuration`,
  clientId: 'c',
  clientSecret: { secret: 'get-token/client-secret' },
})
const discovery: Answer = {
  json: {
    issuer: origin,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/me`,
    introspection_endpoint: `${origin}/introspect`,
    revocation_endpoint: `${origin}/revoke`,
    end_session_endpoint: `${origin}/logout?ui=full`,
  },
}
const issued: Answer = {
  json: { access_token: 'at-0123456789', token_type: 'Bearer', expires_in: 3600, refresh_token: 'rt-0123456789' },
}

/** Gets a token, then does something with it. */
async function act(action: TokenAction, answers: Answer[], login?: BrowserLogin) {
  const http = createScriptedHttp([discovery, issued, discovery, ...answers])
  const tokens = memoryTokens()
  const secrets = memorySecrets({ 'get-token/client-secret': 's3cret-value' })
  const ports = fakePorts({ http, tokens, secrets, ...(login ? { login } : {}) })
  const host = createStepHost(ports)
  await host.run(step)
  let result: TokenActionResult | undefined
  const kind = {
    run: async (one: typeof step, context: Parameters<typeof tokenAction>[1]) => {
      result = await tokenAction(one, context, action)
      return { outcome: 'passed' } as const
    },
  }
  await host.runAs(kind, step)
  return { result, tokens: [...tokens.all.values()], last: http.requests.at(-1) }
}

describe('what can be done with a cached token', () => {
  it('[O17] introspection says whether the token is active, and shows no secret', async () => {
    const { result, last } = await act('introspection', [{ json: { active: false } }])
    expect(result).toMatchObject({ ok: true, message: expect.stringContaining('inactive') })
    expect(new URLSearchParams(String(last?.body)).get('token')).toBe('at-0123456789')
    expect(JSON.stringify(result)).not.toMatch(/at-0123456789|s3cret-value/)
  })

  it('[O17] a revoked token is forgotten', async () => {
    const { result, tokens } = await act('revocation', [{ status: 200 }])
    expect(result?.ok).toBe(true)
    expect(tokens).toEqual([])
  })

  it('[O17] userinfo is sent with the token; an error is explained', async () => {
    const { result, last } = await act('userinfo', [{ status: 401, json: { error: 'invalid_token' } }])
    expect(last?.headers).toContainEqual(['authorization', 'Bearer at-0123456789'])
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('invalid_token') })
  })

  it('[O17] rejects userinfo without a "sub"', async () => {
    const { result } = await act('userinfo', [{ json: { name: 'Ann' } }])
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('has no "sub"') })
  })

  it('[O12] Refresh now replaces the token and says why', async () => {
    const { result, tokens } = await act('refresh', [{ json: { access_token: 'at-2-23456789', token_type: 'Bearer' } }])
    expect(result?.ok).toBe(true)
    expect(tokens[0]).toMatchObject({ accessToken: 'at-2-23456789', refreshToken: 'rt-0123456789' })
    expect(tokens[0]?.why).toContain('because you requested it')
  })

  // As Keycloak, LemonLDAP::NG and oidc-provider come back: the state alone, at the registered address.
  const comingBack = (answer: (state: string) => string): BrowserLogin & { urls: URL[] } => {
    const urls: URL[] = []
    return {
      urls,
      redirectUri: async () => 'http://127.0.0.1/callback',
      authorize: async ({ url, state }) => {
        urls.push(new URL(url))
        return `http://127.0.0.1/callback?${answer(state)}`
      },
    }
  }

  it('[O17] End session sends the browser there and back, and keeps the token', async () => {
    const login = comingBack((state) => `state=${state}`)
    const { result, tokens } = await act('end-session', [], login)
    expect(result).toMatchObject({ ok: true, message: expect.stringMatching(/ended the session.+no ID token/) })
    const [url] = login.urls
    expect(url?.href).toContain(`${origin}/logout?ui=full&client_id=c&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback`)
    expect(url?.searchParams.has('id_token_hint')).toBe(false)
    expect(result?.exchanges.map(({ purpose, meaning }) => [purpose, meaning?.reference])).toContainEqual([
      'end-session',
      'OpenID Connect RP-Initiated Logout 1.0 section 2',
    ])
    expect(tokens).toHaveLength(1)
  })

  it('[O17] End session takes an answer without state, and says so', async () => {
    const login = comingBack(() => '')
    const { result } = await act('end-session', [], login)
    expect(result).toMatchObject({ ok: true, message: expect.stringMatching(/ended the session.+without the state/) })
  })

  it('[O17] End session says what came back in place of an end', async () => {
    const other = await act(
      'end-session',
      [],
      comingBack(() => 'state=another'),
    )
    expect(other.result).toMatchObject({ ok: false, message: expect.stringContaining('different state') })
    const refused = await act(
      'end-session',
      [],
      comingBack((state) => `error=invalid_request&state=${state}`),
    )
    expect(refused.result).toMatchObject({ ok: false, message: expect.stringContaining('invalid_request') })
  })

  it.each([
    ['oauth-login-timeout', "didn't return within 120 s"],
    ['cancelled', 'Stopped waiting'],
  ] as const)('[O17] End session: %s names the address to register', async (code, message) => {
    const login: BrowserLogin = {
      redirectUri: async () => 'http://127.0.0.1/callback',
      authorize: () => Promise.reject(new AssayError(code, '')),
    }
    const { result } = await act('end-session', [], login)
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(message) })
    expect(result?.hint).toContain('Register http://127.0.0.1/callback as post_logout_redirect_uri')
    expect(result?.exchanges.at(-1)?.error?.code).toBe(code)
  })

  it('[O17] End session ends at once where the browser blocks its window', async () => {
    const login: BrowserLogin = {
      redirectUri: async () => 'http://127.0.0.1/callback',
      authorize(_request, onState) {
        onState('blocked')
        return new Promise(() => undefined)
      },
    }
    expect((await act('end-session', [], login)).result).toMatchObject({
      ok: false,
      hint: expect.stringContaining('Allow pop-up'),
    })
  })
})
