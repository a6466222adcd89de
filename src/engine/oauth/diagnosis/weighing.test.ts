import { describe, expect, it } from 'vitest'
import type { Exchange } from '#engine/ports/index.ts'
import { diagnose, describeDiagnosis } from './diagnose.ts'
import { answered, calledBack, refusedToken, stepSettings } from './testing/messages.ts'
import type { StepSettings } from '../step-settings.ts'

/** How a failure is explained: the id of the cause, and the text of list, JUnit and log. */
function explained(exchanges: Exchange[], settings: Partial<StepSettings> = {}, failure = {}): { id: string; text: string } {
  const found = diagnose(exchanges, { code: 'oauth-refused', message: '', ...failure }, stepSettings(settings))
  return { id: found?.situation ?? '', text: found ? describeDiagnosis(found, false) : '' }
}

/** A scripted sign-in that stops on a page which shows these words. */
function stoppedAt(page: string, settings: Partial<StepSettings> = {}, before: Exchange[] = [], sent = {}) {
  const message = `After the last action: the provider didn't redirect the browser back within 3 s. The page shows ${page}.`
  const exchange = { ...calledBack({}, sent), response: undefined, error: { code: 'oauth-script', message } }
  return explained([...before, exchange], { grantType: 'AuthorizationCode', ...settings }, { code: 'oauth-script', message })
}

const discovery = (document: object): Exchange =>
  answered('discovery', 200, { issuer: 'https://id.example.test', ...document }, { id: 'exchange-0' })
const code = { grantType: 'AuthorizationCode' } as const

describe('what a page of the provider states', () => {
  it.each([
    // oidc-provider, Authlete, Connect2id
    ['par-required', '"Error": message "invalid_request: request_uri is required for this client_id"'],
    ['par-required', '"oops": message "Pushed Authorization Request must be used"'],
    ['jar-required', '"Error": message "invalid_request - request object is required"'],
    ['pkce-required', '"Error": message "invalid_request: this client_id requires PKCE"'],
    // Keycloak 26
    ['unknown-client', '"Sign in to shop": message "Client not found."; heading "We are sorry..."'],
    ['client-disabled', '"Sign in to shop": message "Client disabled."; heading "We are sorry..."'],
    ['wrong-redirect-uri', '"Sign in to shop": message "Invalid parameter: redirect_uri"; heading "We are sorry..."'],
    ['account-disabled', '"Sign in to shop": message "Account is disabled, contact your administrator."; fields "Password"'],
    ['password-change', '"Sign in to shop": heading "Update password"; fields "New Password", "Confirm password"'],
    ['one-time-code', '"Sign in to shop": message "Invalid authenticator code."; fields "One-time code"'],
    ['credentials-refused-on-page', '"Sign in to shop": message "Invalid username or password."; fields "Password"'],
  ])('[X12] %s: %s', (id, page) => {
    const found = stoppedAt(page)
    expect(found.id).toBe(id)
    expect(found.text).not.toMatch(/Change the script/)
  })

  it("[X12] a field or button named like an error isn't a statement", () => {
    expect(stoppedAt('"Sign in": heading "Sign in"; fields "Password"; buttons "Update password", "Account locked?"').id).toBe(
      'script-stopped',
    )
  })
})

