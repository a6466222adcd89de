import { decodeJwt, exportJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import type { BrowserLogin } from '#engine/ports/index.ts'
import { createScriptedHttp, fakePorts, memoryLocks, memorySecrets } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf, type StepRun } from './testing/run-step.ts'
import { answeringLogin } from './testing/signing-in.ts'

const signIn = stepOf({
  grantType: 'AuthorizationCode',
  clientId: 'orders-page',
  tokenEndpoint: 'http://127.0.0.1:9/token',
  authorizationEndpoint: 'http://127.0.0.1:9/authorize?tenant=t1',
  loginTimeout: 20,
})

const hostWith = (login: BrowserLogin) => {
  const http = createScriptedHttp((_request, index) => ({
    json: { access_token: `access-${index}-0123456789`, token_type: 'Bearer', expires_in: 60 },
  }))
  const ports = fakePorts({ http, login, capabilities: new Set(['browser-login']) })
  return { http, ports, host: createStepHost(ports) }
}

const states = ({ details }: StepRun) => details.flatMap((detail) => (detail.type === 'action-required' ? [detail.state] : []))

const failingLogin = (error: AssayError): BrowserLogin => ({
  redirectUri: async () => 'http://127.0.0.1/callback',
  async authorize(_request, onState) {
    onState('blocked')
    throw error
  },
})

