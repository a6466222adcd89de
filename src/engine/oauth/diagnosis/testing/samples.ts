import { nobodySignsIn } from '#engine/ports/login/login-texts.ts'
// Long, because it is a table: one response of a real provider for each situation.
import type { Exchange } from '#engine/ports/index.ts'
import type { EditedField, StepPatch, StepSettings } from '../../step-settings.ts'
import { answered, calledBack, refusedToken, unanswered } from './messages.ts'

/** A failure that is known, with the changes that must be offered for it. */
export interface Sample {
  exchange?: Exchange | Exchange[]
  code?: string
  message?: string
  hint?: string
  settings?: Partial<StepSettings>
  /** The Client ID or secret contains characters that form-encoding changes. */
  escapes?: boolean
  /** The changes, and fields to edit, that must be offered, in this order. */
  fixes?: (StepPatch | EditedField)[]
}

/** The code of a failure that the provider stated. */
export const refused = 'oauth-refused'
const code = { grant_type: 'authorization_code', code: '‹code›', redirect_uri: 'https://assay.test/oauth/callback.html' }
const assertion = { clientAuthMethod: 'ClientAssertion', clientSecret: undefined } as const
const asserted = (error: object): Sample => ({
  exchange: refusedToken(401, error, { sent: { client_assertion: '‹client_assertion›' } }),
  settings: { ...assertion, privateKeyJwt: { audience: 'issuer' } },
})
const entra = (number: string, error: string, text: string, grant = 'client_credentials'): Exchange =>
  refusedToken(
    error === 'invalid_client' ? 401 : 400,
    {
      error,
      error_description: `AADSTS${number}: ${text} Trace ID: 0b0e6b3c-2a33-4b8a-9a3e-5d2f1c7e0100 Correlation ID: 4c6d Timestamp: 2026-11-21 04:00:00Z`,
      error_codes: [Number(number)],
      error_uri: `https://login.microsoftonline.com/error?code=${number}`,
    },
    { url: 'https://login.microsoftonline.com/9b2c/oauth2/v2.0/token', sent: { grant_type: grant } },
  )
const idToken = (
  message: string,
  settings: Partial<StepSettings> = {},
  claims = '{"iss":"https://id.example.test/"}',
): Sample => ({
  exchange: [
    answered('discovery', 200, { issuer: 'https://id.example.test', scopes_supported: ['openid'] }, { id: 'exchange-0' }),
    answered('token', 200, { id_token: '‹id_token›' }, { tokens: [{ name: 'id_token', header: '{"alg":"RS256"}', claims }] }),
  ],
  code: 'oauth-id-token',
  message: `The ID token is invalid: ${message}.`,
  settings,
})
const dead = (cause: string): Sample => ({
  exchange: unanswered('http-unreachable', "https://id.example.test can't be reached.", cause),
  code: 'http-unreachable',
})
const cors = (url: string): Sample => ({
  exchange: unanswered(
    'http-cors',
    `${url} responds, but doesn't allow pages from https://assay.test to read the response (CORS).`,
    'TypeError: Failed to fetch',
    url,
  ),
  code: 'http-cors',
})
const api = (status: number, challenge: string, scheme?: string): Sample => {
  const exchange = answered('request', status, '', { headers: [['WWW-Authenticate', challenge]] })
  const sent: [string, string][] = scheme === undefined ? [] : [['authorization', `${scheme} ‹token›`]]
  return { exchange: { ...exchange, request: { ...exchange.request, headers: sent } }, code: '' }
}

/** A sign-in that stops at JSON, as idpyoidc answers what it can't send back. */
const stopped = (
  said: string,
  settings: Partial<StepSettings>,
  sent: Record<string, string>,
  fixes: Sample['fixes'],
): Sample => ({
  exchange: {
    ...calledBack({}, sent),
    response: undefined,
    error: { code: 'oauth-script', message: "After the last action: the provider didn't redirect the browser back within 3 s." },
  },
  code: 'oauth-script',
  message: `After the last action: the provider didn't redirect the browser back within 3 s. The page shows "https://id.example.test/authorization": it says "{"error": "invalid_request", "error_description": "${said}"}".`,
  settings,
  ...(fixes ? { fixes } : {}),
})

/** A scripted sign-in that ended on a page. */
const onPage = (page: string, settings: Partial<StepSettings> = {}): Sample => ({
  exchange: { ...calledBack({}), response: undefined, error: { code: 'oauth-script', message: 'The script stopped.' } },
  code: 'oauth-script',
  message: `After the last action: the provider didn't redirect the browser back within 3 s. The page shows ${page}.`,
  settings,
})

/** An assertion of JWT Bearer that was rejected. */
const bearer = (error: string, description: string, status = 400, fixes?: Sample['fixes']): Sample => ({
  exchange: refusedToken(
    status,
    { error, error_description: description },
    { sent: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: '‹assertion›' } },
  ),
  settings: { grantType: 'JwtBearer', jwtBearer: { audience: 'token-endpoint' } },
  ...(fixes ? { fixes } : {}),
})

/** A token to exchange that was rejected. */
const exchanged = (error: string, description: string, sent: Record<string, string> = {}): Sample => ({
  exchange: refusedToken(
    400,
    { error, error_description: description },
    { sent: { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: '‹subject_token›', ...sent } },
  ),
  settings: { grantType: 'TokenExchange' },
})

