import { describe, expect, it } from 'vitest'
import type { Exchange } from '#engine/ports/index.ts'
import { applyChange } from './apply-change.ts'
import { diagnose, fixesOf } from './diagnose.ts'
import { causes } from './causes.ts'
import { answered, calledBack, refusedToken, stepSettings } from './testing/messages.ts'
import { refused, samples, type Sample } from './testing/samples.ts'

const asked = (sample: Sample) =>
  [
    sample.exchange === undefined ? [] : Array.isArray(sample.exchange) ? sample.exchange : [sample.exchange],
    { code: sample.code ?? refused, message: sample.message ?? '', hint: sample.hint, escapes: sample.escapes },
    stepSettings(sample.settings),
  ] as const
const diagnosisOf = (sample: Sample) => diagnose(...asked(sample))
const fixesOfSample = (sample: Sample) => fixesOf(diagnosisOf(sample)?.situation ?? '', ...asked(sample))

describe('diagnose', () => {
  it('[O18] every known cause has a sample, and only once', () => {
    const ids = causes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(samples).toSorted()).toEqual(ids.toSorted())
  })

  for (const [id, sample] of Object.entries(samples)) {
    it(`[O18] ${id}`, () => {
      const found = diagnosisOf(sample)
      expect(found?.situation).toBe(id)
      expect(found?.title).not.toMatch(/\.$/)
      expect(found?.means).toMatch(/[.)]$|FILE\.aprj$/)
      expect(found?.reference).not.toBe('')
      if (sample.fixes) {
        expect(fixesOfSample(sample).map((fix) => ('edit' in fix ? fix.edit : fix.change))).toEqual(sample.fixes)
      }
    })
  }

  it.each([
    [
      'api-no-token',
      /^Send an Authorization header .+ https:\/\/api\.test\/\.well-known\/oauth-protected-resource lists .+RFC 9728/,
      401,
      '',
    ],
    ['api-token-refused-silently', /^Compare exp, iss and aud .+oauth-protected-resource lists/, 401, 'Bearer x'],
  ])('[O18] %s says where the API describes itself (RFC 9728)', (situation, means, status, authorization) => {
    const challenge = 'Bearer resource_metadata="https://api.test/.well-known/oauth-protected-resource"'
    const exchange = answered('request', status, '', { headers: [['www-authenticate', challenge]] })
    if (authorization !== '') exchange.request.headers = [['Authorization', authorization]]
    const found = diagnosisOf({ exchange, code: '' })
    expect(found?.situation).toBe(situation)
    expect(found?.means).toMatch(means)
  })

  it('[O18] a server that has answered in this step is not suspected of another protocol', () => {
    const document = answered('discovery', 200, {}, { url: 'http://127.0.0.1:9443/.well-known/openid-configuration' })
    const sample = samples['connection-closed']
    const broken = sample?.exchange as Exchange
    const url = 'http://127.0.0.1:9443/token'
    const exchange = [document, { ...broken, request: { ...broken.request, url } }]
    expect(diagnosisOf({ ...sample, exchange })?.means).toMatch(/The server responded earlier/)
    expect(fixesOfSample({ ...sample, exchange })).toEqual([])
    const masked = exchange.map((one) => ({ ...one, request: { ...one.request, url: '‹base›/token' } }))
    expect(diagnosisOf({ ...sample, exchange: masked })?.means).not.toMatch(/responded earlier/)
  })

  it('[O18] an error inside the provider names the Client ID among what it may fall over, as go-oauth2 does', () => {
    const found = diagnosisOf({ exchange: refusedToken(500, { error: 'server_error' }) })
    expect(found?.means).toMatch(/If it fails every time, possible causes are: an unknown Client ID\.$/)
  })

  it.each([
    [-900, 'invalid_client', 'assertion-clock', /this machine's clock is 900 s behind the provider's/],
    [-200, 'invalid_client', 'assertion-not-accepted', /The provider gave no reason/],
    [900, 'invalid_dpop_proof', 'dpop-proof', /this machine's clock is 900 s ahead of the provider's/],
    [5, 'invalid_dpop_proof', 'dpop-proof', /the proof's time, method, URL or nonce doesn't match/],
  ])('[O18] a clock that differs by %d s from the Date of the answer: %s', (gap, error, situation, means) => {
    const answered = Date.UTC(2026, 10, 23, 23, 15) / 1000
    const name = error === 'invalid_client' ? 'client_assertion' : 'DPoP proof'
    const exchange = refusedToken(
      401,
      { error },
      {
        sent: { client_assertion: '‹client_assertion›' },
        headers: [['date', new Date(answered * 1000).toUTCString()]],
        tokens: [{ name, header: '{}', claims: JSON.stringify({ iat: answered + gap }) }],
      },
    )
    const settings = { ...samples['assertion-not-accepted']?.settings, enableDpop: true }
    const found = diagnosisOf({ exchange, settings })
    expect(found?.situation).toBe(situation)
    expect(found?.means).toMatch(means)
  })

  it('[O18] CORS after an answer that could be read may be a connection that broke off', () => {
    const document = answered('discovery', 200, {}, { url: 'https://id.example.test/.well-known/openid-configuration' })
    const [{ exchange, ...cors }] = [samples['cors'] ?? {}]
    expect(diagnosisOf({ ...cors, exchange: [document, exchange as Exchange] })?.means).toMatch(
      /closed the connection before responding/,
    )
    expect(diagnosisOf({ ...cors, exchange: exchange as Exchange })?.means).not.toMatch(/closed the connection/)
  })

  it("[O18] a provider that reports itself unavailable isn't taken for a gateway, and its Retry-After is shown", () => {
    const headers: [string, string][] = [['retry-after', '30']]
    const found = diagnosisOf({ exchange: refusedToken(503, { error: 'temporarily_unavailable' }, { headers }) })
    expect(found?.situation).toBe('temporarily-unavailable')
    expect(found?.means).toContain('Wait 30 s (Retry-After)')
    const gateway = diagnosisOf({ exchange: refusedToken(503, '<html><h1>503</h1></html>', { headers }) })
    expect(gateway?.means).toMatch(/A gateway responded .+ Wait 30 s \(Retry-After\)/)
  })

  it.each([
    ['exp: expected a number of seconds, found "1795475163"', 'id-token-time', /milliseconds or a string/],
    [
      "iat: 7195 s ahead of this machine's clock (tolerance 30 s)",
      'clock-ahead',
      /^Synchronize the clocks \(NTP\): .+ differ by exactly 2 hours/,
    ],
    [
      "iat: 599 s ahead of this machine's clock (tolerance 30 s)",
      'clock-ahead',
      /^Synchronize the clocks \(NTP\): by this machine's clock, the token was issued in the future\.$/,
    ],
  ])('[O18] %s', (failure, situation, means) => {
    const found = diagnosisOf({ ...samples['clock-ahead'], message: `The ID token is invalid: ${failure}.` })
    expect(found?.situation).toBe(situation)
    expect(found?.means).toMatch(means)
  })

  it.each([
    ['7', 'Wait 7 s'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wait until Wed, 21 Oct 2026 07:28:00 GMT'],
    [undefined, 'Wait before the next request: the response has no readable Retry-After.'],
  ])('[O18] a limit says how long to wait: Retry-After %s', (after, said) => {
    const headers: [string, string][] = after === undefined ? [] : [['retry-after', after]]
    for (const purpose of ['request', 'token'] as const) {
      expect(diagnosisOf({ exchange: answered(purpose, 429, '', { headers }) })?.means).toContain(said)
    }
  })

  it('[O18] says that the username and password are wrong if they were sent, and required if not', () => {
    const basic = (sent: [string, string][]) => {
      const exchange = answered('request', 401, '', { headers: [['www-authenticate', 'Basic realm="x"']] })
      return diagnosisOf({ exchange: { ...exchange, request: { ...exchange.request, headers: sent } }, code: '' })?.title
    }
    expect(basic([])).toBe('The API requires a username and password')
    expect(basic([['authorization', 'Basic ‹key›']])).toBe('The API rejected the username and password')
  })

  it.each([
    [[], 'api-nobody'],
    [
      [
        ['Accept', '*/*'],
        ['Idempotency-Key', '1'],
        ['X-CSRF-Token', '1'],
      ],
      'api-nobody',
    ],
    [[['X-API-Key', '‹key›']], 'api-key'],
    [[['Ocp-Apim-Subscription-Key', '‹key›']], 'api-key'],
    [[['PRIVATE-TOKEN', '‹key›']], 'api-key'],
    [[['Authorization', 'Basic ‹key›']], 'api-basic'],
    [[['Authorization', 'Bearer ‹token›']], 'api-token-refused-silently'],
  ] satisfies [[string, string][], string][])('[O18] 401 without a challenge goes by what was sent: %j', (sent, situation) => {
    const exchange = answered('request', 401, { message: 'Unauthorized' })
    exchange.request.headers = sent
    expect(diagnosisOf({ exchange, code: '' })?.situation).toBe(situation)
  })

  it('[O18] quotes the provider', () => {
    expect(diagnosisOf(samples['secret-refused'] ?? {})).toMatchObject({
      what: 'unauthorized_client – Invalid client or Invalid client credentials',
    })
  })

  it.each([
    ['secret-refused', 401, { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' }],
    ['secret-refused', 403, { error: 'access_denied', error_description: 'Unauthorized' }],
    ['secret-refused', 200, { error: 'incorrect_client_credentials' }],
    ['secret-refused', 401, { error: 'invalid_client', error_description: 'invalid client_id / client_secret' }],
    ['unknown-client', 401, { error: 'invalid_client', error_description: 'invalid client_id' }],
    // node-oauth2-server says it to a wrong secret as well.
    ['secret-refused', 400, { error: 'invalid_client', error_description: 'Invalid client: client is invalid' }],
    // Spring Security OAuth (MITREid Connect 1.3) says it to a secret that is right.
    ['grant-not-allowed', 401, { error: 'invalid_client', error_description: 'Unauthorized grant type: client_credentials' }],
    ['pkce-verifier', 400, { error: 'invalid_request', error_description: 'Code challenge and verifier do not match' }],
    // Better Auth
    ['pkce-verifier', 401, { error: 'invalid_request', error_description: 'code verification failed' }],
    ['unknown-client', 401, { error: 'invalid_client', error_description: 'missing client' }],
    // Gitea 1.26 says unauthorized_client to all of it.
    ['pkce-verifier', 400, { error: 'unauthorized_client', error_description: 'failed PKCE code challenge' }],
    ['code-refused', 400, { error: 'unauthorized_client', error_description: 'client is not authorized' }],
    ['secret-refused', 400, { error: 'unauthorized_client', error_description: 'invalid client secret' }],
    // @jmondi/oauth2-server 4.3
    ['pkce-verifier', 400, { error: 'invalid_grant', error_description: 'Failed to verify code challenge.' }],
    ['code-refused', 400, { error: 'invalid_request', error_description: 'Authorization code is expired or revoked' }],
    // OpenAM 16, of its device endpoint
    ['bad-request', 400, { error: 'bad_request', error_description: 'client_id, scope and response_type are required' }],
    // Ory Hydra
    [
      'audience-unknown',
      400,
      {
        error: 'invalid_request',
        error_description: "Requested audience 'https://api.test' has not been whitelisted by the OAuth 2.0 Client.",
      },
    ],
    ['secret-refused', 401, { error: 'invalid_client', error_description: 'missing client credentials' }],
    // Supabase Auth 2
    ['secret-refused', 400, { error_code: 'invalid_credentials', msg: 'invalid client credentials' }],
    [
      'secret-method',
      400,
      {
        error_code: 'invalid_credentials',
        msg: "invalid authentication method: client is registered for 'client_secret_basic' but 'client_secret_post' was used",
      },
    ],
    ['password-refused', 400, { error_code: 'invalid_credentials', msg: 'Invalid login credentials' }],
    ['scope-not-allowed', 400, { error: 'invalid_request', error_description: 'unsupported scope: nope' }],
    ['endpoint-wants-json', 415, ''],
    // atproto
    [
      'grant-not-supported',
      400,
      { error: 'invalid_grant', error_description: 'Grant type "client_credentials" is not supported by the server' },
    ],
    // Open Liberty 26, which refuses with 302 and no Location where it finds a scope wrong
    ['password-refused', 400, { error: 'server_error', error_description: 'invalid_resource_owner_credential' }],
    ['scope-not-allowed', 302, { error: 'invalid_scope', error_description: 'No scopes can be authorized.' }],
    ['code-refused', 200, { error: 'bad_verification_code' }],
    ['scope-not-allowed', 400, { error: 'scope_invalid' }],
    ['access-denied', 400, { error: 'authorization_declined' }],
  ])('[O18] %s in the words of a single provider: %i %j', (situation, status, error) => {
    const grants: Record<string, string> = { 'code-refused': 'authorization_code', 'password-refused': 'password' }
    const grant = grants[situation]
    const sent = grant === undefined ? { client_secret: '‹client-secret›' } : { grant_type: grant }
    expect(diagnosisOf({ exchange: refusedToken(status, error, { sent }) })?.situation).toBe(situation)
  })

  it('[O18] what no provider refused is not explained by a good answer', () => {
    const exchange = [
      answered('token', 200, { access_token: '‹access_token›' }, { id: 'exchange-0' }),
      answered('jwks', 200, { keys: [] }),
    ]
    const message = 'Expected the provider to reject the request with invalid_grant, but it issued a token.'
    expect(diagnosisOf({ exchange, code: 'oauth-not-refused', message })).toBeUndefined()
  })

  it('[O18] what the companion does not let through is not the browser that keeps a page from it', () => {
    const message =
      "Nothing was sent: this project isn't allowed to reach localhost (127.0.0.1) through the companion. It is on this machine or a private network."
    expect(diagnosisOf({ code: 'http-blocked', message })).toBeUndefined()
  })

  it("[O18] a plain word with the type of a page isn't taken for a page", () => {
    const refused = refusedToken(401, 'Unauthorized', { sent: { grant_type: 'password' } })
    if (refused.response) refused.response.headers = [['content-type', 'text/html']]
    expect(diagnosisOf({ exchange: refused })?.situation).toBe('account-or-client')
  })

  it.each([
    // OpenAuth 0.4
    [
      'wrong-redirect-uri',
      {
        error: 'unauthorized_client',
        error_description: 'Client any is not authorized to use this redirect_uri: https://assay.test/oauth/callback.html',
      },
      {},
    ],
    // The SDK of MCP 1.32, which finds no code_challenge before it has read the state
    [
      'pkce-required',
      {
        error: 'invalid_request',
        error_description: '[{"code":"invalid_type","path":["code_challenge"],"message":"Invalid input: received undefined"}]',
      },
      { requirePkce: false },
    ],
    ['state-mismatch', {}, {}],
  ])('[O18] %s: an answer without the state is explained by its error, if it has one', (situation, answer, settings) => {
    const message = 'The provider returned with an error, and without the state that was sent, so it is unverified.'
    expect(diagnosisOf({ exchange: calledBack(answer), code: 'oauth-callback', message, settings })?.situation).toBe(situation)
  })

  it('[O18] a provider that takes 127.0.0.1 alone is not said to lack a registration', () => {
    // atproto
    const description = 'Use of "localhost" hostname is not allowed (RFC 8252), use a loopback IP at body.redirect_uri'
    const exchange = calledBack({ error: 'invalid_request', error_description: description })
    expect(diagnosisOf({ exchange })?.means).toMatch(/accepts 127\.0\.0\.1 but not localhost/)
    const other = calledBack({ error: 'invalid_request', error_description: 'Invalid redirect_uri' })
    expect(diagnosisOf({ exchange: other })?.means).toMatch(/^Register \S+ for the client exactly as sent/)
  })

  it('[O18] a page that lacks parameters of a signed request says whether discovery takes such requests', () => {
    // Open Liberty
    const description = (offered: boolean) =>
      answered(
        'discovery',
        200,
        { response_types_supported: ['code'], request_parameter_supported: offered },
        { id: 'exchange-0' },
      )
    const sample = samples['parameters-beside-request'] ?? {}
    const means = (offered: boolean) =>
      diagnosisOf({
        ...sample,
        exchange: [description(offered), sample.exchange as Exchange],
        settings: { ...sample.settings, useJar: true },
      })?.means
    expect(means(false)).toMatch(/^Try turning off Use JAR: discovery doesn't announce request objects/)
    expect(means(true)).toMatch(/^Add \?\w+=… to the Authorization Endpoint/)
  })

  it('[O18] a scope that the provider names is not said to be missing', () => {
    // Cloud Foundry's UAA 4.30
    const description = '[uaa.none] is invalid. This user is not allowed any of the requested scopes'
    const exchange = refusedToken(400, { error: 'invalid_scope', error_description: description })
    expect(diagnosisOf({ exchange, settings: { scope: '' } })?.situation).toBe('scope-not-allowed')
  })

  it('[O18] the advice on response types is for the one that was asked for', () => {
    const means = (response_type: string): string | undefined =>
      diagnosisOf({ exchange: calledBack({ error: 'unsupported_response_type' }, { response_type }) })?.means
    expect(means('code')).not.toContain('Implicit')
    expect(means('id_token token')).toContain('Implicit')
  })

  it('[O18] a token endpoint that says server_error by code is not said to redirect', () => {
    const failed = refusedToken(400, { error: 'server_error', error_description: 'server_error (400)' })
    expect(diagnosisOf({ exchange: failed })?.means).not.toContain('redirect')
    expect(diagnosisOf({ exchange: calledBack({ error: 'server_error' }) })?.means).toContain('redirect')
  })

  it('[O18] an empty secret that is rejected is one that the step does not have', () => {
    // Gitea 1.26
    const error = { error: 'unauthorized_client', error_description: 'invalid empty client secret' }
    const exchange = answered('token', 400, error, { sent: { grant_type: 'authorization_code' } })
    expect(diagnosisOf({ exchange, settings: { clientSecret: undefined } })?.situation).toBe('public-client')
  })

  it.each([
    // MCP, workers-oauth-provider, Gitea, OpenAM, UAA
    ['redirect URI', '{"error":"invalid_request","error_description":"Unregistered redirect_uri"}'],
    ['redirect URI', 'Authorization failed": it says "Invalid redirect URI'],
    ['redirect URI', 'invalid request"; heading "Authorization failed", "Unregistered Redirect URI'],
    ['redirect URI', 'redirect_uri_mismatch", "The redirection URI provided does not match a pre-registered value.'],
    // Doorkeeper
    ['redirect URI', "The requested redirect uri is malformed or doesn't match client redirect URI."],
    // Better Auth, in the address of its page
    ['redirect URI', 'invalid_redirect – invalid redirect uri'],
    ['redirect URI', 'Invalid redirect https://assay.test/cb did not match one of the registered values'],
    ['Client ID', '{"error":"invalid_client","error_description":"Invalid client_id"}'],
    // Open Liberty
    ['Client ID', 'The OAuth service provider could not find the client because the client name is not valid.'],
    ['Client ID', 'invalid request"; heading "Authorization failed", "Client ID not registered'],
    ['an error', 'Authorization Request Error There was an error. The request for authorization was invalid.'],
    ['an error', 'invalid_client", "Client authentication failed'],
  ])('[O18] names %s where the page does: %s', (named, words) => {
    const message = `After the last action: the provider didn't redirect the browser back within 3 s. The page shows "${words}".`
    const found = diagnosisOf({ ...samples['sign-in-refused-on-page'], message })
    const [situation, title] =
      {
        'redirect URI': ['wrong-redirect-uri', "The redirect URI isn't registered"],
        'Client ID': ['unknown-client', "The client isn't registered at this provider"],
        'an error': ['sign-in-refused-on-page', 'The provider stays on an error page'],
      }[named] ?? []
    expect(found).toMatchObject({ situation, title })
  })

  it.each([
    'Username or password is incorrect.',
    'Password is incorrect.',
    'Wrong email or password',
    'Invalid username or password.',
    "The email and password don't match",
    'Incorrect username or password. Please try again.',
  ])('[O18] a page that says "%s" does not take what the script typed', (words) => {
    const sample = samples['credentials-refused-on-page'] ?? {}
    const message = `The script didn't finish in time. The page shows "Sign In": it says "${words}"; fields "Password".`
    expect(diagnosisOf({ ...sample, message })?.situation).toBe('credentials-refused-on-page')
    expect(diagnosisOf({ ...sample, code: 'oauth-login-timeout', message })?.situation).toBe('credentials-refused-on-page')
  })

  it.each([
    'Action 2, fill the field "Password": no matching element was visible within 10 s. The page shows "Sign in": fields "Email", "Password"; buttons "Forgot password?".',
    'After the last action: the provider didn\'t redirect the browser back within 3 s. The page shows "OpenAuth": fields "Code"; buttons "Continue".',
  ])('[O18] a page that only waits refuses nothing: %s', (message) => {
    const found = diagnosisOf({ ...samples['credentials-refused-on-page'], message })
    expect(found?.situation).not.toBe('credentials-refused-on-page')
  })

  it('[O18] a page that asks for another scope refuses the scope', () => {
    // Cloud Foundry's UAA 4.30
    const message =
      'The page shows "Cloud Foundry": it says "bogus is invalid. Please use a valid scope name in the request"; heading "Authorization Request Error The request for authorization was invalid.".'
    expect(diagnosisOf({ ...samples['scope-refused-on-page'], message })?.situation).toBe('scope-refused-on-page')
  })

  it.each([
    ['dpop-proof', 'use_dpop_nonce'],
    ['jar-not-supported', 'invalid_request_object'],
    ['par-request-uri', 'invalid_request_uri'],
    ['scope-not-allowed', 'invalid_scope'],
    ['authorization-details', 'invalid_authorization_details'],
    ['token-not-accepted', 'invalid_token'],
    ['rate-limit', 'slow_down'],
    ['secret-refused', 'invalid_client'],
    ['secret-refused', 'teapot'],
  ])('[O18] %s: a status of 401 says nothing more than %s', (situation, error) => {
    const sent = { client_secret: '‹client-secret›' }
    for (const purpose of ['token', 'par', 'device-authorization'] as const) {
      expect(diagnosisOf({ exchange: answered(purpose, 401, { error }, { sent }) })?.situation).toBe(situation)
    }
  })

  it.each([
    ['secret-refused', 'authorization_code', {}],
    ['secret-refused', 'refresh_token', {}],
    ['grant-not-allowed', 'client_credentials', {}],
    ['grant-not-allowed', 'authorization_code', { error_description: 'The grant is not enabled for the client' }],
  ])('[O18] %s: unauthorized_client to a request by %s with %j', (situation, grant, more) => {
    const exchange = refusedToken(403, { error: 'unauthorized_client', ...more }, { sent: { grant_type: grant }, basic: true })
    expect(diagnosisOf({ exchange, settings: { secretTransport: 'basic' } })?.situation).toBe(situation)
  })

  it.each(['introspection', 'revocation'] as const)('[O17] LemonLDAP::NG refuses %s to a public client', (purpose) => {
    const exchange = answered(purpose, 401, { error: 'unauthorized_client' }, { sent: { token: '‹access_token›' } })
    expect(diagnosisOf({ exchange })?.situation).toBe('call-not-allowed')
  })

  it.each(['OAuth 2.0 Parameter: code_challenge', 'Code challenge required.'])('[O18] PKCE is demanded by: %s', (description) => {
    const exchange = calledBack({ error: 'invalid_request', error_description: description, state: 's' })
    const sample: Sample = { exchange, settings: { grantType: 'AuthorizationCode', requirePkce: false } }
    expect(diagnosisOf(sample)?.situation).toBe('pkce-required')
    expect(fixesOfSample(sample)).toEqual([{ label: 'Turn on PKCE', change: { requirePkce: true } }])
  })

  const failed =
    'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).'
  const malformed =
    'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.'
  const invalid =
    'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'
  const doorkeeper =
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.'
  const authentik =
    'The provided authorization grant or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client'
  const asserting = { sent: { client_assertion: '‹client_assertion›' } }
  it.each([
    ['secret-refused', 'invalid_client', failed, { basic: true }],
    [
      'secret-method',
      'invalid_client',
      `${failed} The client supports authentication method 'client_secret_post'.`,
      { basic: true },
    ],
    ['unknown-client', 'invalid_client', `${failed} The requested OAuth 2.0 Client does not exist.`, { basic: true }],
    ['code-refused', 'invalid_grant', invalid, { sent: { grant_type: 'authorization_code' } }],
    ['code-used', 'invalid_grant', `${invalid} The code was already used.`, { sent: { grant_type: 'authorization_code' } }],
    ['secret-refused', 'invalid_client', doorkeeper, { basic: true }],
    ['code-refused', 'invalid_grant', authentik, { sent: { grant_type: 'authorization_code' } }],
    ['pkce-verifier', 'invalid_grant', 'Invalid grant: code verifier is invalid', { sent: { grant_type: 'authorization_code' } }],
    ['bad-request', 'invalid_request', malformed, {}],
    [
      'basic-not-encoded',
      'invalid_request',
      `${malformed} The client secret in the HTTP authorization header could not be decoded.`,
      { basic: true },
    ],
    [
      'basic-not-encoded',
      'invalid_request',
      'Malformed client secret basic authentication: invalid URL encoding',
      { basic: true },
    ],
    ['assertion-key', 'invalid_request', `${malformed} The signing key with kid 'other' could not be found.`, asserting],
  ])('[O18] %s: what the standard says of the code means nothing (%s)', (situation, error, description, parts) => {
    const found = diagnosisOf({
      exchange: refusedToken(400, { error, error_description: description }, parts),
      settings: { secretTransport: 'basic-raw' },
      escapes: situation === 'basic-not-encoded',
    })
    expect(found?.situation).toBe(situation)
    expect(found?.what).toContain(description.slice(0, 60))
  })

  it('[O18] explains a missing secret by a step without one', () => {
    const error = { error: 'invalid_request', error_description: 'Missing parameter: `client_secret`' }
    const exchange = answered('token', 400, error)
    expect(diagnosisOf({ exchange, settings: { clientSecret: undefined } })?.situation).toBe('public-client')
  })

  it('[O18] a code that only the API has gives no reason', () => {
    const body = { error: 'unauthorized_request', error_description: 'Unauthorized request: no authentication given' }
    const exchange = answered('request', 401, body, { headers: [['www-authenticate', 'Bearer realm="Service"']] })
    expect(diagnosisOf({ exchange, code: '' })?.situation).toBe('api-no-token')
  })

  it('[O18] what RFC 6750 says of an invalid token does not mean that it has expired', () => {
    const said = 'error_description="The access token provided is expired, revoked, malformed, or invalid for other reasons."'
    const exchange = answered('request', 401, '', { headers: [['www-authenticate', `Bearer error="invalid_token", ${said}`]] })
    expect(diagnosisOf({ exchange, code: '' })?.situation).toBe('api-token-refused')
  })

  // Authlib 1.6 names what the endpoint takes, whatever was wrong with the client.
  it('[O18] a list of methods that holds the one that was used speaks of the secret, else of the way', () => {
    const said = {
      error: 'invalid_client',
      error_description: "The client cannot authenticate with methods: ['client_secret_basic']",
    }
    const settings = { clientSecret: { secret: 's' } }
    const body = { exchange: refusedToken(401, said, { sent: { client_secret: '‹client_secret›' } }), settings }
    expect(diagnosisOf(body)?.situation).toBe('secret-method')
    expect(fixesOfSample(body)).toEqual([{ label: 'HTTP Basic', change: { secretTransport: 'basic' } }])
    const basic = {
      exchange: refusedToken(401, said, { basic: true }),
      settings: { ...settings, secretTransport: 'basic' },
    } as const
    expect(diagnosisOf(basic)?.title).toBe("The provider rejected the client's secret")
  })

  it('[O18] a name and a password that Authlib calls an invalid request are wrong all the same', () => {
    const said = { error: 'invalid_request', error_description: "Invalid 'username' or 'password' in request." }
    const exchange = refusedToken(400, said, { sent: { grant_type: 'password' } })
    expect(diagnosisOf({ exchange, settings: { grantType: 'ResourceOwnerPassword' } })?.situation).toBe('password-refused')
  })

  it('[O18] a header that could not be decoded is a malformed request to some', () => {
    const exchange = refusedToken(400, { error: 'invalid_request' }, { basic: true })
    const settings = { secretTransport: 'basic-raw' } as const
    expect(diagnosisOf({ exchange, settings, escapes: true })?.situation).toBe('basic-not-encoded')
    expect(diagnosisOf({ exchange, settings, escapes: false })?.situation).toBe('bad-request')
    const said = { error: 'invalid_request', error_description: 'client_secret improperly encoded' }
    expect(diagnosisOf({ exchange: refusedToken(400, said, { basic: true }), settings, escapes: true })?.situation).toBe(
      'basic-not-encoded',
    )
  })

  it.each([
    ['none', /^Remove the Client Secret/],
    ['private_key_jwt', /^Choose Client assertion \(signed JWT\)/],
    ['tls_client_auth', /^Choose Client certificate \(mTLS\)/],
  ])('[O18] a secret of a client that is registered for %s is told what to do instead', (method, means) => {
    const said = { error: 'invalid_client', error_description: `client registered for ${method} cannot use client_secret_post` }
    const sample: Sample = { exchange: refusedToken(400, said, { sent: { client_secret: '‹client-secret›' } }) }
    expect(diagnosisOf(sample)).toMatchObject({ situation: 'secret-method', means: expect.stringMatching(means) })
    expect(fixesOfSample(sample)).toEqual([{ label: 'Edit secret', edit: 'clientSecret' }])
  })

  it('[O18] names the one way in which a provider says that it takes the secret', () => {
    expect(diagnosisOf(samples['secret-method'] ?? {})?.means).toMatch(
      /^Set "Send secret in" to HTTP Basic \(basic\)\. The secret was sent in the body/,
    )
  })

  it('[O18] a provider that fails may fall over the secret or the scope: CAS does over the one, Doorkeeper over the other', () => {
    const means = (scope: string, escapes: boolean): string =>
      diagnosisOf({
        exchange: refusedToken(500, {}, { sent: { grant_type: 'client_credentials', scope, client_secret: 'x' } }),
        escapes,
      })?.means ?? ''
    expect(means('orders', false)).toMatch(/typical causes are a missing database or key\.$/)
    expect(means('orders', true)).toMatch(/possible causes are: special characters .+ set "Send secret in" to HTTP Basic/)
    expect(means('openid orders', false)).toContain('possible causes are: the openid scope')
  })

  it('[O18] an endpoint that discovery names and that takes no POST is called by its name', () => {
    const title = (purpose: 'par' | 'device-authorization' | 'token') =>
      diagnosisOf({ exchange: answered(purpose, 405, '') })?.title
    expect(title('par')).toBe('There is no endpoint for pushed requests at this URL')
    expect(title('device-authorization')).toBe('There is no device endpoint at this URL')
    expect(title('token')).toBe('There is no token endpoint at this URL')
  })

  it('[O18] JSON that is called HTML is an answer and no page: idpyoidc', () => {
    const said = (description: string): Sample => {
      const exchange = refusedToken(
        400,
        { error: 'invalid_request', error_description: description },
        { sent: { client_secret: 'x', grant_type: 'password' } },
      )
      if (exchange.response) exchange.response.headers = [['content-type', 'text/html']]
      return { exchange }
    }
    expect(diagnosisOf(said('Authorization failed.'))?.situation).toBe('secret-refused')
    expect(diagnosisOf(said('Do not know how to handle this type of request.'))?.situation).toBe('grant-not-supported')
  })

  it('[O18] a single scope that is rejected without a name is the one', () => {
    const exchange = refusedToken(400, { error: 'invalid_scope' }, { sent: { scope: 'bogus' } })
    expect(diagnosisOf({ exchange })?.title).toBe("The client isn't allowed to request bogus")
  })

  it("[O18] an ID token without an audience isn't taken for one of another client: a client created on Canaille's command line", () => {
    const message = 'The ID token is invalid: aud: expected the Client ID "orders-tests", found [].'
    expect(diagnosisOf({ ...samples['id-token-audience'], message })?.means).toContain('The token has no audience')
  })

  // Spring Boot, and so CAS
  it('[O18] a password that is rejected with a status in words may be wrong', () => {
    const exchange = refusedToken(401, { status: 401, error: 'Unauthorized' }, { sent: { grant_type: 'password' } })
    expect(diagnosisOf({ exchange })?.situation).toBe('account-or-client')
  })

  it('[O18] a refusal of all of an assertion may be about its audience, one that names the key is not', () => {
    const means = (description: string): string =>
      diagnosisOf({
        ...samples['assertion-key'],
        exchange: refusedToken(
          401,
          { error: 'invalid_client', error_description: description },
          { sent: { client_assertion: 'x' } },
        ),
      })?.means ?? ''
    expect(means('client assertion signature verification failed')).toContain(
      "the assertion's audience or time may also be wrong",
    )
    expect(means('Unable to load public key for kid abc')).not.toContain('audience')
  })

  it('[O18] a device that was never approved may have sent its secret in the header, which dex ignores', () => {
    const sample = samples['device-not-approved'] ?? {}
    const ways = { grantType: 'DeviceCode', loginTimeout: 600, secretTransport: 'basic' } as const
    expect(fixesOfSample({ ...sample, settings: ways })).toEqual([
      { label: 'Send it in the body', change: { secretTransport: 'body' } },
    ])
    expect(fixesOfSample({ ...sample, settings: { ...ways, clientSecret: undefined } })).toEqual([])
  })

  it('[O18] a redirect to a path is one to a complete address', () => {
    const exchange = answered('token', 301, '', { headers: [['Location', '/token/']] })
    const sample: Sample = {
      exchange,
      code: 'oauth-unusable-answer',
      settings: { tokenEndpoint: 'https://id.example.test/token' },
    }
    expect(fixesOfSample(sample)).toEqual([
      { label: 'Use that URL', change: { tokenEndpoint: 'https://id.example.test/token/' } },
    ])
  })

  it.each([
    'The request you made is invalid',
    'Whitelabel Error Page',
    'Error 400: Bad Request',
    // Doorkeeper
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    // CAS
    'Application Not Authorized to Use CAS',
    // Better Auth, in the address of its page
    'request_not_supported – request object not supported',
  ])('[O18] a page that says "%s" is that of a provider which refuses the request', (words) => {
    const sample = samples['sign-in-refused-on-page'] ?? {}
    const message = `After the last action: the provider didn't redirect the browser back within 3 s. The page shows "${words}".`
    expect(diagnosisOf({ ...sample, message })?.situation).toBe('sign-in-refused-on-page')
    expect(diagnosisOf({ ...sample, code: 'oauth-login-timeout', message })?.situation).toBe('sign-in-refused-on-page')
  })

  it('[O18] takes nothing that a discovery document lists for the words of a refusal', () => {
    // As MITREid Connect 1.3 has it.
    const document = { require_request_uri_registration: false, code_challenge_methods_supported: ['plain', 'S256'] }
    const message = 'Use PAR is on, and the discovery document names no pushed_authorization_request_endpoint.'
    const found = diagnosisOf({ exchange: answered('discovery', 200, document), code: 'oauth-settings', message })
    expect(found?.situation).not.toBe('pkce-required')
  })

  it('[O18] says at a page with an error what discovery does not announce', () => {
    const sample = samples['sign-in-refused-on-page'] ?? {}
    const means = (document: object, settings: Sample['settings'] = {}): string | undefined =>
      diagnosisOf({ ...sample, settings, exchange: [answered('discovery', 200, document), ...[sample.exchange ?? []].flat()] })
        ?.means
    expect(means({ response_types_supported: ['code'] })).toContain(
      'the response types code, but the request has response_type=token',
    )
    expect(means({ response_types_supported: ['code', 'token'] })).not.toContain('response_type=')
    expect(means({ response_types_supported: ['token'] }, { useJar: true })).toContain('Use JAR')
    expect(means({ request_parameter_supported: false, response_types_supported: ['token'] }, { useJar: true })).toContain(
      'Use JAR',
    )
    expect(means({}, { useJar: true })).toContain('allow its algorithm for request objects')
    expect(means({})).not.toContain('request objects')
    // Keycloak 26 says no more to a request object that it does not take.
    const message =
      'Action 1, fill the field "Email": nothing that fits was visible. The page shows "t": it says "Invalid Request".'
    const bare = diagnosisOf({ ...sample, settings: { useJar: true }, message })
    expect(bare?.means).toMatch(/^Most likely fix first: register the public key for the client/)
    expect(means({ request_parameter_supported: true, response_types_supported: ['token'] }, { useJar: true })).not.toContain(
      'JAR',
    )
  })

  it('[O18] keeps what the step says about an unknown token type: it knows the type', () => {
    const { exchange, message = '' } = samples['token-type-unknown'] ?? {}
    const hint = 'In Apigee set RFCCompliantRequestResponse to true.'
    const found = diagnose([exchange ?? []].flat(), { code: 'oauth-unusable-answer', message, hint })
    expect(found?.means).toContain(hint)
  })

  it('[O18] says without settings what it can', () => {
    for (const sample of Object.values(samples)) {
      const all = sample.exchange === undefined ? [] : [sample.exchange].flat()
      expect(() => diagnose(all, { code: sample.code ?? refused, message: sample.message ?? '' })).not.toThrow()
    }
  })

  it('[O18] keeps silent about what it does not know', () => {
    expect(diagnose([], { code: 'variable-unknown', message: 'The variable host is not known.' })).toBeUndefined()
    expect(diagnose([refusedToken(418, { error: 'teapot' })], { code: refused, message: '' })).toBeUndefined()
  })

  it('[O18] offers no change that changes nothing', () => {
    const sample = samples['dpop-proof']
    expect(fixesOfSample({ ...sample, settings: { enableDpop: true } })).toHaveLength(1)
    expect(fixesOfSample({ ...samples['strict-refused'], settings: { strict: false } })).toEqual([])
  })

  it('[O18] a change is laid over the step, members of the key over the key', () => {
    expect(applyChange({ scope: 'a' }, { scope: 'b', strict: true })).toEqual({ scope: 'b', strict: true })
    expect(
      applyChange({ privateKeyJwt: { form: 'pem', audience: 'issuer' } }, { privateKeyJwt: { audience: 'token-endpoint' } }),
    ).toEqual({
      privateKeyJwt: { form: 'pem', audience: 'token-endpoint' },
    })
    expect(applyChange({}, { privateKeyJwt: { audience: 'issuer' } })).toEqual({})
  })
})
