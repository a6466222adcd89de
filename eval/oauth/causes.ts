/**
 * Why a provider can refuse a step, as a closed list. It is independent of the situations that the engine knows: a mistake has its
 * cause before it is run, and a situation that names no cause of this list can't be right.
 */
export const causes = {
  // The client
  'unknown-client': "the client ID doesn't exist",
  'wrong-secret': 'the client secret is wrong',
  'secret-missing': 'no secret was sent for a confidential client',
  'secret-expired': 'the client secret has expired',
  'client-disabled': 'the client is disabled',
  'auth-method': 'the client is registered for another authentication method',
  'assertion-audience': 'the client assertion has another audience',
  'assertion-key': "the client assertion's key isn't registered",
  'assertion-expired': 'the client assertion is too old or too long',
  // The grant
  'grant-disabled': "the client isn't allowed to use the grant or response type",
  'grant-unsupported': "the server doesn't support the grant",
  'redirect-uri': "the redirect URI isn't registered",
  'code-redirect-uri': 'the redirect URI differs between the two requests',
  'pkce-required': 'PKCE is required and off',
  'pkce-verifier': "the code verifier doesn't match",
  'code-expired': 'the authorization code has expired',
  'code-used': 'the authorization code was used before',
  'code-unknown': 'the authorization code was changed on the way, or is from another client',
  // What is requested
  'scope-not-allowed': 'a scope is unknown or not allowed for the client',
  'scope-missing': 'no scope was requested',
  'openid-missing': 'the scope openid is missing',
  'openid-without-user': "openid was requested in a grant that hasn't a user",
  'audience-missing': 'no audience was requested',
  'audience-unknown': "the audience or resource doesn't exist",
  'api-not-granted': "the client hasn't been granted access to the API",
  // The user
  'wrong-password': 'the username or the password is wrong',
  'account-disabled': 'the account is disabled',
  'account-locked': 'the account is locked after too many attempts',
  'account-unfinished': 'the account must be completed: verify the email, change the password',
  'mfa-required': 'a second factor is required',
  'mfa-code': 'the one-time code is wrong',
  'consent-required': 'consent is missing',
  'user-not-assigned': "the user isn't assigned to the client",
  'access-denied': 'the user declined',
  'login-required': 'prompt=none without a session',
  // What the client or the server requires
  'par-required': 'pushed authorization requests are required',
  'jar-required': 'request objects are required',
  'jar-unsupported': "request objects aren't supported",
  'dpop-required': 'DPoP is required',
  'dpop-proof': 'the DPoP proof is refused: clock, method or URL',
  // Addresses and what is between
  'token-path': 'the token endpoint is another URL',
  'tenant-unknown': "the realm, tenant or authorization server doesn't exist",
  'discovery-path': 'the discovery endpoint is another URL',
  'issuer-mismatch': 'the issuer is another one than the discovery document says',
  'https-required': 'the server requires https:',
  'http-on-tls': 'http: was sent to a TLS port',
  'json-body': 'the endpoint requires another body format',
  'gateway-login': 'a proxy or gateway requires its own sign-in',
  'gateway-blocked': 'a firewall blocked the request',
  'gateway-down': "a gateway can't reach the server",
  'server-error': 'the server has an internal error',
  'rate-limit': 'too many requests',
  clock: 'the clocks differ',
} as const

/** One entry of {@link causes}. */
export type Cause = keyof typeof causes
