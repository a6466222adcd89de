import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redirectLogin, redirectUri } from '../../../../e2e/conformance/node-host.ts'
import { startRealProvider } from '../../../../e2e/conformance/real-provider.ts'
import { idTokenOf, startScriptedProvider, type Reply, type TestProvider } from '../../../../e2e/conformance/scripted-provider.ts'
import type { Http } from '#engine/ports/index.ts'
import { fakePorts, memorySecrets, memoryTokens } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from '#engine/steps/oauth2/testing/run-step.ts'
import { tokenAction, type TokenAction, type TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { createNodeHttp } from '#platform/node/http.ts'

const secret = 'a-secret-of-32-characters-or-more'

/** A step that signs in at the provider, and what can be done with its token. */
function world(
  provider: TestProvider,
  http: Http,
  settings: Parameters<typeof stepOf>[0] = {},
  stored: Record<string, string> = {},
) {
  const tokens = memoryTokens()
  const secrets = memorySecrets({ 'get-token/client-secret': secret, ...stored })
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined }
  const capabilities = new Set(['browser-login'] as const)
  const host = createStepHost(fakePorts({ http, tokens, secrets, clock, login: redirectLogin(), capabilities }))
  const step = stepOf({
    grantType: 'AuthorizationCode',
    discoveryEndpoint: provider.discoveryEndpoint,
    clientId: 'asks',
    clientSecret: { secret: 'get-token/client-secret' },
    scope: 'openid',
    ...settings,
  })
  const act = async (action: TokenAction): Promise<TokenActionResult | undefined> => {
    let result: TokenActionResult | undefined
    const run = async (one: typeof step, context: Parameters<typeof tokenAction>[1]) => {
      result = await tokenAction(one, context, action)
      return { outcome: 'passed' } as const
    }
    await host.runAs({ run }, step)
    return result
  }
  return { host, step, tokens, act }
}

