import { describe, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest } from '#engine/ports/index.ts'
import {
  createManualClock,
  createScriptedHttp,
  fakePorts,
  memorySecrets,
  memoryTokens,
  type Answer,
} from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'
import { answeringLogin, idTokenBySecret } from './testing/signing-in.ts'

const tokenEndpoint = 'http://127.0.0.1:9/token'
const secret = 'a-client-secret-of-32-characters'

const client = { tokenEndpoint, clientId: 'orders-tests', clientSecret: '${clientSecret}' } as const
const clientCredentials = stepOf(client)
const signIn = stepOf({
  ...client,
  grantType: 'AuthorizationCode',
  authorizationEndpoint: 'http://127.0.0.1:9/authorize',
  issuer: 'http://127.0.0.1:9',
})
const variables = [{ name: 'clientSecret', value: secret }]

const formOf = ({ body }: HttpRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(String(body)))

const issued = (name: string, more: Record<string, unknown> = {}): Answer => ({
  json: { access_token: `${name}-0123456789`, token_type: 'Bearer', expires_in: 100, ...more },
})

function world(answers: (Answer | AssayError)[]) {
  const http = createScriptedHttp(answers)
  const tokens = memoryTokens()
  const clock = createManualClock()
  const login = answeringLogin()
  const capabilities = new Set(['browser-login'] as const)
  const ports = fakePorts({ http, tokens, clock, login, capabilities, secrets: memorySecrets() })
  const host = (environment = 'e1', shareTokens = false) => createStepHost(ports, { variables, environment, shareTokens })
  return { http, tokens, clock, login, ports, host, grants: () => http.requests.map((request) => formOf(request).grant_type) }
}

describe('the token cache', () => {
  it('[case 32] a second run of the step reuses a fresh token without a network call', async () => {
    const { host, http } = world([issued('a')])
    await host().run(clientCredentials)
    const { infos } = await host().run(clientCredentials)
    expect(http.requests).toHaveLength(1)
    expect(infos).toEqual(['reused from the cache: valid for another 1 min 40 s, until 2026-01-02T03:05:45.000Z'])
  })

  const renamed = { ...clientCredentials, id: 't2', name: 'Get token again', variableName: 'other_token' }

  it('[O14] identical steps share a token only if the project says so, and renew it once', async () => {
    const apart = world([issued('a'), issued('b')])
    await apart.host().run(clientCredentials)
    await apart.host().run(renamed)
    expect(apart.grants()).toEqual(['client_credentials', 'client_credentials'])

    const { host, grants, tokens, clock } = world([issued('a', { refresh_token: 'r-0123456789' }), issued('b'), issued('c')])
    await host('e1', true).run(clientCredentials)
    const { scopes } = await host('e1', true).run(renamed)
    expect(await scopes.resolve('${other_token}')).toBe('a-0123456789')
    expect(tokens.all.size).toBe(1)
    await clock.advance(99_000)
    await host('e1', true).run(renamed)
    await host('e1', true).run(clientCredentials)
    expect(grants()).toEqual(['client_credentials', 'refresh_token'])
    await host('e1', true).run({ ...renamed, scope: 'orders:write' })
    expect(grants()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
  })

  it('[case 9] a token of lifetime 0 is not kept; one without a stated lifetime is', async () => {
    const { host, tokens } = world([issued('a', { expires_in: 0 }), issued('b', { expires_in: undefined })])
    const { scopes } = await host().run(clientCredentials)
    expect(tokens.all.size).toBe(0)
    expect(await scopes.resolve('${access_token}')).toBe('a-0123456789')
    await host().run(clientCredentials)
    expect([...tokens.all.values()][0]).not.toHaveProperty('expiresAt')
  })

  it('[case 38] another environment is separate; a changed client, scope, secret or user is not reused', async () => {
    const { host, http } = world(Array.from({ length: 9 }, (_, index) => issued(`t${index}`)))
    await host().run(clientCredentials)
    await host('e2').run(clientCredentials)
    expect(http.requests).toHaveLength(2)
    const password = { grantType: 'ResourceOwnerPassword', password: '${clientSecret}' } as const
    const changed = [
      stepOf({ ...client, clientId: 'other' }),
      stepOf({ ...client, scope: 'orders:read' }),
      stepOf({ ...client, clientSecret: '${clientSecret}${clientSecret}' }),
      stepOf({ ...client, ...password, username: 'ann' }),
      stepOf({ ...client, ...password, username: 'bob' }),
    ]
    for (const [index, step] of changed.entries()) {
      const { infos } = await host().run(step)
      expect(http.requests).toHaveLength(3 + index)
      expect(infos).toEqual(["requested a new token: the step's settings changed since the cached token was issued"])
    }
  })

  it('[case 41] Force Re-Authentication uses neither cache nor refresh', async () => {
    const { host, grants, clock } = world([issued('a', { refresh_token: 'refresh-1-789' }), issued('b')])
    await host().run(clientCredentials)
    await clock.advance(90_000)
    const { infos } = await host().run({ ...clientCredentials, forceReauthentication: true })
    expect(grants()).toEqual(['client_credentials', 'client_credentials'])
    expect(infos).toEqual(['requested a new token: Force Re-Authentication is on'])
  })
})

describe('forced sign-ins at once', () => {
  it("[case 22, case 41] don't wait: each run has its own token, and the cache has the latest one", async () => {
    const { host, login, tokens } = world([issued('second'), issued('first')])
    const forced = { ...signIn, forceReauthentication: true }
    const answers: (() => void)[] = []
    const { authorize } = login
    login.authorize = async (...request) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return authorize(...request)
    }
    const [one, other] = [host(), host()]
    const first = one.run(forced)
    // Which of two that begin at once asks first is open.
    await vi.waitFor(() => expect(answers).toHaveLength(1), 20_000)
    const second = other.run(forced)
    // Both request a window before either is answered.
    await vi.waitFor(() => expect(answers).toHaveLength(2), 20_000)
    answers[1]?.()
    await second
    answers[0]?.()
    await first
    expect(await Promise.all([one, other].map(({ scopes }) => scopes.resolve('${access_token}')))).toEqual([
      'first-0123456789',
      'second-0123456789',
    ])
    expect([...tokens.all.values()].map(({ accessToken }) => accessToken)).toEqual(['first-0123456789'])
  })
})

