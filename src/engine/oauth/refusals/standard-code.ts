/** What single providers say for a code of the standards: GitHub, Slack, Apigee, LinkedIn, Entra ID, Glewlwyd, OpenAM. */
const standardCodes = new Map(
  Object.entries({
    incorrect_client_credentials: 'invalid_client',
    bad_client_secret: 'invalid_client',
    invalid_client_id: 'invalid_client',
    'oauth.v2.InvalidClientIdentifier': 'invalid_client',
    bad_verification_code: 'invalid_grant',
    invalid_code: 'invalid_grant',
    code_already_used: 'invalid_grant',
    invalid_refresh_token: 'invalid_grant',
    invalid_verifier: 'invalid_grant',
    authorization_declined: 'access_denied',
    user_cancelled_login: 'access_denied',
    user_cancelled_authorize: 'access_denied',
    scope_invalid: 'invalid_scope',
    bad_request: 'invalid_request',
    bad_redirect_uri: 'redirect_uri_mismatch',
    invalid_redirect_uri: 'redirect_uri_mismatch',
  }),
)

/** The code of RFC 6749 and its relatives that a provider's own code represents; any other code unchanged. */
export const standardCode = (code: string): string => standardCodes.get(code) ?? code

/**
 * A client that authenticated may not use the grant; Spring Security OAuth says `invalid_client` to it: "Unauthorized grant
 * type: …".
 */
export const meansGrant = (description: string): boolean =>
  /unauthorized grant type|grant.?type.{0,60}not (allowed|authorized|enabled|permitted)|client does not have the .{0,80}\bgrant\b|client is not allowed to use the .{0,60}\bgrant/i.test(
    description,
  )

/**
 * The account was rejected: Authlib and aioauth say `invalid_request` to it, Open Liberty `server_error`
 * ("invalid_resource_owner_credential"), python-oauth2 and oauth20-provider `invalid_client`.
 */
export const meansPassword = (text: string): boolean =>
  /\binvalid\W+user ?name\W+(or|and)\W+password\b|invalid.resource.owner.credential|authenticate (the )?resource owner|\b(wrong|invalid|incorrect|bad) (user ?)?password\b|\buser (was )?not found\b|\b(?<!client )(invalid|bad) (user )?credentials given\b/i.test(
    text,
  )

/** Supabase Auth says `invalid_credentials` to a client that did not authenticate, and to a user with a wrong password. */
export const meansClient = (code: string, description: string): boolean =>
  code === 'invalid_credentials' && /\bclient\b/i.test(description)

/** The scope is at fault; Supabase Auth says `invalid_request` to it: "unsupported scope: …". */
export const meansScope = (description: string): boolean =>
  /\b(unsupported|unknown|invalid|unrecogni[sz]ed) scopes?\b/i.test(description)

/** The code verifier is another one than was hashed; Better Auth says `invalid_request` with 401 to it: "code verification failed", Gitea `unauthorized_client`: "failed PKCE code challenge"; @jmondi/oauth2-server: "Failed to verify code challenge". */
export const meansVerifier = (text: string): boolean =>
  /pkce verification failed|code challenge did not match|authentication failed: code_verifier|failed pkce\b|\bcode verification failed|code[_ ]verifier.{0,40}(not match|mismatch|invalid|incorrect|wrong)|invalid code_verifier|failed to verify code challenge|verifier do(es)? not match|\b(unexpected|incorrect|wrong|bad) (code[_ ])?verifier\b|AADSTS501481/i.test(
    text,
  )