describe('a token at oidc-provider', () => {
  let provider: TestProvider
  const http = createNodeHttp()
  let opens = ''
  beforeAll(async () => {
    const client = {
      client_secret: secret,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [redirectUri],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }
    const pair = await generateKeyPair('ECDH-ES', { extractable: true })
    opens = await exportPKCS8(pair.privateKey)
    provider = await startRealProvider({
      dpopNonce: true,
      clients: [
        { ...client, client_id: 'asks' },
        { ...client, client_id: 'asks-signed', userinfo_signed_response_alg: 'RS256' },
        {
          ...client,
          client_id: 'asks-encrypted',
          userinfo_signed_response_alg: 'RS256',
          userinfo_encrypted_response_alg: 'ECDH-ES',
          userinfo_encrypted_response_enc: 'A256GCM',
          jwks: { keys: [{ ...(await exportJWK(pair.publicKey)), use: 'enc' }] },
        },
      ],
    })
  })
  afterAll(async () => {
    await provider.close()
    await http.close()
  })

  it('[O17] userinfo with the same sub; active, revoked and then forgotten', { timeout: 20_000 }, async () => {
    const { host, step, tokens, act } = world(provider, http)
    expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
    expect(await act('userinfo')).toMatchObject({ ok: true, message: expect.stringContaining('same "sub"') })
    expect(await act('introspection')).toMatchObject({ ok: true, message: 'The token is active.' })
    expect(await act('revocation')).toMatchObject({ ok: true })
    expect(tokens.all.size).toBe(0)
    expect(await act('userinfo')).toMatchObject({ ok: false, message: 'Get a token first. None is cached for these settings.' })
  })

  it('[O17] userinfo as a signed JWT is verified, and its claims are shown', { timeout: 20_000 }, async () => {
    const { host, step, act } = world(provider, http, { clientId: 'asks-signed' })
    expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
    const result = await act('userinfo')
    expect(result).toMatchObject({ ok: true, message: expect.stringMatching(/same "sub".+ signature is valid \(RS256\)\.$/) })
    const asked = result?.exchanges.find(({ purpose }) => purpose === 'userinfo')
    expect(asked?.tokens).toEqual([expect.objectContaining({ name: 'userinfo', claims: expect.stringContaining('"ann"') })])
  })

  it('[O17] userinfo that is signed and encrypted is opened with the key of the step', { timeout: 20_000 }, async () => {
    const privateKeyJwt = { form: 'pem', key: { secret: 'get-token/key' }, algorithm: 'ES256' } as const
    const opening = world(provider, http, { clientId: 'asks-encrypted', privateKeyJwt }, { 'get-token/key': opens })
    expect((await opening.host.run(opening.step)).outcome).toEqual({ outcome: 'passed' })
    const result = await opening.act('userinfo')
    expect(result?.message).toMatch(/was encrypted \(ECDH-ES, A256GCM\) and was decrypted\. .+ signature is valid \(RS256\)\.$/)
    const asked = result?.exchanges.find(({ purpose }) => purpose === 'userinfo')
    expect(asked?.tokens?.[0]?.claims).toContain('"sub":"ann"')
    const closed = world(provider, http, { clientId: 'asks-encrypted' })
    await closed.host.run(closed.step)
    expect(await closed.act('userinfo')).toMatchObject({
      ok: false,
      message: expect.stringContaining(
        "it is encrypted with ECDH-ES for the client's private key: turn on Decrypt ID tokens under Security and add the key under Private Key JWT",
      ),
      hint: expect.stringContaining('userinfo_encrypted_response_alg'),
    })
  })

  it('[O17, O18] userinfo refuses a revoked token: the hint is about the token', { timeout: 20_000 }, async () => {
    const { host, step, tokens, act } = world(provider, http)
    expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
    const form = { token: [...tokens.all.values()][0]?.accessToken ?? '', client_id: 'asks', client_secret: secret }
    const revoked = await fetch(`${provider.issuer}/token/revocation`, { method: 'POST', body: new URLSearchParams(form) })
    expect(revoked.status).toBe(200)
    const result = await act('userinfo')
    expect(result?.message).toMatch(/^Userinfo Endpoint http\S+\/me returned 401: invalid_token/)
    expect(result?.hint).toMatch(/^The API rejected the token\. .+ The token may have expired, been revoked,/)
  })

  it('[O17, O18] userinfo refuses a token without openid: the hint is about the scope', { timeout: 20_000 }, async () => {
    const { host, step, act } = world(provider, http, { scope: 'orders:read' })
    expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
    const result = await act('userinfo')
    expect(result?.message).toMatch(/returned 403: insufficient_scope/)
    expect(result?.hint).toMatch(/^The token lacks a scope .+ Add openid to the Scope/)
  })

  it(
    '[case 31] userinfo and Refresh now prove the key of a bound token, once more for the nonce',
    { timeout: 20_000 },
    async () => {
      const { host, step, tokens, act } = world(provider, http, {
        enableDpop: true,
        scope: 'openid offline_access',
        additionalParameters: [{ name: 'prompt', value: 'consent' }],
      })
      expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
      provider.requests.length = 0
      const userinfo = await act('userinfo')
      expect(userinfo).toMatchObject({ ok: true, message: expect.stringContaining('same "sub"') })
      const asked = provider.to('/me')
      const token = [...tokens.all.values()][0]?.accessToken ?? ''
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([`DPoP ${token}`, `DPoP ${token}`])
      const [first, second] = asked.map(({ headers }) => decodeJwt(String(headers.dpop)))
      expect(first).not.toHaveProperty('nonce')
      expect(second).toMatchObject({ htm: 'GET', htu: `${provider.issuer}/me`, nonce: expect.any(String), ath: first?.ath })
      expect(JSON.stringify(userinfo)).not.toContain(token)
      const before = [...tokens.all.values()][0]
      expect(await act('refresh')).toMatchObject({ ok: true })
      expect([...tokens.all.values()][0]).toMatchObject({ tokenType: 'DPoP', bindingKey: before?.bindingKey })
      expect(await act('userinfo')).toMatchObject({ ok: true })
    },
  )
})

describe('an endpoint that refuses', () => {
  const bearer = (error: string): [string, string] => ['www-authenticate', `Bearer realm="shop"${error}`]
  it.each([
    [
      'userinfo',
      401,
      bearer(', error="invalid_token", error_description="too old"'),
      /invalid_token – too old/,
      /The token may have expired/,
    ],
    ['userinfo', 401, bearer(''), /returned 401 without a reason/, /The token may have expired/],
    ['userinfo', 403, bearer(''), /returned 403 without a reason/, /^The token lacks a scope/],
    ['userinfo', 502, bearer(''), /returned 502/, /A gateway responded instead: the provider is down/],
    ['introspection', 401, bearer(', error="invalid_token"'), /: invalid_token/, /may have expired/],
    ['introspection', 401, bearer(''), /without a reason\./, /Check the Client Secret first/],
    [
      'revocation',
      404,
      bearer(''),
      /returned 404/,
      /^Check the endpoint in the discovery document, the provider's log, and the response under Exchange\./,
    ],
  ] as const)('[O17, O18] %s %i %s', async (call, status, challenge, message, hint) => {
    const http = createNodeHttp()
    const provider = await startScriptedProvider({
      discovery: (document) => ({ ...document, [`${call}_endpoint`]: `${String(document.issuer)}/asked` }),
      routes: { '/asked': () => ({ status, headers: Object.fromEntries([challenge]), body: '' }) },
    })
    try {
      const { host, step, act } = world(provider, http)
      expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
      const result = await act(call)
      expect(result?.ok).toBe(false)
      expect(result?.message).toMatch(message)
      expect(result?.hint).toMatch(hint)
    } finally {
      await provider.close()
      await http.close()
    }
  })

  it('[O17, O18] unsupported_token_type is about the token, though revocation says it with 401', async () => {
    const http = createNodeHttp()
    const provider = await startScriptedProvider({
      discovery: (document) => ({ ...document, revocation_endpoint: `${String(document.issuer)}/revoke` }),
      routes: { '/revoke': () => ({ status: 401, json: { error: 'unsupported_token_type' } }) },
    })
    try {
      const { host, step, tokens, act } = world(provider, http)
      await host.run(step)
      expect(await act('revocation')).toMatchObject({
        ok: false,
        hint: expect.stringMatching(
          /Use Forget to remove the token here\. The provider can't revoke tokens of this type \(common for JWTs\), so the token stays valid until it expires\./,
        ),
      })
      expect(tokens.all.size).toBe(1)
    } finally {
      await provider.close()
      await http.close()
    }
  })
})

