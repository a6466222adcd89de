import type { Cause } from './causes.ts'

/** Where a make refuses. `login`: its sign-in page. */
export type Endpoint = 'discovery' | 'token' | 'authorize' | 'login' | 'device' | 'par'

/** One mistake, with its cause as it was written down before any run. */
export interface Mistake {
  cause: Cause
  at: Endpoint
  /** What differs from a correct step. */
  step?: Record<string, unknown>
  /** What differs from a correctly registered client of oidc-provider. */
  client?: Record<string, unknown>
  /** What differs in the configuration of oidc-provider. */
  provider?: Record<string, unknown>
  /**
   * The error with which oidc-provider finds the mistake, before the response of the make takes its place. Absent: only the make's
   * server has such a state (a disabled account, a gateway), so it responds without oidc-provider.
   */
  found?: RegExp
  /** The step or discovery shows the mistake, even where the response is the same as for another one. */
  shown?: true
}

const secret = { secret: 'client-secret' }
const code = { grantType: 'AuthorizationCode', scope: 'openid' }
const password = { grantType: 'ResourceOwnerPassword', username: 'ann', password: { secret: 'password' } }
const otherMethod = /authentication mechanism/

/** By id: what profiles have a response for. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  // Client authentication
  'unknown-client': { cause: 'unknown-client', at: 'token', step: { clientId: 'order-test' }, found: /client not found/ },
  'wrong-secret': {
    cause: 'wrong-secret',
    at: 'token',
    step: { clientSecret: { secret: 'other-secret' } },
    found: /invalid secret/,
  },
  'secret-missing': {
    cause: 'secret-missing',
    at: 'token',
    step: { grantType: 'AuthorizationCode', scope: 'openid', clientSecret: undefined },
    found: otherMethod,
    shown: true,
  },
  'secret-expired': { cause: 'secret-expired', at: 'token' },
  'client-disabled': { cause: 'client-disabled', at: 'token' },
  'auth-method': {
    cause: 'auth-method',
    at: 'token',
    step: { secretTransport: 'body' },
  },
  'auth-method-unlisted': {
    cause: 'auth-method',
    at: 'token',
    step: { secretTransport: 'body' },
    shown: true,
  },
  // Grants
  'client-credentials-disabled': {
    cause: 'grant-disabled',
    at: 'token',
    client: { grant_types: ['authorization_code'], response_types: ['code'] },
    found: /not allowed for this client/,
  },
  'password-disabled': {
    cause: 'grant-disabled',
    at: 'token',
    step: password,
    client: { grant_types: ['authorization_code'], response_types: ['code'] },
    found: /not allowed for this client/,
  },
  'client-credentials-unsupported': { cause: 'grant-unsupported', at: 'token', shown: true },
  'password-unsupported': { cause: 'grant-unsupported', at: 'token', step: password, shown: true },
  'device-disabled': { cause: 'grant-disabled', at: 'device', step: { grantType: 'DeviceCode' } },
  'device-unsupported': { cause: 'grant-unsupported', at: 'device', step: { grantType: 'DeviceCode' }, shown: true },
  // Requested scopes and audiences
  'scope-unknown': {
    cause: 'scope-not-allowed',
    at: 'token',
    step: { scope: 'orders:delete' },
    found: /scope/,
  },
  'scope-missing': { cause: 'scope-missing', at: 'token', step: { scope: '' }, shown: true },
  'openid-without-user': { cause: 'openid-without-user', at: 'token', step: { scope: 'openid orders:read' }, shown: true },
  'audience-missing': { cause: 'audience-missing', at: 'token' },
  'audience-unknown': { cause: 'audience-unknown', at: 'token', step: { resource: ['https://api.order.test'] } },
  'api-not-granted': { cause: 'api-not-granted', at: 'token', step: { resource: ['https://api.shop.test'] } },
  // The user, in the password grant
  'password-wrong': {
    cause: 'wrong-password',
    at: 'token',
    step: { ...password, password: { secret: 'other-password' } },
    found: /wrong username or password/,
  },
  'password-account-disabled': { cause: 'account-disabled', at: 'token', step: password },
  'password-account-locked': { cause: 'account-locked', at: 'token', step: password },
  'password-account-unfinished': { cause: 'account-unfinished', at: 'token', step: password },
  'password-mfa': { cause: 'mfa-required', at: 'token', step: password },
  'password-consent': { cause: 'consent-required', at: 'token', step: password },
  // Authorization codes at the token endpoint
  'code-expired': { cause: 'code-expired', at: 'token', step: code },
  'code-used': { cause: 'code-used', at: 'token', step: code },
  'code-unknown': { cause: 'code-unknown', at: 'token', step: code },
  'pkce-verifier': { cause: 'pkce-verifier', at: 'token', step: code },
  'code-redirect-uri': { cause: 'code-redirect-uri', at: 'token', step: code },
  'code-secret-wrong': {
    cause: 'wrong-secret',
    at: 'token',
    step: { ...code, clientSecret: { secret: 'other-secret' } },
    found: /invalid secret/,
  },
  // The authorization endpoint
  'authorize-unknown-client': {
    cause: 'unknown-client',
    at: 'authorize',
    step: { ...code, clientId: 'order-test' },
    found: /client not found|client is invalid/,
  },
  'authorize-client-disabled': { cause: 'client-disabled', at: 'authorize', step: code },
  'authorize-redirect-uri': {
    cause: 'redirect-uri',
    at: 'authorize',
    step: { ...code, redirectUri: 'http://127.0.0.1:5999/oauth/callbck' },
    found: /redirect_uri did not match/,
  },
  'authorize-pkce': {
    cause: 'pkce-required',
    at: 'authorize',
    step: { ...code, requirePkce: false },
    provider: { pkce: { required: () => true } },
    found: /PKCE/,
    shown: true,
  },
  'authorize-scope': {
    cause: 'scope-not-allowed',
    at: 'authorize',
    step: { ...code, scope: 'openid orders:delete' },
    found: /scope/,
  },
  'authorize-openid-missing': { cause: 'openid-missing', at: 'authorize', step: { ...code, scope: 'email' }, shown: true },
  'authorize-grant-disabled': {
    cause: 'grant-disabled',
    at: 'authorize',
    step: code,
    client: { grant_types: ['client_credentials'], response_types: [] },
    found: /response_type/,
  },
  'authorize-response-type': {
    cause: 'grant-disabled',
    at: 'authorize',
    step: { grantType: 'Implicit', scope: 'openid' },
    client: { grant_types: ['authorization_code'], response_types: ['code'] },
    found: /response_type/,
  },
  'authorize-par': {
    cause: 'par-required',
    at: 'authorize',
    step: code,
    client: { require_pushed_authorization_requests: true },
    found: /Pushed Authorization Request/,
  },
  'authorize-jar': {
    cause: 'jar-required',
    at: 'authorize',
    step: code,
    client: { require_signed_request_object: true },
    found: /Request Object/,
  },
  'authorize-resource': { cause: 'audience-unknown', at: 'authorize', step: { ...code, resource: ['https://api.order.test'] } },
  'authorize-consent': { cause: 'consent-required', at: 'authorize', step: code },
  'authorize-not-assigned': { cause: 'user-not-assigned', at: 'authorize', step: code },
  'authorize-login-required': {
    cause: 'login-required',
    at: 'authorize',
    step: { ...code, additionalParameters: [{ name: 'prompt', value: 'none' }] },
    found: /login_required/,
    shown: true,
  },
  'par-redirect-uri': {
    cause: 'redirect-uri',
    at: 'par',
    step: { ...code, usePar: true, redirectUri: 'http://127.0.0.1:5999/oauth/callbck' },
    found: /redirect_uri did not match/,
  },
  // The sign-in page
  'login-wrong-password': {
    cause: 'wrong-password',
    at: 'login',
    step: { ...code, typed: 'other-password' },
    found: /wrong password/,
  },
  'login-account-disabled': { cause: 'account-disabled', at: 'login', step: code },
  'login-account-locked': { cause: 'account-locked', at: 'login', step: code },
  'login-account-unfinished': { cause: 'account-unfinished', at: 'login', step: code },
  'login-mfa': { cause: 'mfa-required', at: 'login', step: code },
  'login-mfa-code': { cause: 'mfa-code', at: 'login', step: { ...code, code: '000000' } },
  'login-consent': { cause: 'consent-required', at: 'login', step: code },
  'login-not-assigned': { cause: 'user-not-assigned', at: 'login', step: code },
  // DPoP
  'dpop-required': {
    cause: 'dpop-required',
    at: 'token',
    client: { dpop_bound_access_tokens: true, response_types: ['code'] },
    found: /DPoP/,
  },
  'dpop-clock': { cause: 'dpop-proof', at: 'token', step: { enableDpop: true } },
  // URLs, gateways and clocks
  'token-path': { cause: 'token-path', at: 'token', step: { tokenEndpoint: 'wrong' }, shown: true },
  'tenant-unknown': { cause: 'tenant-unknown', at: 'discovery', step: { discoveryEndpoint: 'tenant' } },
  'discovery-path': { cause: 'discovery-path', at: 'discovery', step: { discoveryEndpoint: 'wrong' } },
  'issuer-mismatch': { cause: 'issuer-mismatch', at: 'discovery', shown: true },
  'https-required': { cause: 'https-required', at: 'token' },
  'http-on-tls': { cause: 'http-on-tls', at: 'discovery' },
  'json-body': { cause: 'json-body', at: 'token' },
  'gateway-login': { cause: 'gateway-login', at: 'token' },
  'gateway-blocked': { cause: 'gateway-blocked', at: 'token' },
  'gateway-down': { cause: 'gateway-down', at: 'token' },
  'gateway-down-discovery': { cause: 'gateway-down', at: 'discovery' },
  'server-error': { cause: 'server-error', at: 'token' },
  'rate-limit': { cause: 'rate-limit', at: 'token' },
}

/** Ids of secrets, with their values: correct ones and those of mistakes. */
export const secrets: Readonly<Record<string, string>> = {
  'client-secret': 'the-secret-of-the-orders-client-0',
  'other-secret': 'the-secret-of-another-client-0000',
  password: 'correct horse',
  'other-password': 'wrong horse',
}

/** A correct step for the client that {@link mistakes} spoil. */
export const correctStep = {
  id: 't1',
  kind: 'oauth2',
  name: 'Get token',
  grantType: 'ClientCredentials',
  clientId: 'orders-tests',
  clientSecret: secret,
  scope: 'orders:read',
}