describe('refresh', () => {
  it('[case 33] rotation replaces the refresh token; an answer without one keeps the old', async () => {
    const { host, http, clock } = world([
      issued('a', { refresh_token: 'refresh-1-789' }),
      issued('b', { refresh_token: 'refresh-2-789' }),
      issued('c'),
      issued('d'),
    ])
    const { scopes } = await host().run(clientCredentials)
    for (const name of ['b', 'c', 'd']) {
      await clock.advance(75_000)
      expect(await scopes.resolve('${access_token}')).toBe(`${name}-0123456789`)
    }
    expect(http.requests.map((request) => formOf(request).refresh_token)).toEqual([
      undefined,
      'refresh-1-789',
      'refresh-2-789',
      'refresh-2-789',
    ])
  })

  it('[case 34] several uses at once are one refresh', async () => {
    const { host, grants, clock } = world([issued('a', { refresh_token: 'refresh-1-789' }), issued('b')])
    const first = host()
    const second = host()
    await first.run(clientCredentials)
    await second.run(clientCredentials)
    await clock.advance(75_000)
    const used = await Promise.all([first, second, first, second].map(({ scopes }) => scopes.resolve('Bearer ${access_token}')))
    expect(new Set(used)).toEqual(new Set(['Bearer b-0123456789']))
    expect(grants()).toEqual(['client_credentials', 'refresh_token'])
  })

  it('[case 35] invalid_grant drops the token and runs the grant again', async () => {
    const { host, grants, clock, tokens } = world([
      issued('a', { refresh_token: 'refresh-1-789' }),
      { status: 400, json: { error: 'invalid_grant', error_description: 'revoked' } },
      issued('b'),
    ])
    await host().run(clientCredentials)
    await clock.advance(75_000)
    const { infos } = await host().run(clientCredentials)
    expect(grants()).toEqual(['client_credentials', 'refresh_token', 'client_credentials'])
    expect(infos.at(-1)).toMatch(/^requested a new token: the refresh token was rejected \(.*invalid_grant – revoked/)
    expect([...tokens.all.values()][0]).toMatchObject({ accessToken: 'b-0123456789' })
  })

  it('[case 35] a network error, 5xx, a refused client and a wrong address keep the token: used while it lives, then the step breaks', async () => {
    for (const trouble of [
      new AssayError('http-unreachable', 'gone'),
      { status: 503, json: { error: 'busy' } },
      { status: 401, json: { error: 'invalid_client' } },
      { status: 404, body: 'No such page' },
    ]) {
      const { host, clock, tokens } = world([issued('a', { refresh_token: 'refresh-1-789' }), trouble, trouble])
      await host().run(clientCredentials)
      await clock.advance(75_000)
      const early = await host().run(clientCredentials)
      expect(early.outcome.outcome).toBe('passed')
      expect(early.warnings[0]).toMatch(/^The token couldn't be refreshed and is used until it expires:/)
      await clock.advance(30_000)
      const late = await host().run(clientCredentials)
      expect(late.outcome.outcome).toBe('broken')
      expect([...tokens.all.values()][0]).toMatchObject({ refreshToken: 'refresh-1-789' })
    }
  })

  it('[case 36] a Refresh Endpoint of its own is used, and the cached token is still found', async () => {
    const { host, http, clock } = world([issued('a', { refresh_token: 'refresh-1-789' }), issued('b')])
    await host().run(clientCredentials)
    await clock.advance(75_000)
    const { infos } = await host().run({ ...clientCredentials, refreshEndpoint: 'http://127.0.0.1:9/refresh' })
    expect(http.requests.map(({ url }) => url)).toEqual([tokenEndpoint, 'http://127.0.0.1:9/refresh'])
    expect(infos.at(-1)).toMatch(/^refreshed because the cached token expires at 2026-01-02T03:05:45.000Z/)
  })

  it('[case 37] client credentials without a refresh token ask again', async () => {
    const { host, grants, clock } = world([issued('a'), issued('b')])
    const { scopes } = await host().run(clientCredentials)
    await clock.advance(101_000)
    expect(await scopes.resolve('${access_token}')).toBe('b-0123456789')
    expect(grants()).toEqual(['client_credentials', 'client_credentials'])
  })

  it('[case 39] a sign-in without a refresh token is used to its end, then asked for again, never sent expired', async () => {
    const { host, clock, login } = world([issued('a'), issued('b')])
    const { scopes } = await host().run(signIn)
    await clock.advance(80_000)
    expect(await scopes.resolve('${access_token}')).toBe('a-0123456789')
    await clock.advance(20_000)
    expect(await scopes.resolve('${access_token}')).toBe('b-0123456789')
    expect(login.requests).toHaveLength(2)
  })

  it('[case 39] headless it breaks instead', async () => {
    const { ports, clock } = world([issued('a')])
    const capabilities = new Set<'browser-login'>(['browser-login'])
    const { scopes } = await createStepHost({ ...ports, capabilities }, { variables }).run(signIn)
    capabilities.clear()
    await clock.advance(101_000)
    await expect(scopes.resolve('${access_token}')).rejects.toMatchObject({ code: 'oauth-no-browser' })
  })

  it('[case 40] a refresh that brings another sub is rejected and the token forgotten', async () => {
    const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000
    const claims = { iss: 'http://127.0.0.1:9', aud: 'orders-tests', iat: now, exp: now + 1000 }
    const { host, clock, tokens } = world([
      issued('a', { refresh_token: 'refresh-1-789', id_token: await idTokenBySecret(secret, { ...claims, sub: 'ann' }) }),
      issued('b', { id_token: await idTokenBySecret(secret, { ...claims, sub: 'eve' }) }),
    ])
    expect((await host().run(signIn)).outcome).toEqual({ outcome: 'passed' })
    await clock.advance(75_000)
    const { outcome } = await host().run(signIn)
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-id-token' })
    expect(outcome.message).toContain('sub: the refreshed ID token is for "eve", the previous one for "ann"')
    expect(tokens.all.size).toBe(0)
  })
})