describe('what is sent against what discovery lists', () => {
  const oldPage = '"Error": message "invalid_request"'
  it.each<[string, object, Partial<StepSettings>, Record<string, string>]>([
    ['par-required', { require_pushed_authorization_requests: true }, { usePar: false }, {}],
    ['jar-required', { require_signed_request_object: true }, { useJar: false }, {}],
    ['jar-not-supported', { response_types_supported: ['code'] }, { useJar: true }, {}],
    ['response-type', { response_types_supported: ['code'] }, { grantType: 'Implicit' }, { response_type: 'token' }],
  ])(
    '[X12] %s explains a sign-in that is refused without a reason: by code, on a page and with an empty response',
    (...given) => {
      const [id, document, settings, sent] = given
      const before = [discovery(document)]
      expect(explained([...before, calledBack({ error: 'invalid_request' }, sent)], { ...code, ...settings }).id).toBe(id)
      expect(stoppedAt(oldPage, settings, before, sent).id).toBe(id)
      const message = 'The login page: the page https://id.example.test/authorize responded with status 400 and no content.'
      const empty = { ...calledBack({}, sent), response: undefined, error: { code: 'oauth-script', message } }
      expect(explained([...before, empty], { ...code, ...settings }, { code: 'oauth-script', message }).id).toBe(id)
    },
  )

  it('[X12] invalid_request without a code challenge is PKCE where discovery announces it', () => {
    const refused = calledBack({ error: 'invalid_request' })
    const off = { ...code, requirePkce: false }
    expect(explained([discovery({ code_challenge_methods_supported: ['S256'] }), refused], off).id).toBe('pkce-required')
    expect(explained([discovery({}), refused], off).id).toBe('bad-request')
  })

  it("[X12] a grant that discovery lists isn't said to be missing, and one that it lacks isn't said to be forbidden", () => {
    const refused = (error: string) => refusedToken(400, { error })
    const listed = discovery({ grant_types_supported: ['client_credentials'] })
    const missing = discovery({ grant_types_supported: ['authorization_code'] })
    expect(explained([listed, refused('unsupported_grant_type')]).id).toBe('grant-not-allowed')
    expect(explained([missing, refused('unsupported_grant_type')]).id).toBe('grant-not-supported')
    expect(explained([missing, refused('unauthorized_client')]).id).toBe('grant-not-announced')
    expect(explained([listed, refused('unauthorized_client')]).id).toBe('grant-not-allowed')
    // The provider's own words outrank the document.
    const said = {
      error: 'unauthorized_client',
      error_description: "Grant type 'client_credentials' not allowed for the client.",
    }
    expect(explained([missing, refusedToken(403, said)]).id).toBe('grant-not-allowed')
  })

  it('[X12] a response type that discovery lists is the registration of the client', () => {
    const refused = calledBack({ error: 'unsupported_response_type' }, { response_type: 'token' })
    const implicit = { grantType: 'Implicit' } as const
    expect(explained([discovery({ response_types_supported: ['code', 'token'] }), refused], implicit).text).toMatch(
      /^The client isn't allowed .+ Discovery lists response_type=token/,
    )
    expect(explained([discovery({ response_types_supported: ['code'] }), refused], implicit).text).toMatch(
      /^The provider doesn't offer .+ Discovery lists the response types code, but/,
    )
  })

  it('[X12] invalid_request for a secret that travels otherwise than discovery lists', () => {
    const document = discovery({ token_endpoint_auth_methods_supported: ['client_secret_basic'] })
    expect(explained([document, refusedToken(400, { error: 'invalid_request' })]).id).toBe('secret-way-not-listed')
  })
})

describe('an empty error of the authorization endpoint', () => {
  it('[X12] names the Client ID and the redirect URI, not the script', () => {
    const message = 'The login page: the page https://id.example.test/authorize responded with status 400 and no content.'
    const empty = { ...calledBack({}), response: undefined, error: { code: 'oauth-script', message } }
    const { id, text } = explained([empty], code, { code: 'oauth-script', message })
    expect(id).toBe('sign-in-refused-on-page')
    expect(text).toMatch(/without a reason\. Most likely fix first: check the Client ID.+register the redirect URI https:/)
  })
})