describe('the sign-in', () => {
  it('[O10] sends PKCE and state, keeps the query of the endpoint, and tells of the wait', async () => {
    const login = answeringLogin()
    const { host } = hostWith(login)
    const run = await host.run(signIn)
    const url = new URL(login.requests[0]?.url ?? '')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      tenant: 't1',
      response_type: 'code',
      client_id: 'orders-page',
      redirect_uri: 'http://127.0.0.1/callback',
      code_challenge_method: 'S256',
      state: login.requests[0]?.state,
    })
    expect(url.searchParams.has('nonce')).toBe(false)
    expect(url.searchParams.has('scope')).toBe(false)
    expect(states(run)).toEqual(['waiting', 'done'])
    expect(run.exchanges.map(({ purpose }) => purpose)).toEqual(['authorization', 'token'])
    expect(run.exchanges[0]?.response?.parameters).toContainEqual(['code', '‹code›'])
  })

  it('[case 27] tells of each state of the wait once, also if the window says what is known', async () => {
    const login = answeringLogin()
    const says: BrowserLogin = {
      ...login,
      async authorize(request, onState, signal) {
        for (const state of ['waiting', 'out-of-sight', 'out-of-sight', 'waiting'] as const) onState(state)
        return login.authorize(request, onState, signal)
      },
    }
    const run = await hostWith(says).host.run(signIn)
    expect(states(run)).toEqual(['waiting', 'out-of-sight', 'waiting', 'done'])
  })

  // Glewlwyd 2.7 takes its token endpoint alone as audience of an assertion, and at PAR only its own address.
  it('[O4] an assertion can be for the endpoint that it is sent to, at PAR as at the token endpoint', async () => {
    const base = 'http://127.0.0.1:9'
    const http = createScriptedHttp([
      {
        json: {
          issuer: base,
          token_endpoint: `${base}/token`,
          pushed_authorization_request_endpoint: `${base}/par`,
          authorization_endpoint: `${base}/authorize`,
        },
      },
      { status: 201, json: { request_uri: 'urn:example:pushed', expires_in: 60 } },
      { json: { access_token: 'access-0123456789', token_type: 'Bearer', expires_in: 60 } },
    ])
    const secrets = memorySecrets({ 'get-token/key': 'x'.repeat(32) })
    const ports = fakePorts({ http, secrets, login: answeringLogin(), capabilities: new Set(['browser-login']) })
    const run = await createStepHost(ports).run(
      stepOf({
        grantType: 'AuthorizationCode',
        clientId: 'orders-page',
        discoveryEndpoint: `${base}/.well-known/openid-configuration`,
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'symmetric', key: { secret: 'get-token/key' }, algorithm: 'HS256', audience: 'endpoint' },
        usePar: true,
      }),
    )
    expect(run.outcome.outcome).toBe('passed')
    const audiences = http.requests.flatMap(({ url, body }) => {
      const assertion = new URLSearchParams(String(body)).get('client_assertion')
      return assertion === null ? [] : [[url, decodeJwt(assertion).aud]]
    })
    expect(audiences).toEqual([
      [`${base}/par`, `${base}/par`],
      [`${base}/token`, `${base}/token`],
    ])
  })

  it('[O11] the login timeout names the authorize URL, the redirect URI and that no callback came', async () => {
    const { host } = hostWith(failingLogin(new AssayError('oauth-login-timeout', 'The window did not answer.')))
    const run = await host.run(signIn)
    expect(run.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-login-timeout' })
    expect(run.outcome.message).toMatch(
      /within 20 s: no callback received\. Authorization URL: http:\/\/127\.0\.0\.1:9\/authorize\?.+ Redirect URI: http:\/\/127\.0\.0\.1\/callback$/,
    )
    expect(states(run)).toEqual(['waiting', 'blocked', 'done'])
    expect(run.exchanges[0]?.error?.code).toBe('oauth-login-timeout')
  })

  it('[T9] Cancel is cancelled, not broken', async () => {
    const { host, http } = hostWith(failingLogin(new AssayError('cancelled', 'Cancelled.')))
    const run = await host.run(signIn)
    expect(run.outcome).toEqual({ outcome: 'cancelled' })
    expect(http.requests).toEqual([])
  })

  it('[O8] without a browser it is broken at once, with advice', async () => {
    const { ports } = hostWith(answeringLogin())
    const { outcome, exchanges } = await createStepHost({ ...ports, capabilities: new Set() }).run(signIn)
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-no-browser', hint: expect.stringContaining('--interactive') })
    expect(exchanges).toEqual([])
  })

  it('[case 22] two steps at once each get their own answer only', async () => {
    const login = answeringLogin()
    const { ports, http } = hostWith(login)
    const forced = { ...signIn, forceReauthentication: true }
    const hosts = [createStepHost({ ...ports, locks: memoryLocks() }), createStepHost(ports)]
    const runs = await Promise.all(hosts.map((host, index) => host.run({ ...forced, id: `t${index}` })))
    expect(runs.map(({ outcome }) => outcome.outcome)).toEqual(['passed', 'passed'])
    expect(new Set(login.requests.map(({ state }) => state)).size).toBe(2)
    const codes = http.requests.map(({ body }) => new URLSearchParams(String(body)).get('code'))
    expect(new Set(codes).size).toBe(2)
  })

  it('[case 22] an answer that carries the state of another step is not used', async () => {
    let other = ''
    const login = answeringLogin((parameters, { state }) => {
      if (other !== '') parameters.set('state', other)
      other = state
    })
    const { host, http } = hostWith(login)
    await host.run({ ...signIn, id: 't1' })
    const { outcome } = await host.run({ ...signIn, id: 't2' })
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-callback' })
    expect(http.requests).toHaveLength(1)
  })

  describe('[O10] an answer that is signed (JARM)', () => {
    const issuer = 'http://127.0.0.1:9'
    const now = fakePorts({}).clock.now() / 1000
    const limited = { iss: issuer, aud: 'orders-page', exp: now + 600 }
    const signed = async (change: object = {}, by?: CryptoKey, beside = '') => {
      const { privateKey, publicKey } = await generatedPair('ES256')
      const base = answeringLogin()
      const login: BrowserLogin = {
        ...base,
        async authorize(request, onState, signal) {
          const plain = new URL(await base.authorize(request, onState, signal))
          const claims = { ...Object.fromEntries(plain.searchParams), ...limited, ...change }
          const response = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(by ?? privateKey)
          return `${plain.origin}${plain.pathname}?response=${response}${beside}`
        },
      }
      const jwk = { ...(await exportJWK(publicKey)), kid: 'k' }
      const http = createScriptedHttp(({ url }) => {
        if (url.endsWith('/jwks')) return { json: { keys: [jwk] } }
        if (url.includes('/.well-known/'))
          return {
            json: {
              issuer,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
              jwks_uri: `${issuer}/jwks`,
            },
          }
        return { json: { access_token: 'access-1-0123456789', token_type: 'Bearer', expires_in: 60 } }
      })
      const host = createStepHost(fakePorts({ http, login, capabilities: new Set(['browser-login']) }))
      const discoveryEndpoint = `${issuer}/.well-known/openid-configuration`
      const run = await host.run({
        ...signIn,
        discoveryEndpoint,
        tokenEndpoint: '',
        authorizationEndpoint: `${issuer}/auth?response_mode=jwt`,
      })
      return { run, codes: http.requests.flatMap(({ body }) => new URLSearchParams(String(body)).getAll('code')) }
    }

    it('is verified, and its code is used and masked', async () => {
      const { run, codes } = await signed()
      expect(run.outcome).toMatchObject({ outcome: 'passed' })
      expect(codes).toEqual(['code-1-0123456789'])
      expect(run.exchanges.find(({ purpose }) => purpose === 'authorization')?.response?.parameters).toContainEqual([
        'code',
        '‹code›',
      ])
    })

    it.each([
      [
        'of another issuer',
        { iss: 'https://other.test' },
        /iss: expected "http:\/\/127\.0\.0\.1:9", found "https:\/\/other\.test"/,
      ],
      ['for another client', { aud: 'other' }, /aud: /],
      ['that has expired', { exp: now - 780 }, /exp: expired 780 s ago \(tolerance/, /NTP/],
      ['without a time', { exp: undefined }, /exp: missing/],
      ['of another sign-in', { state: 'other' }, /has the wrong state/],
    ])('%s is rejected, and its code is not used', async (_what, change, message, hint = /Compare its claims|an old tab/) => {
      const { run, codes } = await signed(change)
      expect(run.outcome).toMatchObject({
        outcome: 'broken',
        code: 'oauth-callback',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      })
      expect(codes).toEqual([])
    })

    it("is all that counts: parameters next to it aren't signed", async () => {
      const { run, codes } = await signed({ code: undefined }, undefined, '&code=code-of-somebody')
      expect(run.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-callback' })
      expect(codes).toEqual([])
    })

    it('by another key is rejected, and its code is not used', async () => {
      const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const { run, codes } = await signed({}, other.privateKey)
      expect(run.outcome).toMatchObject({
        code: 'oauth-callback',
        message: expect.stringContaining("signature: it doesn't match the JWKS key"),
      })
      expect(codes).toEqual([])
    })
  })
})
