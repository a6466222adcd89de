// Over 400 lines: all messages of the step in one list, so that one refusal has the same words everywhere.
import type { ErrorCode } from '#engine/base/errors.ts'
import { checkServer } from '#engine/ports/http/http-texts.ts'
import type { ProviderError } from './refusals/provider-error.ts'
import { quoteError } from './refusals/provider-error.ts'

/** Endpoints that no field of the step holds. */
const onlyDiscovered = /^(JWKS|(Userinfo|Introspection|Revocation|Pushed Authorization Request) Endpoint)$/

/** What to do about a request that got no response, by code of the transport error. */
export const transportHint = (label: string, code: ErrorCode, hint: string | undefined): string | undefined => {
  switch (code) {
    case 'http-cors':
      return `Add this page's origin to the allowed origins (or web origins) in the provider's client settings. ${hint ?? ''}`.trim()
    case 'http-unreachable':
      // A host that sees why says it better.
      if (hint !== undefined && !hint.startsWith(checkServer)) return hint
      return `${
        onlyDiscovered.test(label)
          ? `Check that the provider is running, that its certificate is trusted, and that the ${label} in the discovery document is reachable from here.`
          : `Check the step's ${label}, that the provider is running, and that its certificate is trusted.`
      }${hint?.slice(checkServer.length) ?? ''}`
    case 'http-timeout':
      return `Check that the provider responds at the ${label}. The step waits 30 s for each message.`
    default:
      return hint
  }
}

/** The provider said no in its own words (cases 12, 14, 15). */
export const refused = (label: string, url: string, status: number, error: ProviderError): string =>
  `${label} ${url} returned ${status}: ${quoteError(error)}.`.replace(/\.\.$/, '.')

/** An error status without an error that can be read (case 13). */
export const refusedWithoutError = (label: string, url: string, status: number, type: string, text: string): string =>
  `${label} ${url} returned ${status} ` +
  (text === ''
    ? 'with an empty body.'
    : /[/+]json$/.test(type)
      ? `with JSON without an error: ${text}`
      : `with ${type || 'no media type'} instead of a JSON error: ${text}`)

/** A redirect where a token should be (case 16). */
export const endpointRedirects = (label: string, url: string, to: string | undefined): string =>
  `${label} ${url} redirects${to === undefined ? '; browsers hide the target' : ` to ${to}`}. The redirect wasn't followed.`

/** What to do about {@link endpointRedirects}. */
export const redirectHint = (label: string): string =>
  onlyDiscovered.test(label)
    ? "Fix the endpoint in the provider's discovery document: it must respond without a redirect."
    : `Set the ${label} to the redirect's target. Common causes are http instead of https, or a sign-in page.${
        label === 'Discovery Endpoint' ? ' If the provider has no discovery, leave the field empty and enter the endpoints.' : ''
      }`

/** A response that holds nothing (case 17). */
export const emptyBody = (label: string, url: string, status: number): string =>
  `${label} ${url} returned ${status} with an empty body.`

/** A response in a format that can't be read. */
export const unreadable = (label: string, url: string, status: number, type: string, text: string): string =>
  `${label} ${url} returned ${status} with ${type || 'no media type'} that isn't a JSON object: ${text}`

/** A JSON answer without the member that matters. */
export function noAccessToken(label: string, url: string, body: Record<string, unknown>): string {
  if (Object.hasOwn(body, 'access_token'))
    return `${label} ${url} returned an access_token that is ${typeInWords(body['access_token'])}, not a string.`
  const members = Object.keys(body)
  const shown = members.slice(0, mostMembers).join(', ')
  const more = members.length > mostMembers ? ` and ${members.length - mostMembers} more` : ''
  return `${label} ${url} returned no access_token, ${members.length === 0 ? 'only an empty object' : `only ${shown}${more}`}.`
}

const mostMembers = 30

function typeInWords(value: unknown): string {
  if (value === '') return 'empty'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A token type that no request can use (case 10). */
export const unknownTokenType = (type: string): string =>
  `The provider issued a token of type "${type}". Assay supports Bearer (RFC 6750) and DPoP (RFC 9449).`

/** What to do about a token type that can't be sent. */
export const bearerHint = (type: string): string =>
  /^bearer_?token$/i.test(type)
    ? 'Make the provider return Bearer. In Apigee, set RFCCompliantRequestResponse to true in the OAuthV2 policy.'
    : 'Configure the client for Bearer tokens. If the API accepts this token as Bearer, get it with a Send Request step and keep access_token with a Data Transfer step.'

/** What to do when an endpoint answers like another one. */
export const notAPage = (label: string): string =>
  `Check that this URL is the provider's ${label} and not a web page. See the response under Exchange.`

/** What to do when a server failed (RFC 9110 section 15.6). */
export const serverFailed = (status: number): string =>
  status > 501 && status < 505
    ? 'Run the step again. A gateway responded because the provider is down, starting or overloaded.'
    : "Check the provider's log, then run the step again. This is an error inside the provider."

/** What to do about a response that was cut off. */
export const runAgain = 'Run the step again. If it happens again, check the provider.'

/** A response that a strict step does not accept. */
export const notConform = (label: string, url: string, why: string): string =>
  `${label} ${url} violates the standard, and the step is strict: ${why}.`

/** A response that can't be used, and why. */
export const unusableAnswer = (label: string, url: string, why: string): string =>
  `${label} ${url} returned an unusable response: ${why}.`

/** What to do about {@link unusableAnswer}: nothing in the step would help. */
export const againstStandard = 'Fix the response at the provider or a proxy: it violates the standard. See it under Exchange.'

/** What to do about {@link notConform}. */
export const strictHint = 'Turn off Strict to accept such responses with a warning.'

/** The parts of a body that are repaired (`noted` warnings). */
export const repairs = {
  status: (status: number) => `The token response has status ${status}, not 200 (RFC 6749 section 5.1).`,
  form: 'The token response is form-encoded, not JSON (RFC 6749 section 5.1).',
  mediaType: (type: string) =>
    `The token response is JSON with ${type === '' ? 'no media type' : `the media type ${type}`}, not application/json (RFC 6749 section 5.1).`,
  noTokenType: 'The token response has no token_type (RFC 6749 section 5.1). Bearer is assumed.',
  empty: (name: string, value: unknown) =>
    `The token response has ${name} ${value === null ? 'null' : '""'}, treated as absent (RFC 6749 section 5.1).`,
  scopeList: 'The token response has scope as a list, not as words separated by spaces (RFC 6749 section 3.3).',
  notAText: (name: string) => `The token response has a ${name} that isn't a string. It is ignored.`,
  expiresIn: (value: string) => `The token response has expires_in ${value}, which isn't a number of seconds. It is ignored.`,
  numberedText: (value: string) => `expires_in is the string "${value}", read as a number.`,
} as const

/** Warnings and remarks about a response that is usable. */
export const notes = {
  lifetimeNotStated: 'No expires_in: the token is kept until the end of the run.',
  lifetimeZero: "expires_in is 0: the token isn't cached.",
  scopeDiffers: (asked: string, granted: string) =>
    `The granted scope differs. Requested: ${asked}. Granted: ${granted || '(none)'}. If the test needs a missing scope, allow it for this client at the provider.`,
  scopeByCommas: (granted: string) =>
    `The requested scope was granted, but one list uses commas instead of spaces (RFC 6749 section 3.3). Granted: ${granted}.`,
  scopeNotInToken: (missing: string, asked: string, claimed: string, answered: boolean) =>
    `The access token lacks a requested scope: ${missing}. Requested: ${asked}. The token's scope claim: ${claimed || '(none)'}. ` +
    `The response ${answered ? 'says that it was granted' : 'has no scope'}. APIs that check the claim return 403. ` +
    'Allow the scope for this client or user at the provider.',
  audienceDiffers: (missing: string, audience: string) =>
    `The access token isn't for the requested resource: ${missing}. Its audience (aud) is ${audience}. APIs that check aud return 401. ` +
    'Register the resource at the provider and allow it for this client, or use the parameter that it expects, such as audience.',
  noIdToken: 'The scope includes openid, but the response has no id_token (OpenID Connect Core 3.1.3.3).',
  insecureHost: (label: string, url: string) =>
    `${label} ${url} uses http:, so others on the network can read what is sent. Use https: if the server supports it.`,
  issuerNotChecked: 'Issuer not checked: the step has no Issuer and no Discovery Endpoint. Enter one of them.',
  signatureNotChecked: (called: string, discovery: string) =>
    `${called} signature not checked: ${discovery === '' ? 'there is no Discovery Endpoint with a JWKS' : `the discovery document at ${discovery} has no jwks_uri (OpenID Connect Discovery 3)`}.`,
  algUnlisted: (called: string, alg: string, listed: readonly string[]) =>
    `The ${called} is signed with ${alg}, which discovery doesn't list (${listed.join(', ')}). It was verified anyway.`,
  signInTime: (failure: string) => `The provider ignores max_age. ${failure}.`,
  discoveryIssuer: (issuer: string, url: string) =>
    `The discovery document at ${url} has the issuer ${issuer}, which doesn't match its URL (RFC 8414 section 3.3). Check both for a proxy, another host name or a trailing slash.`,
  otherHost: (label: string, host: string) =>
    `The discovery document has the ${label} on another host: ${host}. Check that this host belongs to the provider.`,
  discoveryNoIssuer: (url: string) =>
    `The discovery document at ${url} has no issuer (RFC 8414 section 2). To check the issuer, enter Issuer.`,
  issuerOverridden: (typed: string, found: string) =>
    `The step's Issuer ${typed} is used, but the discovery document has ${found}. To use that one, clear Issuer.`,
  refreshFailed: (why: string) => `The token couldn't be refreshed and is used until it expires: ${why}`,
} as const

/** Why this token: reused, refreshed or new (noted on every run of the step). */
export const reasons = {
  reused: (until: string) => `reused from the cache: ${until}`,
  valid: (left: string, iso: string) => `valid for another ${left}, until ${iso}`,
  validForTheRun: 'it has no expiry, so it is kept until the end of the run',
  refreshed: (why: string) => `refreshed because ${why}`,
  gotNew: (why: string) => `requested a new token: ${why}`,
  nothingCached: 'none was cached for this step and environment',
  otherSettings: 'this run only has tokens with other settings',
  settingsChanged: "the step's settings changed since the cached token was issued",
  negative: 'this step tests a rejection',
  forced: 'Force Re-Authentication is on',
  expired: (iso: string) => `the cached token expired at ${iso}`,
  expiring: (iso: string) => `the cached token expires at ${iso}`,
  noRefresh: (grant: string) => `${grant} doesn't support refresh`,
  refreshRefused: (why: string) => `the refresh token was rejected (${why})`,
} as const

/** Settings that make the step unusable; each says what to do. */
export const settingsTexts = {
  missing: (field: string) => `${field} is empty.`,
  /** `template` is what the field holds where it is not empty itself: a reference to what has no value. */
  fill: (field: string, template = '') =>
    template === ''
      ? `Enter ${field}.`
      : `${template} resolves to an empty value. Set it in the active environment or where it is defined.`,
  secretMissing: (grant: string) => `Client Secret is missing. ${grant} needs one (RFC 6749 section 4.4).`,
  noEndpoint: (label: string) => `${label} is empty, and there is no Discovery Endpoint.`,
  notInDiscovery: (label: string, url: string) => `${label} is empty, and the discovery document at ${url} doesn't list one.`,
  inDiscovery: (label: string, url: string) => `${label} from the discovery document at ${url}`,
  inDiscoveryHint:
    "Set the provider's public URL (issuer, external URL), or enter the endpoint in the step. Discovery must contain absolute URLs.",
  noPar: (discovery: string | undefined) =>
    discovery === undefined
      ? 'Use PAR is on, but there is no Discovery Endpoint to find the PAR endpoint.'
      : `Use PAR is on, but the discovery document at ${discovery} has no pushed_authorization_request_endpoint.`,
  noParHint: 'Enter a Discovery Endpoint that lists it, or turn off Use PAR.',
  fillEndpoint: (label: string) => `Enter the ${label}, or a Discovery Endpoint that lists it.`,
  managed: (name: string) => `The step already sets the parameter "${name}".`,
  managedHint: (name: string) =>
    name === 'response_mode'
      ? 'Remove it. Any response mode works. If the provider needs form_post, add ?response_mode=form_post to the Authorization Endpoint.'
      : `Remove it. ${name} is set from the step's own fields.`,
  parameter: (position: number) => `Additional parameter ${position}`,
  unnamed: (position: number) => `Additional parameter ${position} has no name.`,
  unnamedHint: 'Give it a name or remove it.',
} as const

/** Client assertions that can't be made. */
export const assertionTexts = {
  noIssuer: "The client assertion's audience is the issuer, but there is no issuer.",
  noKey: 'The client assertion has no signing key.',
  noKeyHint: 'Add the key under Private Key JWT, or choose Shared secret as Client Auth Method.',
  noIssuerHint: 'Enter Issuer or a Discovery Endpoint, or set Audience to the token endpoint.',
} as const

/** Signed authorization requests (RFC 9101). */
export const jarTexts = {
  noIssuer: 'Use JAR is on, but there is no issuer to use as the audience.',
  noIssuerHint: 'Enter Issuer or a Discovery Endpoint, or turn off Use JAR.',
  noKey: 'Use JAR is on, but there is no signing key.',
  noKeyHint: 'Add the key under Private Key JWT, or turn off Use JAR.',
} as const

/** Pushed authorization requests (RFC 9126). */
export const parTexts = {
  noRequestUri: (url: string, status: number, type: string) =>
    `Pushed Authorization Request Endpoint ${url} returned ${status} with ${type || 'no media type'} and without request_uri.`,
  status: (status: number) => `the response has status ${status} instead of 201 (RFC 9126 section 2.2)`,
} as const

/** The response of Implicit, in the fragment of the callback (RFC 6749 section 4.2.2). */
export const fragmentTexts = {
  noToken: (names: string[]) =>
    `The response has no access_token, ${names.length === 0 ? 'and no parameters.' : `only ${names.join(', ')}.`}`,
  noTokenHint: 'Allow the implicit flow for this client at the provider.',
  codeHint: 'Choose Auth Code as Grant Type. The provider returned a code.',
  refreshToken: 'The fragment contains a refresh_token, which RFC 6749 section 4.2.2 forbids. It is ignored.',
} as const

/** DPoP (RFC 9449). */
export const dpopTexts = {
  notBound:
    "DPoP is on, but the provider issued a Bearer token, which isn't bound to the key (RFC 9449 section 5). Turn on DPoP for this client at the provider.",
  noTokenRequest: (grant: string) => `DPoP doesn't work with ${grant}, which has no token request.`,
  noTokenRequestHint: 'Turn off Enable DPoP, or choose Auth Code.',
} as const

/** Negative tests: `fault` and `expectError`. */
export const negativeTexts = {
  needsCode: (fault: string) => `The fault ${fault} needs Auth Code.`,
  needsCodeHint: 'Choose Auth Code, or another fault.',
  needsPkce: 'The fault wrong-verifier needs Require PKCE.',
  needsPkceHint: 'Turn on Require PKCE, or choose another fault.',
  needsSecret: 'The fault wrong-secret needs a Client Secret.',
  needsSecretHint: 'Enter the Client Secret, or choose another fault.',
  faults: {
    'replay-code': 'Deliberately sends the code a second time.',
    'wrong-verifier': 'Deliberately sends a wrong code_verifier.',
    'wrong-secret': 'Deliberately sends a wrong client secret.',
  },
  asExpected: (error: string) => `The provider rejected the request with ${error}, as expected.`,
  notRefused: (expected: string) => `Expected the provider to reject the request with ${expected}, but it issued a token.`,
  notRefusedHint: 'Fix the provider: it must reject this deliberate error. See Exchange.',
  accepted: (error: string, expected: string) =>
    `The provider rejected the request with ${error} instead of ${expected}, but for the tested reason, so this counts as expected.`,
  notJudged: (expected: string, what: string) =>
    `Expected ${expected}, but the provider rejected the request for another reason: ${what}`,
  otherError: (expected: string, what: string) => `Expected the provider to reject the request with ${expected}, but: ${what}`,
} as const

/** The device grant (RFC 8628). */
export const deviceTexts = {
  notJson: (label: string, url: string, status: number, type: string) =>
    `${label} ${url} returned ${status} with ${type || 'no media type'} instead of JSON, so there is no code.`,
  incomplete: (label: string, url: string, missing: string[]) =>
    `${label} ${url} returned no usable ${missing.join(', ')}, so the device can't be approved.`,
  status: (status: number) => `The device response has status ${status}, not 200 (RFC 8628 section 3.2).`,
  verificationUrl: 'The device response has verification_url instead of verification_uri (RFC 8628 section 3.2).',
  noExpiry: 'The device response has no usable expires_in (RFC 8628 section 3.2). Login Timeout applies instead.',
  interval: (value: unknown) =>
    `The device response has interval ${JSON.stringify(value)}, which isn't a number of seconds. 5 s is used (RFC 8628 section 3.2).`,
  goesOn: (why: string) => `Polling failed and continues more slowly: ${why}`,
  codeExpired: 'The device code expired before the device was approved.',
  codeExpiredHint: "Run the step again and approve in time. The provider sets the code's lifetime.",
  timedOut: "The device wasn't approved within Login Timeout.",
  timedOutHint: 'Run the step again and approve in time, or increase Login Timeout.',
} as const

/** Discovery documents that can't be used. */
export const discoveryTexts = {
  notJson: (url: string, status: number, type: string) =>
    `Discovery Endpoint ${url} returned ${status} with ${type || 'no media type'} instead of a JSON object.`,
  status: (url: string, status: number) => `Discovery Endpoint ${url} returned ${status}.`,
  hint: 'Check the URL. It usually ends in /.well-known/openid-configuration or /.well-known/oauth-authorization-server.',
  strictHint:
    "Check that the URL matches the provider's issuer. Common causes are a proxy, another host name or a trailing slash. Or turn off Strict to accept the document with a warning.",
} as const

/** The authorization answer (cases 19 to 21) and the wait for it. */
export const callbackTexts = {
  wrongState: 'The response has the wrong state (RFC 6749 section 10.12). It was rejected, and its code was not used.',
  missingState: 'The response has no state (RFC 6749 section 4.1.2). It was rejected, and its code was not used.',
  missingStateWithError: (error: ProviderError) =>
    `The provider returned an error without the state, so it is unverified: ${quoteError(error)}.`,
  unverified: (error: ProviderError) =>
    `The URL also contains an error that may not come from the provider: ${quoteError(error)}.`,
  missingStateHint: "Fix the error first. Providers that can't match a request often omit its state.",
  stateHint: 'Run the step again and finish the sign-in in its window. An old tab or another sign-in may have responded.',
  wrongIssuer: (expected: string, actual: string) =>
    `The response is from the issuer "${actual}" instead of "${expected}" (RFC 9207 section 2.4). It was rejected, and its code was not used.`,
  missingIssuer: (expected: string) =>
    `The response has no iss, although the provider announces it; expected "${expected}" (RFC 9207 section 2.4). It was rejected, and its code was not used.`,
  issuerHint: 'Check that Issuer, Discovery Endpoint and Authorization Endpoint belong to the same provider.',
  refused: (error: ProviderError) => `The provider rejected the sign-in: ${quoteError(error)}.`.replace(/\.\.$/, '.'),
  noCode: (names: string[]) =>
    `The response has neither code nor error, ${names.length === 0 ? 'and no parameters.' : `only ${names.join(', ')}.`}`,
  noCodeHint: 'Allow the authorization code flow for this client at the provider.',
  severalCodes: 'it has more than one code (RFC 6749 section 3.1)',
  malformed: (why: string) => `The sign-in response is unusable: ${why}.`,
  timeout: (seconds: number, url: string, redirectUri: string) =>
    `The sign-in didn't finish within ${seconds} s: no callback received. Authorization URL: ${url} Redirect URI: ${redirectUri}`,
  /** The page's own URL is served by its service worker, which takes what a provider posts. */
  timeoutHint: (redirectUri: string) =>
    redirectUri.endsWith('/oauth/callback.html')
      ? 'If the window shows 405, reload Assay so that its service worker can receive the response. If the sign-in only needs more time, increase Login Timeout.'
      : 'If the sign-in only needs more time, increase Login Timeout.',
} as const

/** Answers to a sign-in that come as a signed JWT (JARM). */
export const signedAnswerTexts = {
  intro: (failures: string[]) => `The signed sign-in response (JARM) is invalid: ${failures.join('; ')}. Its code was not used.`,
  hint: "Compare its claims with the step's settings and its key with the provider's JWKS. Most providers send unsigned responses if the Authorization Endpoint has no response_mode.",
  clockHint:
    "Synchronize this machine's and the provider's clocks (NTP), or increase Clock Tolerance (at most 600 s). These responses expire within minutes.",
  encrypted: 'it is encrypted, but only signed responses are supported',
  encryptedHint: 'Turn off response encryption for this client at the provider (authorization_encrypted_response_alg).',
  verified: (alg: string) => `The sign-in response was a signed JWT (JARM, ${alg}) and was verified.`,
} as const

/** ID token checks; each starts with the claim's name (case 23). */
export const idTokenTexts = {
  intro: (failures: string[]) => `The ID token is invalid: ${failures.join('; ')}.`,
  hint: "Compare the decoded ID token under Exchange with the step's settings. The token was not used.",
  clockHint:
    "Synchronize this machine's and the provider's clocks (NTP), or increase Clock Tolerance (at most 600 s). The token was not used.",
  slashHint: 'Add or remove the trailing slash in Issuer to match the token. The token was not used.',
  tenantHint:
    "Use your tenant ID in Discovery Endpoint, or enter the tenant's issuer in Issuer. Entra ID's common and organizations documents are shared by all tenants. The token was not used.",
  malformed: "it isn't a JWT with three parts",
  algNone: 'alg: "none" (unsigned) is always rejected',
  algUnknown: (alg: string) => `alg: "${alg}" isn't supported`,
  algUnlisted: (alg: string, listed: readonly string[]) => `alg: "${alg}" isn't listed in discovery (${listed.join(', ')})`,
  noKey: (kid: string | undefined, alg: string) =>
    `signature: the JWKS has no key ${kid === undefined ? `for ${alg}` : `"${kid}" for ${alg}`}`,
  badSignature: (kid: string | undefined) => `signature: it doesn't match the JWKS key${kid === undefined ? '' : ` "${kid}"`}`,
  knownKeys: (age: number, least: number) => ` (keys loaded ${age} s ago in this run, reloaded after ${least} s at the earliest)`,
  badSecretSignature: "signature: it doesn't match the client secret",
  noSecret: (alg: string, byPrivateKey: boolean) =>
    `signature: ${alg} needs the client secret, but ` +
    (byPrivateKey ? 'this client uses a private key instead' : 'this step has none') +
    "; set the client's signing algorithm (id_token_signed_response_alg, userinfo_signed_response_alg) to RS256 or ES256 at the provider",
  missing: (claim: string) => `${claim}: missing`,
  expected: (claim: string, expected: string, actual: string) => `${claim}: expected ${expected}, found ${actual}`,
  audience: (clientId: string, actual: string) => `aud: expected the Client ID ${clientId}, found ${actual}`,
  expired: (seconds: number, tolerance: number) => `exp: expired ${seconds} s ago (tolerance ${tolerance} s)`,
  notYet: (claim: string, seconds: number, tolerance: number) =>
    `${claim}: ${seconds} s ahead of this machine's clock (tolerance ${tolerance} s)`,
  notANumber: (claim: string, actual: string) => `${claim}: expected a number of seconds, found ${actual}`,
  noSignInTime: 'auth_time: missing, although max_age was sent (OpenID Connect Core 2)',
  oldSignIn: (seconds: number, maxAge: number) =>
    `auth_time: the user signed in ${seconds} s ago, but max_age allows ${maxAge} s (OpenID Connect Core 3.1.2.1)`,
  atHash: "at_hash: doesn't match the access token (OpenID Connect Core 3.1.3.6)",
  otherSubject: (before: string, after: string) => `sub: the refreshed ID token is for ${after}, the previous one for ${before}`,
} as const

/** ID tokens that come encrypted (JWE, RFC 7516). */
export const encryptedTexts = {
  hint: 'Add the key or secret that decrypts ID tokens, or turn off encryption for this client at the provider (id_token_encrypted_response_alg). The token was not used.',
  opened: (alg: string, enc: string) => `The ID token was encrypted (${alg}, ${enc}) and was decrypted.`,
  noPrivateKey: (alg: string) =>
    `it is encrypted with ${alg} for the client's private key: turn on Decrypt ID tokens under Security and add the key under Private Key JWT`,
  noSecret: (alg: string) => `it is encrypted with ${alg} for the client secret, but the step has none`,
  algUnknown: (alg: string) => `it is encrypted with ${alg || 'no alg'}; only RSA-OAEP and ECDH-ES are supported`,
  otherKey: (alg: string) => `it is encrypted with ${alg}, but the step's key is of another type`,
  notOpened: (alg: string, enc: string, bySecret: boolean) =>
    `it is encrypted with ${alg} and ${enc}, but ${bySecret ? 'the client secret (hashed as in OpenID Connect Core 10.2)' : "the step's private key"} can't decrypt it`,
  notSigned: "the decrypted content isn't a signed token (OpenID Connect Core 2)",
} as const

/** Why a response of the Userinfo Endpoint that is a JWT is not taken (OpenID Connect Core 5.3.2). */
export const userinfoTexts = {
  intro: (failures: string[]) => `The JWT from the Userinfo Endpoint is invalid: ${failures.join('; ')}.`,
  hint: "Compare its claims with the step's settings. They were not used.",
  encryptedHint:
    'Add the key or secret that decrypts it, or turn off encryption for this client at the provider (userinfo_encrypted_response_alg). Its claims were not used.',
  notClaims: 'the decrypted content is neither a signed token nor a JSON object (OpenID Connect Core 5.3.2)',
} as const

/** Key sets that can't be used. */
export const jwksTexts = {
  unusable: (url: string, status: number, type: string) =>
    `JWKS ${url} returned ${status} with ${type || 'no media type'} instead of a key set, so the ID token's signature can't be verified.`,
  hint: 'Check jwks_uri in the discovery document.',
} as const

/** The result of asking the provider about a token. */
export const tokenCallTexts = {
  noToken: 'Get a token first. None is cached for these settings.',
  noRefreshToken: 'Get a new token. The provider issued no refresh token.',
  byHand: 'you requested it',
  refreshed: 'Token refreshed.',
  noDiscovery: (label: string) => `Enter a Discovery Endpoint that lists the ${label}.`,
  notNamed: (label: string) => `The provider doesn't offer this: discovery has no ${label}.`,
  status: (label: string, url: string, status: number) => `${label} ${url} returned ${status} without a reason.`,
  statusHint: "Check the endpoint in the discovery document, the provider's log, and the response under Exchange.",
  notJson: (label: string, url: string) => `${label} ${url} didn't return a JSON object.`,
  notJsonHint: 'See the response under Exchange. A web page means that discovery has the wrong URL, or that a proxy responded.',
  revoked: "The provider revoked the token, or doesn't recognize it (RFC 7009 section 2.2). It was also removed here.",
  noActive: (url: string) =>
    `The response from the Introspection Endpoint ${url} has no "active" member, or its value isn't a boolean (RFC 7662 section 2.2).`,
  active: 'The token is active.',
  inactive: 'The token is inactive: expired, revoked, or unknown to the provider.',
  noSub: (url: string) => `The response from the Userinfo Endpoint ${url} has no "sub" (OpenID Connect Core 5.3.2).`,
  subUnchecked: 'The provider returned the user. There is no ID token to compare "sub" with.',
  otherSub: (userinfo: string, idToken: string) =>
    `sub: userinfo is for ${userinfo}, the ID token for ${idToken}. The response must not be used (OpenID Connect Core 5.3.2).`,
  otherSubHint:
    'Check for a cache or proxy that ignores the Authorization header. If there is none, the provider mixed up two users, or pairwise and public subjects.',
  sameSub: 'The provider returned the user with the same "sub" as the ID token.',
  /** What the response came in, where it was no plain JSON; `encryption` names its algorithms. */
  userinfoIn: ({ signature, encryption }: { signature?: { alg: string; checked: boolean }; encryption?: string }) =>
    [
      ...(encryption === undefined ? [] : [`The response was encrypted (${encryption}) and was decrypted.`]),
      ...(signature === undefined
        ? []
        : [
            signature.checked
              ? `Its signature is valid (${signature.alg}).`
              : `Its signature (${signature.alg}) wasn't checked: the discovery document has no jwks_uri.`,
          ]),
    ].join(' '),
  userinfoType: (mediaType: string) =>
    `Userinfo has ${mediaType || 'no media type'} instead of application/jwt (OpenID Connect Core 5.3.2).`,
} as const

/** A logout that the client requests (OpenID Connect RP-Initiated Logout 1.0). */
export const endSessionTexts = {
  label: 'End Session Endpoint',
  cameBack: 'The provider redirects the browser back: the session has ended.',
  ended:
    'The provider ended the session and redirected the browser back. The token is still cached: use Introspect or Userinfo to check whether it still works.',
  refused: (error: ProviderError) =>
    `The provider redirected the browser back with ${quoteError(error)}, so the session may still be active.`,
  otherState:
    'The browser returned with a different state, so this may be the response to another logout. Close other sign-out windows and try again.',
  noState:
    'The browser returned without the state that RP-Initiated Logout 1.0 section 3 requires. The response was accepted, because no other was expected.',
  stopped: "Stopped waiting. See the provider's window for the session's state.",
  noAnswer: (seconds: number) => `See the provider's window for the cause: the browser didn't return within ${seconds} s.`,
  blocked: "The browser blocked the provider's sign-out window.",
  blockedHint: 'Allow pop-up windows for this page, and try again.',
  hint: (uri: string) =>
    `Register ${uri} as post_logout_redirect_uri for the client. If it isn't registered, many providers end the session but stay on their own page.`,
  noIdToken:
    'There is no ID token to identify the session (id_token_hint), so the provider may ask for confirmation or not redirect back. To get an ID token, add openid to the Scope.',
} as const

/** Clients that are registered and deleted at the provider (RFC 7591, RFC 7592). */
export const registrationTexts = {
  clientEndpoint: 'Client Configuration Endpoint',
  noDiscovery: 'Discovery Endpoint is empty.',
  noDiscoveryHint: 'Enter a Discovery Endpoint that lists registration_endpoint.',
  notOffered: (url: string) => `The discovery document at ${url} has no registration_endpoint.`,
  notOfferedHint: "Register the client in the provider's administration, and enter Client ID and Client Secret.",
  noClient: (url: string, status: number) => `Registration Endpoint ${url} returned ${status} without a client_id.`,
  noClientHint: 'Check registration_endpoint in the discovery document. See the response under Exchange.',
  symmetricKey: "A symmetric key can't be registered.",
  symmetricKeyHint: 'Choose Shared secret as Client Auth Method, or a private key under Private Key JWT.',
  certificate: "Clients that authenticate by certificate can't be registered here.",
  certificateHint: "Register the client in the provider's administration, or choose another Client Auth Method.",
  registered: (id: string, deletable: boolean) =>
    `Registered the client ${id}.${deletable ? '' : " The response has no registration_access_token, so only the provider's administrator can delete it."}`,
  otherMethod: (asked: string, got: string) =>
    `Requested the authentication method ${asked}, but the provider registered ${got}. Change Client Auth Method or "Send secret in".`,
  notRegistered: 'This step has no registered client to delete.',
  deleted: (id: string) => `Deleted the client ${id} at the provider.`,
} as const

/** Logins that a script runs. */
export const scriptTexts = {
  noBrowser: "This step signs in with a script, which a browser page can't run.",
  noBrowserHint:
    'Start the companion (assay serve) and connect it, or run the project with assay run. To sign in yourself, turn off Automation Script.',
  page: (name: string) => `The script's page: ${name}.`,
} as const