describe('userinfo as a JWT', () => {
  const jwt = { 'content-type': 'application/jwt' }
  const answer =
    (script: (issuer: string) => Promise<Reply>) => async (check: (result: TokenActionResult | undefined) => void) => {
      const http = createNodeHttp()
      const provider = await startScriptedProvider({
        discovery: (document) => ({ ...document, userinfo_endpoint: `${String(document.issuer)}/me` }),
        routes: { '/me': () => script(provider.issuer) },
      })
      try {
        const { host, step, act } = world(provider, http)
        await host.run(step)
        check(await act('userinfo'))
      } finally {
        await provider.close()
        await http.close()
      }
    }

  it.each([
    [{ iss: 'https://other.test' }, /is invalid: iss: expected "http.+", found "https:\/\/other\.test"\./],
    [{ aud: 'another-client' }, /aud: expected the Client ID "asks", found "another-client"/],
    [{ exp: 1 }, /exp: expired \d+ s ago/],
    [{ sub: 'mallory' }, /sub: userinfo is for "mallory", the ID token for "ann"/],
  ])('[O17] %j is rejected and named', async (claims, message) => {
    await answer(async (issuer) => ({ headers: jwt, body: await idTokenOf(issuer, 'asks', claims) }))((result) => {
      expect(result).toMatchObject({ ok: false, message: expect.stringMatching(message) })
    })
  })

  it('[O17] a signature that does not hold, and none at all', async () => {
    const [header = '', claims = ''] = (await idTokenOf('http://x.test', 'asks', {})).split('.')
    await answer(async () => ({ headers: jwt, body: `${header}.${claims}.${'A'.repeat(86)}` }))((result) => {
      expect(result?.message).toContain('signature: it doesn\'t match the JWKS key "k1"')
    })
    await answer(async () => ({ headers: jwt, body: `${btoa('{"alg":"none"}')}.${claims}.` }))((result) => {
      expect(result?.message).toContain('alg: "none" (unsigned) is always rejected')
    })
  })

  it("[O17] is read with another media type too, which is noted; a response that isn't a JWT is named", async () => {
    const typed = { 'content-type': 'text/plain' }
    await answer(async (issuer) => ({
      headers: typed,
      body: await idTokenOf(issuer, 'asks', {}),
    }))((result) => expect(result).toMatchObject({ ok: true, message: expect.stringContaining('has text/plain instead of') }))
    await answer(async () => ({ headers: jwt, body: 'not a token' }))((result) => {
      expect(result?.message).toContain("it isn't a JWT with three parts")
    })
  })
})

describe('userinfo of another user', () => {
  it('[O17] is rejected, with both names, and not used (OpenID Connect Core 5.3.2)', async () => {
    const http = createNodeHttp()
    const provider = await startScriptedProvider({
      discovery: (document) => ({ ...document, userinfo_endpoint: `${String(document.issuer)}/me` }),
      routes: { '/me': () => ({ json: { sub: 'mallory', email: 'ann@example.test' } }) },
    })
    try {
      const { host, step, act } = world(provider, http)
      expect((await host.run(step)).outcome).toEqual({ outcome: 'passed' })
      const result = await act('userinfo')
      expect(result?.ok).toBe(false)
      expect(result?.message).toContain('sub: userinfo is for "mallory", the ID token for "ann"')
      expect(result?.hint).toContain('a cache or proxy')
    } finally {
      await provider.close()
      await http.close()
    }
  })
})
