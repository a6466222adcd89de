/**
 * Sentences of providers that name a cause. A new make is new rows, a new sentence for a known cause is one row: who says it, where,
 * with which words, and the id of the cause. `any provider`: several makes say it, or it is common English.
 */
export interface Statement {
  make: string
  /** In an error response or redirect, on the page of a scripted sign-in, or in both. */
  where: 'response' | 'page' | 'both'
  pattern: RegExp
  /** Id of the cause. */
  cause: string
  /** The error code that comes with it, where the same sentence means something else with another one. */
  code?: string
}

const row = (make: string, where: Statement['where'], pattern: RegExp, cause: string, code?: string): Statement => ({
  make,
  where,
  pattern,
  cause,
  ...(code === undefined ? {} : { code }),
})
const any = 'any provider'

/** All known sentences, by what they are about. */
export const statements: readonly Statement[] = [
  // The client
  row(
    'Keycloak',
    'response',
    /^invalid_client\b[^]*invalid client or invalid client credentials/i,
    'unknown-client',
    'invalid_client',
  ),
  row('Keycloak', 'page', /\bclient not found\b/i, 'unknown-client'),
  row('Keycloak', 'page', /\bclient disabled\b|\blogin requester not enabled\b/i, 'client-disabled'),
  row('Keycloak', 'page', /\binvalid parameter: redirect_uri\b/i, 'wrong-redirect-uri'),
  row(
    any,
    'page',
    /(invalid|mismatching|unknown|unregistered|wrong|missing).{0,20}redirect.?ur[il]|redirect(ion)?.?ur[il].{0,60}(invalid|malformed|not (match|valid|registered|allowed|found)|mismatch|unknown|does not|doesn't)|\binvalid[ _]redirect\b/i,
    'wrong-redirect-uri',
  ),
  row(
    any,
    'page',
    /(invalid(?!_request)|mismatching|unknown|unregistered|wrong|missing).{0,20}client.?id|client.?id.{0,60}(invalid|malformed|not (match|valid|registered|allowed|found)|mismatch|unknown|does not|doesn't)|\bunknown client\b|(retrieve|find|load|look up) (the )?client\b|client name is not valid|\bclient\b.{0,20}\b(not (found|registered|exist)|does(n't| not) exist)/i,
    'unknown-client',
  ),
  row(
    'Keycloak',
    'both',
    /not enabled to retrieve service account|service account.{0,20}(disabled|not enabled)/i,
    'service-account-off',
  ),
  row('Keycloak', 'both', /not allowed for direct access grants/i, 'direct-access-off'),
  row(
    'Keycloak',
    'both',
    /client is not allowed to initiate browser login|standard flow is disabled for the client|implicit flow is disabled for the client/i,
    'grant-not-allowed',
  ),
  row(
    'Keycloak',
    'both',
    /not allowed (to initiate|for) (oauth 2\.0 )?device authorization grant|flow is disabled for the client/i,
    'grant-not-allowed',
  ),
  row('Keycloak', 'response', /client not allowed oidc ciba grant/i, 'grant-not-allowed'),
  row('GitHub', 'response', /^device_flow_disabled$/im, 'grant-not-allowed'),
  row('Salesforce', 'response', /no client credentials user enabled/i, 'grant-not-allowed'),
  row('WSO2', 'response', /application is not in active state/i, 'client-disabled'),
  row('Auth0', 'response', /^mfa_required$|multifactor authentication required/im, 'second-factor'),
  row('Auth0', 'response', /\buser is blocked\b/i, 'account-disabled'),
  row('Auth0', 'response', /\bblocked after multiple consecutive login attempts\b/i, 'account-locked'),
  row('oauthlib, Authlib', 'response', /^insecure_transport$|must utilize https/im, 'https-required'),
  row('node-oauth2-server', 'response', /content must be application\/x-www-form-urlencoded/i, 'form-endpoint'),
  row(
    'Salesforce, Apigee',
    'response',
    /^invalid_client_id$|client identifier (is )?(invalid|unknown)|invalid client identifier/im,
    'unknown-client',
  ),
  row(
    any,
    'response',
    /\b(client|application|organi[sz]ation)\b[^".;]{0,30}\b(inactive|disabled|deactivated|suspended)\b/i,
    'client-disabled',
  ),
  row(
    any,
    'both',
    /\b(invalid|unknown|no such) (realm|tenant)\b|\b(realm|tenant|authorization server)\b[^".;]{0,30}\b(not found|(does not|doesn't) exist|unknown)\b/i,
    'keycloak-realm',
  ),
  row('Google', 'response', /client_secret is missing/i, 'google-secret-missing'),

  // What the provider requires
  row(
    any,
    'both',
    /proof key for code exchange is required|pkce (is )?(required|must)|(requires?|missing|must (use|include|supply)|without).{0,40}(pkce|code_challenge|code challenge|code_verifier)|code[_ ]challenge([_ ]method)?.{0,30}(required|missing)/i,
    'pkce-required',
  ),
  row(
    any,
    'both',
    /(code_challenge|code_verifier|pkce).{0,60}(not supported|unsupported|not allowed|unknown|unrecognized|unexpected|not permitted)|(unknown|unrecognized|unexpected|unsupported|invalid) (request )?parameter.{0,10}(code_challenge|code_verifier)|transform algorithm not supported/i,
    'pkce-not-supported',
  ),
  row(
    any,
    'both',
    /pushed authorization request.{0,40}(required|must|only)|(must|required to) (use|be).{0,30}pushed|PAR (is )?required|\brequest_uri\b.{0,20}\b(is )?(required|missing)|missing.{0,20}\brequest_uri\b/i,
    'par-required',
  ),
  row(
    'Spring, Hydra and others',
    'both',
    /pushed authorization requests? (is|are) (enforced|mandatory)|not allowed to bypass pushed authorization/i,
    'par-required',
  ),
  row(
    any,
    'both',
    /\brequest object\b.{0,30}(required|must be)|signed request object|require_signed_request_object|missing.{0,20}\brequest object\b/i,
    'jar-required',
  ),
  row('Apple', 'both', /response_mode.{0,40}(must be|requires?|only).{0,10}form_post/i, 'form-post-required'),
  row(any, 'both', /response_mode.{0,40}(not supported|unsupported|invalid|not allowed)/i, 'response-mode'),
  row(
    'Auth0',
    'both',
    /no audience parameter was provided|audience.{0,30}(required|missing)|missing.{0,20}audience/i,
    'audience-missing',
  ),
  row('Auth0', 'both', /service not found|resource server.{0,20}not found/i, 'audience-unknown'),
  row('Ory Hydra', 'both', /requested audience.{0,300}not (been )?(whitelisted|allowed|permitted)/i, 'audience-unknown'),
  row(
    'Auth0',
    'both',
    /client.{0,20}(is )?not authorized to access (the )?(resource|"|api|audience)|client-grant/i,
    'api-not-granted',
  ),
  row(
    'Google',
    'both',
    /org_internal|has not completed the Google verification|disallowed_useragent|admin_policy_enforced/i,
    'google-testing',
  ),

  row(
    any,
    'both',
    /\b(invalid|unknown|unsupported|unregistered) response[ _]type\b|\bresponse[ _]type is not (registered|supported|allowed)\b/i,
    'response-type',
  ),
  row('pyop', 'both', /\bopenid not in scope\b/i, 'openid-missing'),
  row('Google', 'both', /\bOAuth client was disabled\b|\bdisabled_client\b/i, 'client-disabled'),
  row('Salesforce', 'both', /\bnot admin approved to access this app\b/i, 'user-not-assigned'),
  row(
    'Django OAuth Toolkit, CAS, Authelia',
    'page',
    /(^|")authorize [^?"]{1,60}\?|\bapprove access authorization\b|\bconsent request\b/im,
    'consent-required',
  ),

  // The account, on the page of a scripted sign-in
  row('Keycloak', 'both', /\baccount is disabled\b|\baccount disabled\b/i, 'account-disabled'),
  row(
    any,
    'both',
    /\b(account|user|profile)\b[^".;]{0,30}\b(?<!temporarily )(disabled|deactivated|suspended|inactive|not active)\b/i,
    'account-disabled',
  ),
  row(
    any,
    'both',
    /\baccount\b[^".;]{0,30}\b(locked|temporarily (disabled|locked|blocked))|\btoo many (failed )?(attempts|log-?ins|sign-?ins)\b/i,
    'account-locked',
  ),
  row('Keycloak', 'page', /\bupdate password\b|\bneed to (change|update) your password\b/i, 'password-change'),
  row('Spring Security', 'both', /\bcredentials have expired\b/i, 'password-change'),
  row(
    any,
    'both',
    /\bpassword (has |is )?expired\b|\bmust (change|update|reset) (your|the) password\b|\bchange (your )?(temporary|expired) password\b|\b(set|choose) a new password\b/i,
    'password-change',
  ),
  row('Keycloak', 'both', /\bnot fully set up\b|\brequired action\b/i, 'account-unfinished'),
  row(
    'Keycloak',
    'page',
    /\bmobile authenticator setup\b|\bneed to (set up|update|verify|accept)\b|\bupdate account information\b|\bverify your e-?mail\b|\be-?mail verification\b|\bterms and conditions\b/i,
    'account-unfinished',
  ),
  row(any, 'page', /\byou (must|need to) (accept|verify|complete|confirm|enroll|set up)\b/i, 'account-unfinished'),
  row('Keycloak', 'page', /\binvalid authenticator code\b/i, 'one-time-code'),
  row(
    any,
    'page',
    /\b(invalid|incorrect|wrong|expired|bad)\b[^".;]{0,20}\b(authenticator|authentication|verification|security|one-?time|otp|totp|2fa|mfa)\b[^".;]{0,12}(code|password|token|pin)?|\b(otp|totp|one-?time (code|password)|verification code)\b[^".;]{0,20}\b(invalid|incorrect|wrong|expired|not valid)/i,
    'one-time-code',
  ),
  row('dex', 'page', /not a member of any of the required groups/i, 'user-not-assigned'),
  row('Okta', 'both', /not assigned to the client application|policy evaluation failed/i, 'user-not-assigned'),
  row(
    any,
    'page',
    /\b(user|account|you)\b[^".;]{0,30}\bnot (been )?(assigned|authorized|permitted|allowed) to (use |access )?(a role|th(e|is) (app|application|client|service))/i,
    'user-not-assigned',
  ),
  row('Keycloak', 'page', /\bgrant access to\b|\bgrant these access privileges\b/i, 'consent-required'),
  row(
    'dex, Spring Authorization Server',
    'page',
    /^grant access$|\bconsent required\b|\bwants to access your account\b|\bwould like to:/im,
    'consent-required',
  ),
  row(
    'Entra ID',
    'page',
    /\bneed admin approval\b|\bneeds permission to access\b|\bpermissions requested\b/i,
    'consent-required',
  ),
  row('Spring Security OAuth', 'page', /can only be used by implicit or authorization_code grant types/i, 'grant-not-allowed'),
  row('Spring Security OAuth', 'page', /(^|")OAuth Approval("|$)/m, 'consent-required'),

  // The way to the provider
  row('nginx', 'both', /plain HTTP request was sent to HTTPS port/i, 'http-on-tls-port'),
  row('Go', 'both', /client sent an HTTP request to an HTTPS server/i, 'http-on-tls-port'),
  row('Apache', 'both', /speaking plain HTTP to an SSL-enabled server port/i, 'http-on-tls-port'),
  row('Tomcat', 'both', /combination of host and port requires TLS/i, 'http-on-tls-port'),
  row(
    'Cloudflare, Akamai, F5, ModSecurity',
    'response',
    /attention required! \| cloudflare|\byou have been blocked\b|the requested url was rejected|\brequest (was )?blocked\b|access denied[^]{0,400}\b(reference #|ray id|incident id)|web application firewall/i,
    'gateway-blocked',
  ),
  row(
    any,
    'response',
    /captive portal|sign in to (the |this )?(network|wi-?fi)|network authentication required|cloudflare access|oauth2[-_]proxy|zscaler/i,
    'gateway-login',
  ),
  row('Keycloak', 'both', /\bhttps required\b/i, 'https-required'),

  // One parameter is all that is named
  row('a12n-server', 'response', /\bcode was not recogni[sz]ed\b/i, 'code-refused'),
  row('Spring Authorization Server', 'page', /OAuth 2\.0 Parameter: redirect_uri/, 'wrong-redirect-uri'),
  row('Spring Authorization Server', 'page', /OAuth 2\.0 Parameter: client_id/, 'unknown-client'),
  row('Spring Authorization Server', 'both', /OAuth 2\.0 Parameter: scope/, 'scope-not-allowed'),
  row(
    'Ory Hydra',
    'response',
    /client ID from this request does not match the one from the authorize request/i,
    'code-other-client',
  ),
]