/** By id of the cause. */
export const samples: Record<string, Sample> = {
  'registration-token-missing': { exchange: answered('registration', 401, { error: 'invalid_token' }) },
  'registration-token-refused': {
    exchange: {
      ...answered('registration', 401, { error: 'invalid_token', error_description: 'Failed decode token' }),
      request: {
        method: 'POST',
        url: 'https://id.example.test/reg',
        headers: [['authorization', 'Bearer ‹initial_access_token›']],
      },
    },
  },
  'registration-gone': {
    exchange: {
      ...answered('registration', 401, ''),
      request: { method: 'DELETE', url: 'https://id.example.test/reg/c', headers: [] },
    },
  },
  'registration-redirect-uri': { exchange: answered('registration', 400, { error: 'invalid_redirect_uri' }) },
  // Keycloak 26
  'exchange-target': exchanged('invalid_client', 'Audience not found'),
  'exchange-audience': exchanged('access_denied', 'Client is not within the token audience'),
  'exchange-type': exchanged('invalid_request', 'requested_token_type unsupported'),
  'exchange-not-allowed': exchanged('invalid_request', 'Standard token exchange is not enabled for the requested client'),
  'actor-token-refused': exchanged('invalid_request', 'Invalid actor_token', { actor_token: '‹actor_token›' }),
  'subject-token-refused': exchanged('invalid_request', 'Invalid token'),
  'bearer-clock': bearer('invalid_grant', 'Token issued in the future'),
  // Google
  'bearer-time': bearer(
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
  ),
  // Salesforce
  'bearer-audience': bearer('invalid_grant', 'audience is invalid', 400, [{ jwtBearer: { audience: 'issuer' } }]),
  'bearer-replayed': bearer('invalid_grant', 'Token reuse detected: jti was used before'),
  // Google
  'bearer-key': bearer('invalid_grant', 'Invalid JWT Signature.'),
  // Salesforce
  'bearer-subject': bearer('invalid_grant', "user hasn't approved this consumer"),
  // Google
  'bearer-issuer': bearer('invalid_grant', 'Invalid grant: account not found'),
  // Authlib
  'bearer-malformed': bearer('invalid_grant', 'Invalid JWT assertion.'),
  'bearer-refused': bearer('invalid_grant', '', 400, [{ jwtBearer: { audience: 'issuer' } }]),
  'cors-discovery': {
    exchange: {
      ...unanswered('http-cors', 'answers, but is not allowed to be read (CORS).', 'TypeError: Failed to fetch'),
      purpose: 'discovery',
    },
    code: 'http-cors',
    settings: { discoveryEndpoint: 'https://sso.example.test/auth/realms/shop/.well-known/openid-configuration' },
    fixes: [{ discoveryEndpoint: 'https://sso.example.test/realms/shop/.well-known/openid-configuration' }],
  },
  'cors-companion': {
    ...cors('http://localhost:8080/realms/shop/protocol/openid-connect/token'),
    hint: "Add this page's origin to the allowed origins (or web origins) in the provider's client settings. Allow the companion to reach localhost for this project (Companion in the top bar), then run again.",
  },
  // Go's net/http
  'http-on-tls-port': {
    exchange: answered('discovery', 400, 'Client sent an HTTP request to an HTTPS server.', {
      url: 'http://id.example.test:8443/',
    }),
    code: 'oauth-unusable-answer',
    settings: { discoveryEndpoint: 'http://id.example.test:8443' },
    fixes: [{ discoveryEndpoint: 'https://id.example.test:8443' }],
  },
  'cors-keycloak': cors('https://sso.example.test/realms/shop/protocol/openid-connect/token'),
  'cors-entra': cors('https://login.microsoftonline.com/9b2c/oauth2/v2.0/token'),
  'cors-okta': cors('https://dev-123.okta.com/oauth2/default/v1/token'),
  'cors-auth0': cors('https://shop.eu.auth0.com/oauth/token'),
  cors: cors('https://id.example.test/token'),
  proxy: dead("The proxy http://127.0.0.1:3128 for id.example.test can't be reached. connect ECONNREFUSED 127.0.0.1:3128"),
  'tls-expired': dead('certificate has expired (CERT_HAS_EXPIRED)'),
  'tls-wrong-host': dead("Hostname/IP does not match certificate's altnames: ERR_TLS_CERT_ALTNAME_INVALID"),
  'tls-self-signed': dead('self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)'),
  'tls-protocol': dead('write EPROTO 00A8: error:0A00010B:SSL routines:ssl3_get_record:wrong version number'),
  'unknown-host': dead('getaddrinfo ENOTFOUND id.example.test'),
  'connection-refused': dead('connect ECONNREFUSED 127.0.0.1:4011'),
  'connection-closed': {
    exchange: unanswered(
      'http-unreachable',
      "http://127.0.0.1:9443 can't be reached.",
      'the connection was closed before the response (UND_ERR_SOCKET)',
      'http://127.0.0.1:9443/.well-known/openid-configuration',
    ),
    code: 'http-unreachable',
    settings: { discoveryEndpoint: 'http://127.0.0.1:9443/.well-known/openid-configuration' },
    fixes: [{ discoveryEndpoint: 'https://127.0.0.1:9443/.well-known/openid-configuration' }],
  },
  unreachable: dead('TypeError: Failed to fetch'),
  'http-not-allowed': {
    code: 'http-blocked',
    message: 'Token Endpoint: http://id.example.test/token is http:, so anyone on the network could read it. Nothing was sent.',
    settings: { tokenEndpoint: 'http://id.example.test/token' },
    fixes: [{ tokenEndpoint: 'https://id.example.test/token' }],
  },
  'mixed-content': {
    code: 'http-blocked',
    message: "http://id.example.test/token is http:, which a page opened over https: can't call.",
  },
  'local-network': {
    code: 'http-blocked',
    message: 'The browser blocked access to http://127.0.0.1:4011 on this machine or network.',
  },
  'no-answer-in-time': { exchange: unanswered('http-timeout', 'no complete response within 30 s.'), code: 'http-timeout' },
  'device-not-approved': {
    exchange: [
      answered('device-authorization', 200, { user_code: 'WDJB-MJHT', expires_in: 600 }, { id: 'exchange-0' }),
      refusedToken(400, { error: 'slow_down' }),
    ],
    code: 'oauth-login-timeout',
    message: "The device wasn't approved within Login Timeout.",
    fixes: [{ loginTimeout: 600 }],
  },
  'no-callback': {
    exchange: unanswered(
      'oauth-login-timeout',
      "The sign-in didn't finish within 120 s: no callback received. Authorization URL:",
    ),
    code: 'oauth-login-timeout',
    fixes: [{ loginTimeout: 600 }],
  },
  'sign-in-refused-on-page': {
    exchange: {
      ...calledBack({}, { response_type: 'token' }),
      response: undefined,
      error: {
        code: 'oauth-script',
        message: "After the last action: the provider didn't redirect the browser back within 3 s.",
      },
    },
    code: 'oauth-script',
    message:
      'After the last action: the provider didn\'t redirect the browser back within 3 s. The page shows "https://id.example.test/error": it says "There was an unexpected error (type=None, status=999)."; heading "Whitelabel Error Page".',
  },
  'credentials-refused-on-page': {
    exchange: {
      ...calledBack({}),
      response: undefined,
      error: {
        code: 'oauth-script',
        message: "After the last action: the provider didn't redirect the browser back within 3 s.",
      },
    },
    code: 'oauth-script',
    // Cloud Foundry's UAA 4.30
    message:
      'After the last action: the provider didn\'t redirect the browser back within 3 s. The page shows "Cloud Foundry": it says "Unable to verify email or password. Please try again."; heading "Welcome!"; fields "Email", "Password"; buttons "Sign in", "Create account", "Reset password".',
  },
  'scope-refused-on-page': {
    exchange: {
      ...calledBack({}, { scope: 'openid bogus' }),
      response: undefined,
      error: {
        code: 'oauth-script',
        message: "After the last action: the provider didn't redirect the browser back within 3 s.",
      },
    },
    code: 'oauth-script',
    message:
      'After the last action: the provider didn\'t redirect the browser back within 3 s. The page shows "OAuth authorization required": it says "The requested scope is invalid, unknown, or malformed."; heading "An error has occurred".',
    fixes: ['scope'],
  },
  'offline-without-consent': stopped('consent in prompt', {}, { scope: 'openid offline_access' }, [
    { additionalParameters: [{ name: 'prompt', value: 'consent' }] },
  ]),
  'parameters-beside-request': stopped("Missing required attribute 'response_type'", { usePar: true }, {}, [{ usePar: false }]),
  // Keycloak 26
  'account-disabled': onPage(
    '"Sign in to shop": message "Account is disabled, contact your administrator."; heading "Sign in to your account"',
  ),
  captcha: {
    ...onPage('"Sign in": heading "Verify you are human"'),
    message:
      'Action 1, fill the field "Email": no matching element was visible within 1 s. The page shows a captcha. The page shows "Sign in": heading "Verify you are human".',
  },
  'account-locked': onPage('"Log in": message "Your account has been locked due to too many failed attempts."'),
  'password-change': onPage('"Sign in to shop": message "You need to change your password."; heading "Update password"'),
  'account-unfinished': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant', error_description: 'Account is not fully set up' },
      { sent: { grant_type: 'password' } },
    ),
  },
  // Express
  'authorization-not-found': onPage('"Error": message "Cannot GET /auth"'),
  'second-factor': onPage('"Sign in to your account": heading "Verify your identity"'),
  'one-time-code': onPage(
    '"Sign in to shop": message "Invalid authenticator code."; heading "Sign in to your account"; fields "One-time code"',
  ),
  'user-code': {
    ...onPage(
      '"Sign in to shop": message "Invalid code, please try again."; heading "Device Login"; fields "Enter the code provided by your device and click Submit"',
    ),
    exchange: answered('device-authorization', 200, { user_code: 'WDJB-MJHT', expires_in: 600 }),
  },
  'page-empty': {
    ...onPage(''),
    message: "After the last action: the provider didn't redirect the browser back within 10 s. The page is empty.",
  },
  'sign-in-shown-again': {
    ...onPage('"Login": heading "Login"; fields "Email", "Password"'),
    exchange: [
      answered('login-page', 200, '- heading "Login" [level=1]\n- textbox "Email"\n- textbox "Password"', { id: 'exchange-0' }),
      calledBack({}),
    ],
  },
  'script-stopped': onPage('"Sign in": heading "Choose an account"; buttons "Anna", "Use another account"'),
  'no-browser': { code: 'oauth-no-browser', message: nobodySignsIn().message },

  'aadsts-50020': {
    exchange: entra(
      '50020',
      'invalid_grant',
      "User account 'ann@example.test' from identity provider 'live.com' does not exist in tenant 'Shop' and cannot access the application '1f0b' in that tenant.",
    ),
  },
  'aadsts-50194': {
    exchange: entra(
      '50194',
      'invalid_request',
      "Application '1f0b'(orders) is not configured as a multi-tenant application. Usage of the /common endpoint is not supported for such apps created after '10/15/2018'.",
    ),
  },
  'aadsts-7000215': {
    exchange: entra(
      '7000215',
      'invalid_client',
      "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '1f0b'.",
    ),
  },
  'aadsts-7000222': {
    exchange: entra('7000222', 'invalid_client', "The provided client secret keys for app '1f0b' are expired."),
  },
  'aadsts-7000218': {
    exchange: entra(
      '7000218',
      'invalid_client',
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    ),
  },
  'aadsts-700016': {
    exchange: entra(
      '700016',
      'unauthorized_client',
      "Application with identifier '1f0b' was not found in the directory 'Contoso'.",
    ),
  },
  'aadsts-700027': {
    exchange: entra(
      '700027',
      'invalid_client',
      'The certificate with identifier used to sign the client assertion is not registered on application.',
    ),
  },
  'aadsts-700024': { exchange: entra('700024', 'invalid_client', 'Client assertion is not within its valid time range.') },
  'aadsts-50011': {
    exchange: entra(
      '50011',
      'invalid_request',
      "The redirect URI 'https://assay.test/oauth/callback.html' specified in the request does not match the redirect URIs configured for the application '1f0b'.",
    ),
  },
  'aadsts-500113': { exchange: entra('500113', 'invalid_request', 'No reply address is registered for the application.') },
  'aadsts-65001': {
    exchange: entra(
      '65001',
      'invalid_grant',
      "The user or administrator has not consented to use the application with ID '1f0b'.",
    ),
  },
  'aadsts-90094': { exchange: entra('90094', 'access_denied', 'The grant requires admin permission.') },
  'aadsts-9002327': {
    exchange: entra(
      '9002327',
      'invalid_request',
      "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.",
      'authorization_code',
    ),
  },
  'aadsts-9002326': {
    exchange: entra(
      '9002326',
      'invalid_request',
      "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type.",
      'authorization_code',
    ),
  },
  'aadsts-9002325': {
    exchange: entra(
      '9002325',
      'invalid_request',
      'Proof Key for Code Exchange is required for cross-origin authorization code redemption.',
    ),
    settings: { requirePkce: false },
    fixes: [{ requirePkce: true }],
  },
  'aadsts-70011': {
    exchange: entra(
      '70011',
      'invalid_scope',
      "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope https://graph.microsoft.com/User.Read is not valid.",
    ),
    settings: { scope: 'https://graph.microsoft.com/User.Read' },
    fixes: [{ scope: 'https://graph.microsoft.com/.default' }],
  },
  'aadsts-90014': {
    exchange: entra('90014', 'invalid_request', "The required field 'scope' is missing from the credential."),
  },
  'aadsts-1002012': {
    exchange: entra(
      '1002012',
      'invalid_scope',
      'The provided value for scope api://orders/read is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier.',
    ),
    settings: { scope: 'api://orders/read' },
    fixes: [{ scope: 'api://orders/.default' }],
  },
  'aadsts-90002': {
    exchange: answered('discovery', 400, {
      error: 'invalid_tenant',
      error_description: "AADSTS90002: Tenant 'contosso' not found. Check to make sure you have the correct tenant ID.",
    }),
  },
  'aadsts-900023': {
    exchange: answered('discovery', 400, {
      error: 'invalid_request',
      error_description:
        "AADSTS900023: Specified tenant identifier '${tenant}' is neither a valid DNS name, nor a valid external domain.",
    }),
  },
  'aadsts-500011': {
    exchange: entra(
      '500011',
      'invalid_resource',
      'The resource principal named api://orders was not found in the tenant named Contoso.',
    ),
  },
  'aadsts-501051': {
    exchange: entra(
      '501051',
      'invalid_grant',
      "Application '1f0b' is not assigned to a role for the application 'api://orders'.",
    ),
  },
  'aadsts-50105': {
    exchange: entra(
      '50105',
      'invalid_grant',
      'Your administrator has configured the application Orders to block users unless they are specifically granted access.',
    ),
  },
  'aadsts-50126': {
    exchange: entra('50126', 'invalid_grant', 'Error validating credentials due to invalid username or password.', 'password'),
  },
  'aadsts-50034': {
    exchange: entra('50034', 'invalid_grant', 'The user account does not exist in the Contoso directory.', 'password'),
  },
  'aadsts-50076': {
    exchange: entra(
      '50076',
      'invalid_grant',
      'Due to a configuration change made by your administrator you must use multi-factor authentication.',
      'password',
    ),
    settings: { grantType: 'ResourceOwnerPassword' },
    fixes: [{ grantType: 'AuthorizationCode', requirePkce: true }],
  },
  'aadsts-50079': { exchange: entra('50079', 'invalid_grant', 'You must enroll in multi-factor authentication.', 'password') },
  'aadsts-50053': { exchange: entra('50053', 'invalid_grant', 'The account is locked.', 'password') },
  'aadsts-50055': { exchange: entra('50055', 'invalid_grant', 'The password is expired.', 'password') },
  'aadsts-50057': { exchange: entra('50057', 'invalid_grant', 'The user account is disabled.', 'password') },
  'aadsts-7000112': { exchange: entra('7000112', 'unauthorized_client', "Application '1f0b'(orders) is disabled.") },
  'aadsts-900144': {
    exchange: entra('900144', 'invalid_request', "The request body must contain the following parameter: 'grant_type'."),
  },
  'aadsts-53003': { exchange: entra('53003', 'invalid_grant', 'Access has been blocked by Conditional Access policies.') },
  'aadsts-54005': {
    exchange: entra(
      '54005',
      'invalid_grant',
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code.',
      'authorization_code',
    ),
  },
  'aadsts-70008': {
    exchange: entra(
      '70008',
      'invalid_grant',
      'The provided authorization code or refresh token has expired due to inactivity.',
      'authorization_code',
    ),
  },
  'aadsts-700082': {
    exchange: entra('700082', 'invalid_grant', 'The refresh token has expired due to inactivity.', 'refresh_token'),
  },
  'aadsts-501481': {
    exchange: entra(
      '501481',
      'invalid_grant',
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
      'authorization_code',
    ),
  },
  'aadsts-700054': {
    exchange: calledBack({
      error: 'unsupported_response_type',
      error_description: "AADSTS700054: response_type 'id_token' is not enabled for the application.",
    }),
  },
  'aadsts-700025': {
    exchange: entra(
      '700025',
      'invalid_client',
      "Client is public so neither 'client_assertion' nor 'client_secret' should be presented.",
    ),
  },

  'issuer-trailing-slash': {
    ...idToken('iss: expected "https://id.example.test", found "https://id.example.test/"'),
    fixes: [{ issuer: 'https://id.example.test/' }],
  },
  'issuer-mismatch': idToken(
    'iss: expected "https://id.example.test", found "http://keycloak:8080"',
    {},
    '{"iss":"http://keycloak:8080"}',
  ),
  'id-token-time': idToken("iat: 1793679387137 s ahead of this machine's clock (tolerance 30 s)"),
  'clock-ahead': {
    ...idToken("nbf: 72 s ahead of this machine's clock (tolerance 30 s)"),
    fixes: [{ clockTolerance: 90 }],
  },
  'clock-behind': { ...idToken('exp: expired 40 s ago (tolerance 30 s)'), fixes: [{ clockTolerance: 60 }] },
  'id-token-audience': idToken('aud: expected the Client ID "orders-tests", found "account"'),
  'id-token-nonce': idToken('nonce: expected "‹nonce›", found nothing'),
  'id-token-no-key': idToken('signature: the JWKS has no key "k2" for RS256'),
  'id-token-unsigned': idToken('alg: "none" (unsigned) is always rejected'),
  'id-token-no-secret': idToken(
    'signature: HS256 needs the client secret, but this step has none; set the ID token signing algorithm of the client (id_token_signed_response_alg) to RS256 or ES256 at the provider',
  ),
  'id-token-signature': idToken('signature: it doesn\'t match the JWKS key "k1"'),
  'id-token-no-hash': {
    ...idToken('at_hash: missing', { grantType: 'Implicit' }),
    fixes: [{ grantType: 'AuthorizationCode', requirePkce: true }],
  },
  'id-token-hash': idToken("at_hash: doesn't match the access token (OpenID Connect Core 3.1.3.6)"),
  'id-token-subject': idToken('sub: the refreshed ID token is for "b", the previous one for "a"'),
  'userinfo-subject': {
    exchange: answered('userinfo', 200, { sub: 'mallory' }),
    code: 'oauth-id-token',
    message: 'sub: userinfo is for "mallory", the ID token for "ann".',
  },
  'id-token': idToken("it isn't a JWT with three parts"),
  'api-token-expired': api(401, 'Bearer error="invalid_token", error_description="The token expired at \'11/21/2026 04:00:00\'"'),
  'api-token-audience': api(401, 'Bearer error="invalid_token", error_description="The audience \'api://a\' is invalid"'),
  'api-scope': api(403, 'Bearer error="insufficient_scope", scope="orders:write"'),
  'api-token-refused': api(401, 'Bearer error="invalid_token"'),
  'api-step-up': api(
    401,
    'Bearer error="insufficient_user_authentication", error_description="A different authentication level is required", acr_values="myACR", max_age="5"',
  ),
  'api-dpop-nonce': api(401, 'DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof"'),
  'api-dpop-proof': api(401, 'DPoP realm="orders", error="invalid_dpop_proof", error_description="htu does not fit"'),
  'api-token-origin': api(401, 'Bearer error="invalid_token", error_description="The signature key was not found"'),
  'api-token-twice': api(400, 'Bearer error="invalid_request", error_description="more than one token"'),
  'api-wants-dpop': api(401, 'DPoP algs="ES256 PS256"'),
  'api-no-token': api(401, 'Bearer realm="orders"'),
  'api-token-refused-silently': api(401, 'Bearer realm="orders"', 'Bearer'),
  'api-basic': api(401, 'Basic realm="orders", charset="UTF-8"'),
  'api-digest': api(401, 'Digest realm="orders", qop="auth", nonce="1", algorithm=SHA-256'),
  'api-other-scheme': api(401, 'Negotiate, Basic realm="Internal, for staff"'),
  'api-key': {
    exchange: answered('request', 401, {}, { url: 'https://api.example.test/orders?limit=1&api_key=‹key›' }),
    code: '',
  },
  'api-nobody': { exchange: answered('request', 401, { message: 'Unauthorized' }), code: '' },
  'api-rate-limit': { exchange: answered('request', 429, {}, { headers: [['Retry-After', '7']] }), code: '' },

  'rate-limit': {
    exchange: refusedToken(
      429,
      { error: 'too_many_requests', error_description: 'Global limit has been reached' },
      { headers: [['retry-after', '12']] },
    ),
    settings: { forceReauthentication: true },
    fixes: [{ forceReauthentication: false }],
  },
  'keycloak-realm': {
    exchange: answered('discovery', 404, { error: 'Realm does not exist' }),
    code: 'oauth-unusable-answer',
  },
  'keycloak-old-path': {
    exchange: answered(
      'discovery',
      404,
      { error: 'Unable to find matching target resource method' },
      { url: 'https://sso.example.test/auth/realms/shop/.well-known/openid-configuration' },
    ),
    settings: { discoveryEndpoint: 'https://sso.example.test/auth/realms/shop' },
    fixes: [{ discoveryEndpoint: 'https://sso.example.test/realms/shop' }],
  },
  'discovery-not-found': {
    exchange: answered('discovery', 404, '<html><body>Not Found</body></html>'),
    code: 'oauth-unusable-answer',
    fixes: [{ discoveryEndpoint: 'https://id.example.test/.well-known/oauth-authorization-server' }],
  },
  'discovery-guarded': { exchange: answered('discovery', 401, ''), code: 'oauth-unusable-answer' },
  'discovery-page': {
    exchange: answered('discovery', 200, '<!DOCTYPE html><html><title>Sign in</title></html>'),
    code: 'oauth-unusable-answer',
  },
  'discovery-issuer': {
    exchange: answered('discovery', 200, { issuer: 'https://login.example.test' }),
    code: 'oauth-unusable-answer',
    message:
      "The discovery document at https://id.example.test/.well-known/openid-configuration has the issuer https://login.example.test, which doesn't match its URL (RFC 8414 section 3.3).",
    settings: { strict: true },
    fixes: [{ strict: false }],
  },
  'discovery-incomplete': {
    exchange: answered('discovery', 200, { issuer: 'https://id.example.test' }),
    code: 'oauth-settings',
    message: "Device Authorization Endpoint is empty, and the discovery document at https://id.example.test doesn't list one.",
  },
  'jwks-unusable': { exchange: answered('jwks', 403, { message: 'Forbidden' }), code: 'oauth-unusable-answer' },
  // Spring Security
  'endpoint-signs-in': {
    exchange: answered('token', 302, '', { headers: [['location', 'https://id.example.test/login']] }),
    code: 'oauth-unusable-answer',
  },
  'https-required': { exchange: refusedToken(403, { error: 'invalid_request', error_description: 'HTTPS required' }) },
  'endpoint-redirects': {
    exchange: answered('token', 301, '', { headers: [['Location', 'https://id.example.test/token/']] }),
    code: 'oauth-unusable-answer',
    settings: { tokenEndpoint: 'https://id.example.test/token' },
    fixes: [{ tokenEndpoint: 'https://id.example.test/token/' }],
  },
  'token-endpoint-not-found': {
    exchange: [
      answered('discovery', 200, { token_endpoint: 'https://id.example.test/oauth/token' }, { id: 'exchange-0' }),
      refusedToken(404, '<html><h1>404</h1></html>'),
    ],
    settings: { tokenEndpoint: 'https://id.example.test/token' },
    fixes: [{ tokenEndpoint: '' }],
  },
  'token-endpoint-slash': {
    exchange: refusedToken(500, "RuntimeError at /token You called this URL via POST, but the URL doesn't end in a slash"),
    settings: { tokenEndpoint: 'https://id.example.test/token' },
    fixes: [{ tokenEndpoint: 'https://id.example.test/token/' }],
  },
  'endpoint-wants-json': {
    exchange: refusedToken(400, {
      code: 400,
      error_code: 'bad_json',
      msg: 'Could not parse request body as JSON: unexpected end of JSON input',
    }),
  },
  'server-error': { exchange: refusedToken(503, '<html><h1>503 Service Temporarily Unavailable</h1></html>') },
  'temporarily-unavailable': { exchange: calledBack({ error: 'temporarily_unavailable', state: 's' }) },
  'gateway-blocked': {
    exchange: refusedToken(
      403,
      '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789</body></html>',
    ),
  },
  'gateway-login': {
    exchange: refusedToken(
      511,
      '<html><head><title>Network Authentication Required</title></head><body>Sign in to this network.</body></html>',
    ),
  },
  'page-instead-of-json': {
    exchange: answered('token', 200, '<html><title>Sign in</title></html>'),
    code: 'oauth-unusable-answer',
  },
  'token-type-unknown': {
    exchange: answered('token', 200, { access_token: '‹access_token›', token_type: 'mac' }),
    code: 'oauth-unusable-answer',
    message: 'The provider issued a token of type "mac". Assay supports Bearer (RFC 6750) and DPoP (RFC 9449).',
  },
  'strict-refused': {
    exchange: answered('token', 201, { access_token: '‹access_token›' }),
    code: 'oauth-unusable-answer',
    message:
      'Token Endpoint https://id.example.test/token violates the standard, and the step is strict: "response" is not a conform response.',
    settings: { strict: true },
    fixes: [{ strict: false }],
  },
  'no-access-token': {
    exchange: answered('token', 200, { jwt: '‹token›', user: 'anna' }),
    code: 'oauth-unusable-answer',
    message: 'Token Endpoint https://id.example.test/token returned no access_token, only jwt, user.',
  },

  'google-secret-missing': {
    exchange: refusedToken(
      400,
      { error: 'invalid_request', error_description: 'client_secret is missing.' },
      { url: 'https://oauth2.googleapis.com/token', sent: code },
    ),
  },
  'assertion-audience': {
    ...asserted({ error: 'invalid_client', error_description: 'Invalid token audience' }),
    fixes: [{ privateKeyJwt: { audience: 'token-endpoint' } }, { privateKeyJwt: { audience: 'endpoint' } }],
  },
  'assertion-expired': asserted({ error: 'invalid_client', error_description: 'Token is not active: exp is before now' }),
  'assertion-replayed': asserted({ error: 'invalid_client', error_description: 'Token reuse detected: jti replay' }),
  'assertion-algorithm': asserted({ error: 'invalid_client', error_description: 'Invalid signature algorithm' }),
  'assertion-key': asserted({ error: 'invalid_client', error_description: 'Unable to load public key for kid abc' }),
  'assertion-clock': {
    exchange: refusedToken(
      401,
      { error: 'invalid_client', error_description: 'client authentication failed' },
      {
        sent: { client_assertion: '‹client_assertion›' },
        headers: [['date', 'Mon, 23 Nov 2026 23:15:00 GMT']],
        tokens: [{ name: 'client_assertion', header: '{}', claims: '{"iat":1795475100}' }],
      },
    ),
    settings: { ...assertion, privateKeyJwt: { audience: 'issuer' } },
  },
  'assertion-not-accepted': asserted({ error: 'invalid_client' }),
  'auth-method-not-listed': {
    ...asserted({ error: 'invalid_client' }),
    exchange: [
      answered('discovery', 200, { token_endpoint_auth_methods_supported: ['client_secret_basic'] }, { id: 'exchange-0' }),
      refusedToken(401, { error: 'invalid_client' }, { sent: { client_assertion: '‹client_assertion›' } }),
    ],
  },
  'certificate-not-accepted': {
    exchange: refusedToken(401, { error: 'invalid_client' }),
    settings: { clientAuthMethod: 'ClientCertificate' },
  },
  // The SDK of MCP 1.32
  'client-in-body': {
    exchange: refusedToken(
      400,
      {
        error: 'invalid_request',
        error_description:
          '[{"expected":"string","code":"invalid_type","path":["client_id"],"message":"Invalid input: expected string, received undefined"}]',
      },
      { basic: true },
    ),
    settings: { secretTransport: 'basic' },
    fixes: [{ secretTransport: 'body' }],
  },
  // Cloud Foundry's UAA 4.30
  'form-endpoint': {
    exchange: [
      answered('discovery', 200, { token_endpoint: 'https://id.example.test/oauth/token' }, { id: 'exchange-0' }),
      refusedToken(403, {
        status: 403,
        message: 'Could not verify the provided CSRF token because your session was not found.',
      }),
    ],
    settings: { tokenEndpoint: 'https://id.example.test/login' },
    fixes: [{ tokenEndpoint: '' }],
  },
  'secret-method': {
    exchange: refusedToken(401, {
      error: 'invalid_client',
      error_description:
        "Client authentication failed. The OAuth 2.0 Client supports client authentication method 'client_secret_basic', but method 'client_secret_post' was requested.",
    }),
    fixes: [{ secretTransport: 'basic' }],
  },
  'secret-expired': { exchange: refusedToken(401, { error: 'invalid_client', error_description: 'Client secret has expired' }) },
  'client-id-document': {
    exchange: [
      answered('discovery', 200, { client_id_metadata_document_supported: true }, { id: 'exchange-0' }),
      answered('par', 400, {
        error: 'invalid_client_metadata',
        error_description: 'Unable to obtain client metadata for "nope": Invalid URL',
      }),
    ],
  },
  'unknown-client': {
    exchange: refusedToken(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' }),
  },
  'client-disabled': { exchange: refusedToken(401, { error: 'invalid_client', error_description: 'Client disabled' }) },
  'public-client': {
    exchange: answered(
      'token',
      401,
      { error: 'invalid_client', error_description: 'Missing client credentials' },
      { sent: { grant_type: 'authorization_code' } },
    ),
    settings: { clientSecret: undefined },
  },
  'secret-way-not-listed': {
    exchange: [
      answered('discovery', 200, { token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'] }),
      refusedToken(401, { error: 'invalid_client', error_description: 'Client authentication failed' }),
    ],
    fixes: [{ secretTransport: 'basic' }, 'clientSecret'],
  },
  'basic-not-decoded': {
    exchange: refusedToken(401, { error: 'invalid_client', error_description: 'client authentication failed' }, { basic: true }),
    settings: { secretTransport: 'basic' },
    escapes: true,
    fixes: [{ secretTransport: 'body' }, { secretTransport: 'basic-raw' }, 'clientSecret'],
  },
  'basic-not-encoded': {
    exchange: refusedToken(
      401,
      { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' },
      { basic: true },
    ),
    settings: { secretTransport: 'basic-raw' },
    escapes: true,
    fixes: [{ secretTransport: 'basic' }, { secretTransport: 'body' }, 'clientSecret'],
  },
  'secret-refused': {
    exchange: refusedToken(401, {
      error: 'unauthorized_client',
      error_description: 'Invalid client or Invalid client credentials',
    }),
    fixes: ['clientSecret', { secretTransport: 'basic-raw' }, { secretTransport: 'basic' }],
  },

  'pkce-verifier': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant', error_description: 'PKCE verification failed: Code mismatch' },
      { sent: code },
    ),
  },
  'pkce-required': {
    exchange: calledBack({ error: 'invalid_request', error_description: 'Missing parameter: code_challenge_method', state: 's' }),
    settings: { grantType: 'AuthorizationCode', requirePkce: false },
    fixes: [{ requirePkce: true }],
  },
  'pkce-not-supported': {
    exchange: calledBack({ error: 'invalid_request', error_description: 'code_challenge is not supported', state: 's' }),
    settings: { grantType: 'AuthorizationCode' },
    fixes: [{ requirePkce: false }],
  },
  'code-redirect-mismatch': {
    exchange: refusedToken(400, { error: 'invalid_grant', error_description: 'Incorrect redirect_uri' }, { sent: code }),
    settings: { additionalParameters: [{ name: 'redirect_uri', value: 'https://x.test' }] },
    fixes: [{ additionalParameters: [] }],
  },
  'code-used': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant', error_description: 'authorization code already consumed' },
      { sent: code },
    ),
  },
  'code-expired': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant', error_description: 'The authorization code is invalid or has expired.' },
      { sent: code },
    ),
  },
  'code-other-client': {
    exchange: refusedToken(
      400,
      {
        error: 'invalid_grant',
        error_description: 'The OAuth 2.0 Client ID from this request does not match the one from the authorize request.',
      },
      { sent: code },
    ),
  },
  'code-refused': {
    exchange: refusedToken(400, { error: 'invalid_grant', error_description: 'Code not valid' }, { sent: code }),
  },
  'refresh-expired': {
    exchange: answered('refresh', 400, { error: 'invalid_grant', error_description: 'Token is not active' }),
    settings: { scope: 'openid orders:read' },
    fixes: [{ scope: 'openid orders:read offline_access' }],
  },
  'password-refused': {
    exchange: refusedToken(
      401,
      { error: 'invalid_grant', error_description: 'Invalid user credentials' },
      { sent: { grant_type: 'password' } },
    ),
  },
  'openid-missing': {
    exchange: refusedToken(400, { error: 'invalid_request', error_description: 'Missing required scope(s) ["openid"].' }),
    settings: { scope: 'email' },
    fixes: [{ scope: 'openid email' }],
  },
  'account-or-client': {
    exchange: refusedToken(403, '', { sent: { grant_type: 'password' }, basic: true }),
    settings: { grantType: 'ResourceOwnerPassword', secretTransport: 'basic' },
    escapes: true,
    fixes: ['password', 'clientSecret', { secretTransport: 'body' }, { secretTransport: 'basic-raw' }],
  },
  'refused-without-reason': {
    exchange: refusedToken(400, '', { sent: { grant_type: 'password' } }),
    settings: { grantType: 'ResourceOwnerPassword' },
  },
  'device-code-expired': { exchange: refusedToken(400, { error: 'expired_token', error_description: 'Device code is expired' }) },
  'service-account-off': {
    exchange: refusedToken(401, {
      error: 'unauthorized_client',
      error_description: 'Client not enabled to retrieve service account',
    }),
  },
  'direct-access-off': {
    exchange: refusedToken(400, {
      error: 'unauthorized_client',
      error_description: 'Client not allowed for direct access grants',
    }),
    settings: { grantType: 'ResourceOwnerPassword' },
    fixes: [{ grantType: 'AuthorizationCode' }],
  },
  // LemonLDAP::NG, to a public client.
  'call-not-allowed': {
    exchange: answered('introspection', 401, { error: 'unauthorized_client' }, { sent: { token: '‹access_token›' } }),
  },
  'grant-not-allowed': {
    exchange: refusedToken(403, {
      error: 'unauthorized_client',
      error_description: "Grant type 'client_credentials' not allowed for the client.",
    }),
  },
  'grant-not-supported': {
    exchange: [
      answered('discovery', 200, { grant_types_supported: ['authorization_code'] }, { id: 'exchange-0' }),
      refusedToken(400, { error: 'unsupported_grant_type' }),
    ],
  },
  'grant-not-announced': {
    exchange: [
      answered('discovery', 200, { grant_types_supported: ['authorization_code', 'client_credentials'] }, { id: 'exchange-0' }),
      refusedToken(
        400,
        {
          error: 'invalid_request',
          error_description:
            'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed. Make sure that the various parameters are correct, be aware of case sensitivity and trim your parameters. Make sure that the client you are using has exactly whitelisted the redirect_uri you specified.',
        },
        { sent: { grant_type: 'password' } },
      ),
    ],
  },
  'scope-openid-client-credentials': {
    exchange: refusedToken(
      400,
      { error: 'invalid_scope', error_description: 'Invalid scopes: openid orders:read' },
      { sent: { scope: 'openid orders:read' } },
    ),
    settings: { scope: 'openid orders:read' },
    fixes: [{ scope: 'orders:read' }],
  },
  // LemonLDAP::NG 2.16 for client credentials without a scope.
  'scope-missing': { exchange: refusedToken(400, { error: 'invalid_scope' }), settings: { scope: '' } },
  'scope-not-allowed': {
    exchange: refusedToken(
      400,
      {
        error: 'invalid_scope',
        error_description: "One or more scopes are not configured for the authorization server resource: 'orders:delete'.",
      },
      { sent: { scope: 'orders:read orders:delete' } },
    ),
    settings: { scope: 'orders:read orders:delete' },
    fixes: [{ scope: 'orders:read' }, 'scope'],
  },
  'audience-missing': {
    exchange: refusedToken(403, {
      error: 'access_denied',
      error_description: 'No audience parameter was provided, and no default audience has been configured',
    }),
    settings: { resource: ['https://api.shop.test'] },
    fixes: [{ additionalParameters: [{ name: 'audience', value: 'https://api.shop.test' }] }],
  },
  'audience-unknown': {
    exchange: refusedToken(403, { error: 'access_denied', error_description: 'Service not found: https://api.shop.test' }),
  },
  'api-not-granted': {
    exchange: refusedToken(403, {
      error: 'access_denied',
      error_description:
        'Client is not authorized to access "https://api.shop.test". You need to create a "client-grant" associated to this API.',
    }),
  },
  'dpop-required': {
    exchange: refusedToken(400, { error: 'invalid_request', error_description: 'DPoP proof is missing' }),
    fixes: [{ enableDpop: true }],
  },
  'dpop-proof': {
    exchange: refusedToken(400, { error: 'invalid_dpop_proof', error_description: 'DPoP proof iat is not recent enough' }),
    settings: { enableDpop: true },
    fixes: [{ enableDpop: false }],
  },
  'client-credentials-refused': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant', error_description: 'grant request is invalid' },
      { sent: { grant_type: 'client_credentials' } },
    ),
    fixes: [{ enableDpop: true }],
  },
  'grant-refused': {
    exchange: refusedToken(
      400,
      { error: 'invalid_grant' },
      { sent: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' } },
    ),
  },

  'wrong-redirect-uri': {
    exchange: answered(
      'par',
      400,
      {
        error: 'invalid_redirect_uri',
        error_description: "redirect_uri did not match any of the client's registered redirect_uris",
      },
      { sent: { redirect_uri: 'https://assay.test/oauth/callback.html' } },
    ),
  },
  // Keycloak 26
  'consent-required': onPage('"Sign in to shop": heading "Grant Access to orders-tests"; buttons "No", "Yes"'),
  'prompt-none': {
    exchange: calledBack({ error: 'login_required', state: 's' }, { prompt: 'none' }),
    settings: {
      additionalParameters: [
        { name: 'prompt', value: 'none' },
        { name: 'tenant', value: 't' },
      ],
    },
    fixes: [{ additionalParameters: [{ name: 'tenant', value: 't' }] }],
  },
  'response-type': {
    exchange: calledBack({ error: 'unsupported_response_type' }, { response_type: 'token' }),
    settings: { grantType: 'Implicit' },
    fixes: [{ grantType: 'AuthorizationCode', requirePkce: true }],
  },
  'form-post-required': {
    exchange: [
      answered(
        'discovery',
        200,
        { authorization_endpoint: 'https://appleid.apple.com/auth/authorize' },
        { id: 'exchange-0', url: 'https://appleid.apple.com/.well-known/openid-configuration' },
      ),
      calledBack({
        error: 'invalid_request',
        error_description: 'response_mode must be form_post when name or email scope is requested.',
      }),
    ],
    fixes: [{ authorizationEndpoint: 'https://appleid.apple.com/auth/authorize?response_mode=form_post' }],
  },
  'openid-not-offered': {
    exchange: answered(
      'par',
      400,
      { error: 'invalid_request', error_description: 'Unsupported "nonce" parameter' },
      { sent: { scope: 'openid atproto' } },
    ),
    settings: { scope: 'openid atproto' },
    fixes: [{ scope: 'atproto' }],
  },
  'response-mode': { exchange: calledBack({ error: 'unsupported_response_mode' }) },
  'jar-required': {
    exchange: calledBack({
      error: 'invalid_request',
      error_description: 'Request Object must be used by this client: request object is required',
    }),
    fixes: [{ useJar: true }],
  },
  'request-object-time': {
    exchange: calledBack({ error: 'invalid_request_object', error_description: 'Request object was issued in the future' }),
    settings: { useJar: true },
  },
  'jar-not-supported': {
    exchange: calledBack({ error: 'request_not_supported' }),
    settings: { useJar: true },
    fixes: [{ useJar: false }],
  },
  'par-required': {
    exchange: calledBack({ error: 'invalid_request', error_description: 'Pushed Authorization Request must be used' }),
    fixes: [{ usePar: true }],
  },
  'par-request-uri': {
    exchange: calledBack({ error: 'invalid_request_uri' }),
    settings: { usePar: true },
    fixes: [{ usePar: false }],
  },
  'par-not-offered': {
    exchange: answered('discovery', 200, { issuer: 'https://id.example.test' }),
    code: 'oauth-settings',
    message: 'Use PAR is on, but the discovery document at https://id.example.test has no pushed_authorization_request_endpoint.',
    settings: { grantType: 'AuthorizationCode', usePar: true },
    fixes: [{ usePar: false }],
  },
  'user-not-assigned': {
    exchange: calledBack({ error: 'access_denied', error_description: 'User is not assigned to the client application.' }),
  },
  'google-testing': { exchange: calledBack({ error: 'access_denied', error_description: 'Error 403: org_internal' }) },
  'access-denied': { exchange: calledBack({ error: 'access_denied', error_description: 'End-User aborted interaction' }) },
  'state-mismatch': {
    exchange: calledBack({ code: '‹code›', state: 'other' }),
    code: 'oauth-callback',
    message: 'The response has the wrong state (RFC 6749 section 10.12). It was rejected, and its code was not used.',
  },
  'callback-no-issuer': {
    exchange: calledBack({ code: '‹code›' }),
    code: 'oauth-callback',
    message:
      'The response has no iss, although the provider announces it; expected "https://id.example.test" (RFC 9207 section 2.4). It was rejected, and its code was not used.',
    settings: { issuer: 'https://id.example.test' },
    fixes: [],
  },
  'callback-issuer': {
    exchange: calledBack({ code: '‹code›', iss: 'https://other.test' }),
    code: 'oauth-callback',
    message:
      'The response is from the issuer "https://other.test" instead of "https://id.example.test" (RFC 9207 section 2.4). It was rejected, and its code was not used.',
    settings: { issuer: 'https://id.example.test' },
    fixes: [{ issuer: '' }],
  },
  'no-code': {
    exchange: calledBack({ foo: 'bar' }),
    code: 'oauth-callback',
    message: 'The response has neither code nor error, only foo.',
  },

  'token-not-accepted': {
    exchange: answered('introspection', 401, { error: 'invalid_token' }, { sent: { client_secret: '‹client-secret›' } }),
  },
  'token-lacks-scope': { exchange: answered('introspection', 403, { error: 'insufficient_scope' }) },
  'stronger-sign-in': { exchange: calledBack({ error: 'unmet_authentication_requirements' }) },
  'not-revocable': { exchange: answered('revocation', 400, { error: 'unsupported_token_type' }) },
  'client-metadata': {
    exchange: refusedToken(400, {
      error: 'invalid_client_metadata',
      error_description: 'client JSON Web Key Set failed to be refreshed',
    }),
  },
  'authorization-details': {
    exchange: calledBack({ error: 'invalid_authorization_details' }),
    settings: { additionalParameters: [{ name: 'authorization_details', value: '[{"type":"payment"}]' }] },
    fixes: [{ additionalParameters: [] }],
  },
  'registration-in-sign-in': {
    exchange: calledBack({ error: 'registration_not_supported' }),
    settings: { additionalParameters: [{ name: 'registration', value: '{}' }] },
    fixes: [{ additionalParameters: [] }],
  },
  'ciba-user-unknown': { exchange: answered('backchannel-authentication', 400, { error: 'unknown_user_id' }) },
  'ciba-user-code': { exchange: answered('backchannel-authentication', 400, { error: 'missing_user_code' }) },
  'ciba-binding-message': { exchange: answered('backchannel-authentication', 400, { error: 'invalid_binding_message' }) },
  'ciba-hint-expired': { exchange: answered('backchannel-authentication', 400, { error: 'expired_login_hint_token' }) },
  'ciba-expired': { exchange: refusedToken(400, { error: 'expired_token' }, { sent: { auth_req_id: '‹auth_req_id›' } }) },
  'ciba-denied': { exchange: refusedToken(400, { error: 'access_denied' }, { sent: { auth_req_id: '‹auth_req_id›' } }) },
  'ciba-failed': { exchange: refusedToken(400, { error: 'transaction_failed' }) },
  'bad-request': { exchange: refusedToken(400, { error: 'invalid_request', error_description: 'duplicate parameter: scope' }) },
}