describe('clocks', () => {
  const assertion = {
    clientAuthMethod: 'ClientAssertion',
    clientSecret: undefined,
    privateKeyJwt: { audience: 'issuer' },
  } as const
  const sent = { client_assertion: '‹client_assertion›' }
  it.each([
    ['invalid_client', 'Token was issued in the future'],
    ['invalid_request', 'JWT was issued in the future'],
    ['invalid_client', 'assertion is not yet valid'],
  ])('[X12] %s: "%s" is the clock, also without a Date header', (error, error_description) => {
    const found = explained([refusedToken(400, { error, error_description }, { sent })], assertion)
    expect(found.id).toBe('assertion-clock')
    expect(found.text).toMatch(/Synchronize this machine's clock \(NTP\): it is ahead/)
  })

  it('[X12] a DPoP proof from the future too', () => {
    const said = { error: 'invalid_dpop_proof', error_description: 'DPoP proof was issued in the future' }
    expect(explained([refusedToken(400, said)], { enableDpop: true }).text).toMatch(/Synchronize this machine's clock \(NTP\)/)
  })
})

describe('a port that uses TLS', () => {
  it.each([
    'Client sent an HTTP request to an HTTPS server.\n',
    '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>',
    "<h1>Bad Request</h1><p>Reason: You're speaking plain HTTP to an SSL-enabled server port.</p>",
    'Bad Request\r\nThis combination of host and port requires TLS.\r\n',
  ])('[X12] is named by its response to http: %s', (body) => {
    for (const purpose of ['discovery', 'token'] as const)
      expect(explained([answered(purpose, 400, body)], {}, { code: 'oauth-unusable-answer' }).id).toBe('http-on-tls-port')
  })
})

describe('one sentence for two causes', () => {
  const sentence = 'Invalid client or Invalid client credentials'
  it('[X12] is told apart by the code: Keycloak', () => {
    const told = (error: string, more = {}) =>
      explained([refusedToken(401, { error, error_description: sentence }, { basic: true })], { secretTransport: 'basic' }, more)
        .id
    expect(told('invalid_client')).toBe('unknown-client')
    expect(told('unauthorized_client')).toBe('secret-refused')
    // A secret with a colon can't hide that the client is unknown.
    expect(told('invalid_client', { escapes: true })).toBe('unknown-client')
  })
})

describe('thin evidence', () => {
  it('[X12] says that it is thin, and lists what else to check', () => {
    const { text } = explained([refusedToken(401, { error: 'invalid_client' })])
    expect(text).toMatch(
      /^The provider rejected the client's secret\. Check the Client Secret first: .+ The response doesn't give the cause\. If that doesn't help, check the Client ID .+; or change how the secret is sent: it was sent in the body;/,
    )
    const named = { error: 'invalid_client', error_description: 'Invalid client secret' }
    expect(explained([refusedToken(401, named)]).text).not.toMatch(/give the cause/)
  })

  it('[X12] a secret that encoding changes is not blamed alone: the client may be unknown', () => {
    const refused = refusedToken(401, { error: 'invalid_client' }, { basic: true })
    const { id, text } = explained([refused], { secretTransport: 'basic' }, { escapes: true })
    expect(id).toBe('basic-not-decoded')
    expect(text).toMatch(/If that doesn't help, check the Client ID/)
  })

  it("[X12] the standard's own sentence isn't taken for a provider that accepted the client", () => {
    const sentence =
      'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'
    const told = (error_description: string) =>
      explained([refusedToken(400, { error: 'invalid_grant', error_description }, { sent: { grant_type: 'password' } })], {
        grantType: 'ResourceOwnerPassword',
      }).text
    expect(told(sentence)).not.toMatch(/accepted the client/)
    expect(told(sentence)).toMatch(/The response doesn't give the cause/)
    expect(told('Invalid user credentials')).toMatch(/accepted the client/)
  })
})

describe('a sentence of one make', () => {
  it.each([
    ['unknown-client', 400, { error: 'invalid_client_id', error_description: 'client identifier invalid' }],
    [
      'unknown-client',
      500,
      { fault: { faultstring: 'Invalid client identifier', detail: { errorcode: 'oauth.v2.InvalidClientIdentifier' } } },
    ],
    ['client-disabled', 400, { error: 'inactive_org', error_description: 'this organization is inactive' }],
    ['keycloak-realm', 404, { code: 404, message: 'Invalid realm, shopx' }],
    ['https-required', 403, { error: 'invalid_request', error_description: 'HTTPS required' }],
    [
      'grant-not-allowed',
      400,
      { error: 'invalid_grant', error_description: "The requested OAuth 2.0 Client does not have the 'password' grant." },
    ],
    ['token-endpoint-not-found', 404, { error: 'HTTP 404 Not Found' }],
  ])('[X12] %s: %i %j', (id, status, body) => {
    expect(explained([refusedToken(status, body)]).id).toBe(id)
  })

  it.each([
    ['account-disabled', 'Account disabled'],
    ['account-locked', 'Account temporarily locked'],
    ['account-unfinished', 'Account is not fully set up'],
    ['password-change', 'User credentials have expired'],
  ])('[X12] %s at the token endpoint: %s', (id, error_description) => {
    const refused = refusedToken(400, { error: 'invalid_grant', error_description }, { sent: { grant_type: 'password' } })
    expect(explained([refused], { grantType: 'ResourceOwnerPassword' }).id).toBe(id)
  })
})

describe('the whole page', () => {
  const page = (tree: string): Exchange => ({
    ...answered('login-page', 0, tree),
    response: { status: 0, statusText: 'Sign in', headers: [], text: tree },
  })
  it.each([
    [
      'consent-required',
      '- heading "Grant Access" [level=1]\n- paragraph: "orders-tests would like to:"\n- button "Grant Access"',
    ],
    ['par-required', '- heading "We are sorry..." [level=1]\n- paragraph: Pushed Authorization Request is only allowed.'],
    ['wrong-redirect-uri', '- heading "Bad Request" [level=1]\n- paragraph: Unregistered redirect_uri.'],
    ['user-not-assigned', '- paragraph: You are not a member of any of the required groups to authenticate.'],
    ['second-factor', '- heading "Sign in" [level=1]\n- textbox "One-time code"\n- button "Sign In"'],
    [
      'sign-in-shown-again',
      '- heading "Sign in" [level=1]\n- link "Account locked?"\n- button "Update password"\n- textbox "Password"',
    ],
  ])('[X12] %s: what it says besides errors is evidence too', (id, tree) => {
    expect(stoppedAt('"Sign in": heading "Sign in"', {}, [page(tree)]).id).toBe(id)
  })
})

describe('a redirect of an endpoint', () => {
  it.each([
    ['gateway-login', 'https://sso.example.test/oauth2/start?rd=%2Ftoken'],
    ['endpoint-signs-in', 'https://id.example.test/login'],
    ['endpoint-redirects', 'https://id.example.test/token/'],
  ])('[X12] %s: to %s', (id, location) => {
    const redirected = answered('token', 302, '', { headers: [['location', location]] })
    expect(explained([redirected], {}, { code: 'oauth-unusable-answer' }).id).toBe(id)
  })
})

describe('specific codes of the standards', () => {
  it.each([
    ['RFC 6749', 'access_denied unsupported_response_type invalid_scope server_error temporarily_unavailable invalid_grant'],
    [
      'RFC 6750, 7009, 7591',
      'invalid_token insufficient_scope unsupported_token_type invalid_redirect_uri invalid_client_metadata',
    ],
    ['RFC 8628, 8707, 9396, 9470', 'expired_token invalid_target invalid_authorization_details insufficient_user_authentication'],
    [
      'RFC 9101, 9126, 9449',
      'invalid_request_uri invalid_request_object request_not_supported invalid_dpop_proof use_dpop_nonce',
    ],
    [
      'OpenID Connect',
      'interaction_required login_required consent_required registration_not_supported unsupported_response_mode',
    ],
    ['CIBA', 'expired_login_hint_token unknown_user_id missing_user_code invalid_binding_message transaction_failed'],
  ])('[X12] %s: %s are explained, and never by the client secret, whatever the status', (_standard, codes) => {
    for (const error of codes.split(' '))
      for (const status of [400, 401, 403]) {
        const { id, text } = explained([refusedToken(status, { error })])
        expect(id, error).not.toMatch(/^$|^secret|client$/)
        expect(text, error).not.toMatch(/Client Secret/)
      }
  })
})

describe('a page that is only an error response', () => {
  const json = (error: string, error_description: string) => `"": message "${JSON.stringify({ error, error_description })}"`
  it.each([
    // oauth2-server, oauth2orize, pyop
    ['unknown-client', json('invalid_client', 'Invalid client: client credentials are invalid')],
    ['response-type', json('unsupported_grant_type', 'Invalid response type: id_token token')],
    ['sign-in-refused-on-page', '"Error": heading "AuthorizationError: Unauthorized client"'],
    ['authorization-not-found', '"Error": message "Cannot GET /auth"'],
    ['credentials-refused-on-page', '"Sign in": message "Please enter the correct username and password."'],
    ['consent-required', '"Authorize": heading "Authorize orders?"'],
  ])('[X12] %s: %s', (id, page) => {
    expect(stoppedAt(page, {}, [], { response_type: 'code' }).id).toBe(id)
  })

  it('[X12] a page that names nothing is the response type where discovery lacks it', () => {
    const document = discovery({ response_types_supported: ['code'] })
    expect(stoppedAt('"Welcome": heading "Welcome"', { grantType: 'Implicit' }, [document], { response_type: 'token' }).id).toBe(
      'response-type',
    )
  })

  it('[X12] a provider that fails at a grant which discovery lacks is explained by the grant', () => {
    const document = discovery({ grant_types_supported: ['authorization_code'] })
    expect(explained([document, refusedToken(500, 'Internal Server Error')]).id).toBe('grant-not-announced')
  })

  it('[X12] 401 without JSON leaves the client open, and a sentence for a disabled client says so', () => {
    expect(explained([refusedToken(401, 'Unauthorized')]).text).toMatch(/If that doesn't help, check the Client ID/)
    const said = { error: 'invalid_client', error_description: 'Invalid client or Invalid client credentials' }
    expect(explained([refusedToken(401, said)]).text).toMatch(/A disabled client gets the same response\./)
  })
})

describe('what real providers respond with', () => {
  const spent = { grant_type: 'authorization_code', code: '‹code›', code_verifier: '‹v›' }
  const onPage = (text: string): string => `"http://id.example.test/authorize": message ${JSON.stringify(text)}`
  it.each([
    // python-oauth2, aioauth, FastMCP
    ['response-type', onPage('{"error": "unsupported_response_type", "error_description": "Grant not supported"}')],
    ['unknown-client', onPage('{"error":"invalid_client","description":"Invalid client_id parameter value.","error_uri":""}')],
    ['scope-refused-on-page', onPage('{"error":"invalid_scope","description":"","error_uri":""}')],
    ['unknown-client', onPage('{"error":"invalid_request","error_description":"Client ID \'order\' not found"}')],
    // Spring Security OAuth
    ['unknown-client', '"": message "error="invalid_client", error_description="Bad client credentials"; heading "OAuth Error"'],
    [
      'grant-not-allowed',
      '"": message "error="invalid_grant", error_description="A redirect_uri can only be used by implicit or authorization_code grant types."; heading "OAuth Error"',
    ],
    ['consent-required', '"http://id.example.test/authorize": heading "OAuth Approval"'],
    // a12n-server
    [
      'unknown-client',
      String.raw`"/authorize": message "\"error\": \"invalid_client\",", "\"error_description\": \"Client id incorrect\""`,
    ],
    [
      'grant-not-allowed',
      String.raw`"/authorize": message "\"error\": \"unsupported_grant_type\",", "\"error_description\": \"The current client is not allowed to use the authorization_code grant_type\""`,
    ],
    ['authorization-not-found', '"No handler for this request - a12n-server": heading "No handler for this request a12n-server"'],
    // oxide-auth, for an unknown client and for a redirect URI
    ['sign-in-refused-on-page', onPage('Endpoint, OAuthError: Request should be silently denied')],
    // Starlette, Express, Spring Boot, Rack
    ['authorization-not-found', onPage('Not Found')],
    ['authorization-not-found', onPage('There was an unexpected error (type=Not Found, status=404).')],
    ['authorization-not-found', '"http://id.example.test/authorize": heading "404"'],
    ['server-error', '"Internal Server Error": heading "Internal Server Error"'],
  ])('[X12] %s on a page: %s', (id, page) => {
    expect(stoppedAt(page).id).toBe(id)
  })

  it.each([
    ['python-oauth2', 'invalid_client', 'Unable to authenticate resource owner'],
    ['oauth20-provider', 'invalid_client', 'Wrong user password provided'],
    ['oauth20-provider', 'invalid_client', 'User not found'],
    ['aioauth', 'invalid_request', 'Invalid credentials given.'],
  ])('[X12] an account that %s rejects with %s is not the client: %s', (_make, error, description) => {
    const refusal = refusedToken(400, { error, error_description: description }, { sent: { grant_type: 'password' } })
    expect(explained([refusal], { grantType: 'ResourceOwnerPassword' }).id).toBe('password-refused')
  })

  it('[X12] one sentence for an unknown client and a wrong secret lists both: aioauth, python-oauth2', () => {
    const sentence = { error: 'invalid_client', error_description: 'Invalid client_id parameter value.' }
    expect(explained([refusedToken(400, sentence, { sent: { client_secret: '‹s›' } })]).text).toMatch(/check the Client Secret/)
    expect(stoppedAt(onPage('{"error": "invalid_redirect_uri", "error_description": "Invalid redirect URI"}')).text).toMatch(
      /check the Client ID/,
    )
  })

  it('[X12] an endpoint that redirects to a sign-in may have rejected the client: Spring Boot', () => {
    const redirect = answered('token', 302, '', { headers: [['Location', 'https://id.example.test/login']] })
    expect(explained([redirect]).text).toMatch(/check the Client ID, the Client Secret/)
  })

  it('[X12] the sentence of draft 10 names no cause: rack-oauth2', () => {
    const sentence =
      'The provided access grant is invalid, expired, or revoked (e.g. invalid assertion, expired authorization token, bad end-user password credentials, or mismatching authorization code and redirection URI).'
    const refusal = (sent: object) =>
      refusedToken(400, { error: 'invalid_grant', error_description: sentence }, { sent: { ...sent } })
    expect(explained([refusal({ grant_type: 'authorization_code', code: '‹c›' })], code).id).toBe('code-refused')
    expect(explained([refusal({ grant_type: 'password' })]).text).not.toMatch(/accepted the client/)
  })

  it.each<[string, string, number, string | object, Record<string, string>]>([
    ['hashicorp/cap', 'pkce-verifier', 401, { error: 'invalid_verifier', error_description: 'unexpected verifier' }, spent],
    [
      'hashicorp/cap',
      'wrong-redirect-uri',
      400,
      { error: 'invalid_request', error_description: 'redirect_uri is not allowed' },
      spent,
    ],
    [
      'a12n-server',
      'code-refused',
      400,
      { error: 'invalid_request', error_description: 'The supplied code was not recognized' },
      spent,
    ],
    ['hashicorp/cap', 'grant-not-supported', 400, { error: 'invalid_request', error_description: 'bad grant_type' }, {}],
    [
      'ejabberd',
      'scope-not-allowed',
      400,
      { error: 'invalid_grant', error_description: 'Invalid scope' },
      { grant_type: 'password' },
    ],
    ['ejabberd', 'account-or-client', 401, '<html><body><h1>401 Unauthorized</h1></body></html>', { grant_type: 'password' }],
    ['a server', 'secret-refused', 401, '<html><body><h1>401 Unauthorized</h1></body></html>', {}],
  ])('[X12] %s: %s', (_make, id, status, body, sent) => {
    expect(explained([refusedToken(status, body, { sent })]).id).toBe(id)
  })

  it('[X12] a sign-in that ends with a redirect may be for the password: hashicorp/cap', () => {
    const refusal = calledBack({ error: 'access_denied', error_description: 'invalid password' })
    expect(explained([refusal], code).id).toBe('credentials-refused-on-page')
  })

  it('[X12] an ignored secret was sent the wrong way: a12n-server', () => {
    const sentence = 'A secret must be specified when using the client_credentials grant'
    expect(explained([refusedToken(400, { error: 'invalid_request', error_description: sentence })]).id).toBe('secret-method')
  })

  it('[X12] a grant that discovery omits is not one that the client lacks: a12n-server', () => {
    const sentence = 'The current client is not allowed to use the password grant_type'
    const refusal = refusedToken(
      400,
      { error: 'unsupported_grant_type', error_description: sentence },
      { sent: { grant_type: 'password' } },
    )
    expect(explained([discovery({ grant_types_supported: ['client_credentials'] }), refusal]).id).toBe('grant-not-supported')
    expect(explained([refusal]).id).toBe('grant-not-allowed')
  })

  it('[X12] an endpoint that only takes access tokens is no token endpoint: a12n-server', () => {
    const refusal = refusedToken(401, { title: 'Only Bearer authentication is currently supported', status: 401 })
    expect(explained([refusal]).id).toBe('token-endpoint-not-found')
  })

  it('[X12] a sign-in form that is shown again without a reason: a12n-server', () => {
    const message = `After the last action: the provider didn't redirect the browser back within 10 s. The page shows "Login".`
    const exchange = { ...calledBack({}), response: undefined, error: { code: 'oauth-script', message } }
    const page = answered('login-page', 200, '- heading "Login" [level=1]\n- textbox "Email"\n- textbox "Password"')
    expect(explained([page, exchange], code, { code: 'oauth-script', message }).id).toBe('sign-in-shown-again')
  })

  it('[X12] a token endpoint that lacks a response type is the authorization endpoint: aioauth', () => {
    const refusal = refusedToken(400, { error: 'invalid_request', description: 'Missing response_type parameter.' })
    expect(explained([refusal]).id).toBe('token-endpoint-not-found')
  })
})

describe('further grants at Keycloak 26', () => {
  const exchange = { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: '‹subject_token›' }
  it.each([
    ['exchange-target', 'invalid_client', 'Audience not found', exchange],
    ['exchange-target', 'invalid_request', 'Requested audience not available: stock', exchange],
    ['exchange-type', 'invalid_request', "Parameter 'subject_token' supports access tokens only", exchange],
    ['exchange-audience', 'access_denied', 'Client is not within the token audience', exchange],
    ['exchange-not-allowed', 'invalid_request', 'Standard token exchange is not enabled for the requested client', exchange],
    ['secret-refused', 'unauthorized_client', 'Invalid client or Invalid client credentials', exchange],
  ])('[X12] %s: %s, %s', (id, error, error_description, sent) => {
    expect(explained([refusedToken(400, { error, error_description }, { sent })]).id).toBe(id)
  })

  it.each([
    ['ciba-user-unknown', 400, 'invalid_request', 'invalid user'],
    ['grant-not-allowed', 400, 'invalid_grant', 'Client not allowed OIDC CIBA Grant'],
    ['openid-missing', 400, 'invalid_request', 'missing parameter : scope'],
    ['ciba-failed', 503, 'server_error', 'Failed to send authentication request'],
  ])('[X12] %s: %d %s, %s', (id, status, error, error_description) => {
    expect(explained([answered('backchannel-authentication', status, { error, error_description })]).id).toBe(id)
  })
})

describe('JWT Bearer at Authlib 1.9', () => {
  const sent = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: '‹assertion›' }
  it.each([
    ['bearer-issuer', 'invalid_grant', 'The client does not exist on this server.'],
    ['bearer-issuer', 'invalid_grant', "Invalid claim: 'iss'"],
    ['bearer-subject', 'invalid_grant', "Invalid 'sub' value in assertion"],
    ['bearer-subject', 'invalid_client', 'Client has no permission to access user data'],
    ['bearer-audience', 'invalid_grant', "Invalid claim: 'aud'"],
    ['bearer-key', 'invalid_grant', "Algorithm 'ES256' requires 'EC' key"],
    ['bearer-time', 'invalid_grant', 'The token is expired'],
    ['bearer-clock', 'invalid_grant', 'The token is not yet valid'],
    ['bearer-malformed', 'invalid_grant', 'Invalid JWT assertion.'],
    ['grant-not-allowed', 'unauthorized_client', `The client is not authorized to use 'grant_type=${sent.grant_type}'`],
  ])('[X12] %s: %s, %s', (id, error, error_description) => {
    expect(explained([refusedToken(400, { error, error_description }, { sent })]).id).toBe(id)
  })
})
