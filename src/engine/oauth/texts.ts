// Over 400 lines: what a step says to people stands in one list, so that the same refusal has the same words wherever it is told.
import type { ErrorCode } from '#engine/base/errors.ts'
import { checkServer } from '#engine/ports/http-texts.ts'
import type { ProviderError } from './refusals/provider-error.ts'
import { quoteError } from './refusals/provider-error.ts'

/** Endpoints that no field of the step holds. */
const onlyDiscovered = /^(JWKS|(Userinfo|Introspection|Revocation|Pushed Authorization Request) Endpoint)$/

/** What to do about a request that got no answer, by code of the transport error. */
export const transportHint = (label: string, code: ErrorCode, hint: string | undefined): string | undefined => {
  switch (code) {
    case 'http-cors':
      return `The setting of the provider is often called allowed or web origins of the client. ${hint ?? ''}`.trim()
    case 'http-unreachable':
      // A host that sees why says it better.
      if (hint !== undefined && !hint.startsWith(checkServer)) return hint
      return `${
        onlyDiscovered.test(label)
          ? `Check that the provider runs, that its certificate is trusted, and that the address of the ${label} in the discovery document can be reached from here.`
          : `Check the ${label} of the step, that the provider runs, and that its certificate is trusted.`
      }${hint?.slice(checkServer.length) ?? ''}`
    case 'http-timeout':
      return `Check that the provider answers at the ${label}; the step waits 30 s for each message.`
    default:
      return hint
  }
}

/** The provider said no in its own words (cases 12, 14, 15). */
export const refused = (label: string, url: string, status: number, error: ProviderError): string =>
  `${label} ${url} answered ${status}: ${quoteError(error)}.`.replace(/\.\.$/, '.')

/** An error status without an error that can be read (case 13). */
export const refusedWithoutError = (label: string, url: string, status: number, type: string, text: string): string =>
  `${label} ${url} answered ${status} ` +
  (text === ''
    ? 'with an empty body.'
    : /[/+]json$/.test(type)
      ? `with JSON that names no error: ${text}`
      : `with ${type || 'no media type'} instead of a JSON error: ${text}`)

/** A redirect where a token should be (case 16). */
export const endpointRedirects = (label: string, url: string, to: string | undefined): string =>
  `${label} ${url} redirects${to === undefined ? '; the browser does not say where to' : ` to ${to}`}. It was not followed.`

/** What to do about {@link endpointRedirects}. */
export const redirectHint = (label: string): string =>
  onlyDiscovered.test(label)
    ? 'The address comes from the discovery document: let the provider name the one that answers itself.'
    : `Set the ${label} to the address that answers itself; a redirect often means http instead of https, or a login page.${
        label === 'Discovery Endpoint'
          ? ' A provider without discovery may send every address on that it does not know: leave the field empty then, and type the endpoints.'
          : ''
      }`

/** An answer that holds nothing (case 17). */
export const emptyBody = (label: string, url: string, status: number): string =>
  `${label} ${url} answered ${status} with an empty body, so there is nothing to go on with.`

/** An answer in a format that can't be read. */
export const unreadable = (label: string, url: string, status: number, type: string, text: string): string =>
  `${label} ${url} answered ${status} with ${type || 'no media type'} that is no JSON object: ${text}`

/** A JSON answer without the member that matters. */
export function noAccessToken(label: string, url: string, body: Record<string, unknown>): string {
  if (Object.hasOwn(body, 'access_token'))
    return `${label} ${url} answered with an access_token that is no text but ${typeInWords(body['access_token'])}.`
  const members = Object.keys(body)
  const shown = members.slice(0, mostMembers).join(', ')
  const more = members.length > mostMembers ? ` and ${members.length - mostMembers} more` : ''
  return `${label} ${url} answered without access_token; ${members.length === 0 ? 'the answer is an empty object' : `it holds ${shown}${more}`}.`
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
  `The provider issued a token of type "${type}", which Assay can't send: it knows Bearer (RFC 6750) and DPoP (RFC 9449).`

/** What to do about a token type that can't be sent. */
export const bearerHint = (type: string): string =>
  /^bearer_?token$/i.test(type)
    ? 'Let the provider say Bearer: in Apigee set RFCCompliantRequestResponse to true in the policy OAuthV2.'
    : 'Configure the client at the provider to get Bearer tokens. If the provider has none and its API takes this one as Bearer, ask for it with a Send Request step and take access_token with a Data Transfer step.'

/** What to do when an endpoint answers like another one. */
export const notAPage = (label: string): string =>
  `Check that the provider names this address as its ${label}, that it is no page for people, and look at the answer in the exchange.`

/** What to do when a server failed (RFC 9110 section 15.6). */
export const serverFailed = (status: number): string =>
  status > 501 && status < 505
    ? 'A gateway answered in place of the provider, which is down, starting or overloaded. Run the step again; if it happens again, look at the provider.'
    : 'This is an error inside the provider: its log at this time says which. Run the step again.'

/** What to do about an answer that was cut off. */
export const runAgain = 'Run the step again; if it happens again, look at the provider.'

/** An answer that a strict step does not accept. */
export const notConform = (label: string, url: string, why: string): string =>
  `${label} ${url} answered in a way that a strict client refuses: ${why}.`

/** An answer that can't be used, and why. */
export const unusableAnswer = (label: string, url: string, why: string): string =>
  `${label} ${url} answered in a way that can not be used: ${why}.`

/** What to do about {@link unusableAnswer}: nothing in the step would help. */
export const againstStandard =
  'The answer breaks the standard: look at it in the exchange, and mend it at the provider, or at a proxy in between.'

/** What to do about {@link notConform}. */
export const strictHint = 'Switch "strict" off to repair such answers with a warning.'

/** The parts of a body that are repaired (`noted` warnings). */
export const repairs = {
  status: (status: number) => `The token answer has status ${status}; RFC 6749 section 5.1 says 200.`,
  form: 'The token answer is form-encoded; RFC 6749 section 5.1 says JSON.',
  mediaType: (type: string) =>
    `The token answer is JSON under ${type === '' ? 'no media type' : `the media type ${type}`}; RFC 6749 section 5.1 says application/json.`,
  noTokenType: 'The token answer has no token_type (RFC 6749 section 5.1); Bearer is assumed.',
  empty: (name: string, value: unknown) =>
    `The token answer has ${name} ${value === null ? 'null' : '""'}; it is treated as absent (RFC 6749 section 5.1).`,
  scopeList: 'The token answer has scope as a list; RFC 6749 section 3.3 says words separated by spaces.',
  notAText: (name: string) => `The token answer has a ${name} that is not a text; it is ignored.`,
  expiresIn: (value: string) => `The token answer has expires_in ${value}, which is not a number of seconds; it is ignored.`,
  numberedText: (value: string) => `expires_in came as the text "${value}" and was read as a number.`,
} as const

/** Warnings and remarks about an answer that is usable. */
export const notes = {
  lifetimeNotStated: 'Lifetime not stated (no expires_in): the token is kept until the end of the run.',
  lifetimeZero: 'expires_in is 0: the token is not kept in the cache.',
  scopeDiffers: (asked: string, granted: string) =>
    `Scope granted differs from scope asked. Asked: ${asked}. Granted: ${granted || '(none)'}.`,
  scopeByCommas: (granted: string) =>
    `All scope that was asked for was granted, with commas in one of both lists; RFC 6749 section 3.3 says spaces. Granted: ${granted}.`,
  scopeNotInToken: (missing: string, asked: string, claimed: string, answered: boolean) =>
    `The access token lacks scope that was asked for: ${missing}. Asked: ${asked}. In the token's scope claim: ${claimed || '(none)'}. ` +
    `The answer ${answered ? 'says otherwise' : 'does not say so (it has no scope)'}; an API that checks it will answer 403. ` +
    'Allow the scope for this client, or this person, at the provider.',
  noIdToken: 'The scope holds openid, but the answer has no id_token (OpenID Connect Core 3.1.3.3).',
  insecureHost: (label: string, url: string) =>
    `${label} ${url} is http: and can be read on the way; its host is allowed by the environment.`,
  issuerNotChecked: 'issuer not checked: the step has neither an Issuer nor a Discovery Endpoint.',
  signatureNotChecked: (called: string, discovery: string) =>
    `${called} signature not checked: ${discovery === '' ? 'no JWKS is known without a Discovery Endpoint' : `the discovery document of ${discovery} names no jwks_uri (OpenID Connect Discovery 3)`}.`,
  algUnlisted: (called: string, alg: string, listed: readonly string[]) =>
    `The ${called} is signed with ${alg}, which is not among the algorithms that the provider announces (${listed.join(', ')}); it is verified all the same.`,
  signInTime: (failure: string) => `The provider does not do as max_age asks. ${failure}.`,
  discoveryIssuer: (issuer: string, url: string) =>
    `The discovery document of ${url} names the issuer ${issuer}, which does not fit its address (RFC 8414 section 3.3).`,
  otherHost: (label: string, host: string) => `The discovery document puts the ${label} on another host: ${host}.`,
  discoveryNoIssuer: (url: string) => `The discovery document of ${url} names no issuer (RFC 8414 section 2).`,
  issuerOverridden: (typed: string, found: string) =>
    `The step's Issuer ${typed} is used; the discovery document names ${found}.`,
  refreshFailed: (why: string) => `The token could not be refreshed and is used for as long as it lives: ${why}`,
} as const

/** Why this token: reused, refreshed or new (noted on every run of the step). */
export const reasons = {
  reused: (until: string) => `reused from the cache: ${until}`,
  valid: (left: string, iso: string) => `valid for another ${left}, until ${iso}`,
  validForTheRun: 'its lifetime is not stated, so it is kept until the end of the run',
  refreshed: (why: string) => `refreshed because ${why}`,
  gotNew: (why: string) => `got new because ${why}`,
  nothingCached: 'no token was cached for this step and environment',
  otherSettings: 'this run has got no token with these settings yet, only with others',
  settingsChanged: "the step's settings have changed since the cached token was got",
  negative: 'this step tests a refusal',
  forced: 'Force Re-Authentication is on',
  expired: (iso: string) => `the cached token expired at ${iso}`,
  expiring: (iso: string) => `the cached token expires at ${iso}`,
  noRefresh: (grant: string) => `refresh is not available for ${grant}`,
  refreshRefused: (why: string) => `the refresh token was refused (${why})`,
} as const

/** Settings that make the step unusable; each says what to do. */
export const settingsTexts = {
  missing: (field: string) => `${field} is empty.`,
  /** `template` is what the field holds where it is not empty itself: a reference to what has no value. */
  fill: (field: string, template = '') =>
    template === ''
      ? `Fill in ${field}.`
      : `The field holds ${template}, which comes to nothing: give its variable a value, in the environment that is chosen or where it is defined.`,
  secretMissing: (grant: string) => `Client Secret is missing: ${grant} need one (RFC 6749 section 4.4).`,
  noEndpoint: (label: string) => `${label} is empty, and there is no Discovery Endpoint to take it from.`,
  notInDiscovery: (label: string, url: string) => `${label} is empty, and the discovery document of ${url} does not name one.`,
  inDiscovery: (label: string, url: string) => `${label}, as the discovery document of ${url} names it`,
  inDiscoveryHint:
    'The provider has to name whole addresses: set its public address (issuer, external URL) there. Until then type the endpoint into its field.',
  noPar: (discovery: string | undefined) =>
    discovery === undefined
      ? 'Use PAR is on, and without a Discovery Endpoint the address to push the request to is not known.'
      : `Use PAR is on, and the discovery document of ${discovery} names no pushed_authorization_request_endpoint.`,
  noParHint: 'Fill in a Discovery Endpoint that names it, or switch Use PAR off.',
  fillEndpoint: (label: string) => `Fill in the ${label}, or a Discovery Endpoint that names it.`,
  managed: (name: string) => `The additional parameter "${name}" is managed by the step.`,
  managedHint: (name: string) =>
    name === 'response_mode'
      ? 'Remove it: the answer is read wherever the provider puts it. One that must be told to post it can be told in the Authorization Endpoint: add ?response_mode=form_post to its address.'
      : `Remove it; ${name} is set from the step's own fields.`,
  parameter: (position: number) => `Additional parameter ${position}`,
  unnamed: (position: number) => `Additional parameter ${position} has a value but no name.`,
  unnamedHint: 'Give it a name or remove it.',
} as const

/** Client assertions that can't be made. */
export const assertionTexts = {
  noIssuer: 'The Audience of the client assertion is the issuer, and no issuer is known.',
  noKey: 'The client assertion has no key to sign with.',
  noKeyHint: 'Store the key under Private Key JWT, or choose SharedSecret as Client Auth Method.',
  noIssuerHint: 'Fill in Issuer or a Discovery Endpoint, or set Audience to the token endpoint.',
} as const

/** Signed authorization requests (RFC 9101). */
export const jarTexts = {
  noIssuer: 'Use JAR is on, and the request object needs the issuer as its audience, which is not known.',
  noIssuerHint: 'Fill in Issuer or a Discovery Endpoint, or switch Use JAR off.',
  noKey: 'Use JAR is on, and there is no key to sign the request with.',
  noKeyHint: 'Store the key under Private Key JWT, or switch Use JAR off.',
} as const

/** Pushed authorization requests (RFC 9126). */
export const parTexts = {
  noRequestUri: (url: string, status: number, type: string) =>
    `Pushed Authorization Request Endpoint ${url} answered ${status} with ${type || 'no media type'} and without request_uri.`,
  status: (status: number) => `the answer has status ${status}, RFC 9126 section 2.2 says 201`,
} as const

/** The answer of Implicit, in the fragment of the callback (RFC 6749 section 4.2.2). */
export const fragmentTexts = {
  noToken: (names: string[]) =>
    `The answer has no access_token; ${names.length === 0 ? 'it has no parameters.' : `it holds ${names.join(', ')}.`}`,
  noTokenHint: 'Check that the client may use the implicit flow at the provider.',
  codeHint: 'The provider answers with a code: choose the Grant Type Auth Code, which is also the safer one.',
  refreshToken: 'The fragment holds a refresh_token, which RFC 6749 section 4.2.2 forbids; it is ignored.',
} as const

/** DPoP (RFC 9449). */
export const dpopTexts = {
  notBound: 'DPoP is on, but the provider issued a Bearer token, which is not bound to the key (RFC 9449 section 5).',
  noTokenRequest: (grant: string) =>
    `Enable DPoP can not work with ${grant}: its token comes without a token request that could carry a proof.`,
  noTokenRequestHint: 'Switch Enable DPoP off, or choose the Grant Type Auth Code.',
} as const

/** Negative tests: `fault` and `expectError`. */
export const negativeTexts = {
  needsCode: (fault: string) => `The fault ${fault} needs the Grant Type Auth Code.`,
  needsCodeHint: 'Choose Auth Code, or another fault.',
  needsPkce: 'The fault wrong-verifier needs Require PKCE: without it there is no verifier.',
  needsPkceHint: 'Switch Require PKCE on, or choose another fault.',
  needsSecret: 'The fault wrong-secret needs a Client Secret: without it there is nothing to get wrong.',
  needsSecretHint: 'Fill in the Client Secret, or choose another fault.',
  faults: {
    'replay-code': 'On purpose the code is sent a second time after it was exchanged.',
    'wrong-verifier': 'On purpose another code_verifier is sent than the one that the challenge was made of.',
    'wrong-secret': 'On purpose a wrong client secret is sent.',
  },
  asExpected: (error: string) => `The provider refused with ${error}, as expected.`,
  notRefused: (expected: string) => `Expected the provider to refuse with ${expected}, but it issued a token.`,
  notRefusedHint: 'The provider does not notice what is wrong here: that is what this step tests. Look at the exchange.',
  accepted: (error: string, expected: string) =>
    `The provider refused with ${error} where the standard says ${expected}, and meant what is tested: this counts as expected.`,
  notJudged: (expected: string, what: string) =>
    `Whether the provider refuses with ${expected} can't be judged by its answer, which is about something else: ${what}`,
  otherError: (expected: string, what: string) => `Expected the provider to refuse with ${expected}, but: ${what}`,
} as const

/** The device grant (RFC 8628). */
export const deviceTexts = {
  notJson: (label: string, url: string, status: number, type: string) =>
    `${label} ${url} answered ${status} with ${type || 'no media type'} instead of JSON, so there is no code to show.`,
  incomplete: (label: string, url: string, missing: string[]) =>
    `${label} ${url} answered without a usable ${missing.join(', ')}, so nobody can approve the device.`,
  status: (status: number) => `The device answer has status ${status}; RFC 8628 section 3.2 says 200.`,
  verificationUrl: 'The device answer has verification_url; RFC 8628 section 3.2 says verification_uri.',
  noExpiry: 'The device answer has no usable expires_in (RFC 8628 section 3.2); the Login Timeout is the limit.',
  interval: (value: unknown) =>
    `The device answer has interval ${JSON.stringify(value)}, which is not a number of seconds; 5 s is used (RFC 8628 section 3.2).`,
  goesOn: (why: string) => `Asking for the token failed and goes on more slowly: ${why}`,
  codeExpired: 'The device code expired before anybody approved the device.',
  codeExpiredHint: 'Run the step again and approve in time; how long the code lives is set at the provider.',
  timedOut: 'Nobody approved the device within the Login Timeout.',
  timedOutHint: 'Run the step again and approve in time, or raise Login Timeout.',
} as const

/** Discovery documents that can't be used. */
export const discoveryTexts = {
  notJson: (url: string, status: number, type: string) =>
    `Discovery Endpoint ${url} answered ${status} with ${type || 'no media type'} instead of a JSON object.`,
  status: (url: string, status: number) => `Discovery Endpoint ${url} answered ${status}.`,
  hint: 'Check the address: it usually ends in /.well-known/openid-configuration or /.well-known/oauth-authorization-server.',
  strictHint:
    'Check that address and provider belong together: a proxy, another host name or a slash at the end are the usual reasons. Or switch "strict" off to accept the document with a warning.',
} as const

/** The authorization answer (cases 19 to 21) and the wait for it. */
export const callbackTexts = {
  wrongState:
    'The answer came with another state than the one that was sent (RFC 6749 section 10.12). It was rejected and its code was not used.',
  missingState:
    'The answer came without the state that was sent (RFC 6749 section 4.1.2). It was rejected and its code was not used.',
  missingStateWithError: (error: ProviderError) =>
    `The provider answered with an error, and without the state that was sent, so it is unverified: ${quoteError(error)}.`,
  unverified: (error: ProviderError) => `The address also states an error, unverified: ${quoteError(error)}.`,
  missingStateHint: 'Read the error first: providers that can not place a request often answer without its state.',
  stateHint:
    'An old tab or another sign-in may have answered. Run the step again, and finish the sign-in in the window that it opens.',
  wrongIssuer: (expected: string, actual: string) =>
    `The answer comes from the issuer "${actual}", expected "${expected}" (RFC 9207 section 2.4). It was rejected and its code was not used.`,
  missingIssuer: (expected: string) =>
    `The answer has no iss, though the provider advertises it; expected "${expected}" (RFC 9207 section 2.4). It was rejected and its code was not used.`,
  issuerHint: 'Check that Issuer, Discovery Endpoint and Authorization Endpoint belong to the same provider.',
  refused: (error: ProviderError) => `The provider answered the sign-in with ${quoteError(error)}.`.replace(/\.\.$/, '.'),
  noCode: (names: string[]) =>
    `The answer has neither code nor error; ${names.length === 0 ? 'it has no parameters.' : `it holds ${names.join(', ')}.`}`,
  noCodeHint: 'Check that the client may use the authorization code flow at the provider.',
  severalCodes: 'it holds more than one code (RFC 6749 section 3.1)',
  malformed: (why: string) => `The answer to the sign-in can't be used: ${why}.`,
  timeout: (seconds: number, url: string, redirectUri: string) =>
    `The sign-in did not finish within ${seconds} s: no callback received. Authorize URL: ${url} Redirect URI: ${redirectUri}`,
  /** The page's own address is served by its service worker, which takes what a provider posts. */
  timeoutHint: (redirectUri: string) =>
    redirectUri.endsWith('/oauth/callback.html')
      ? 'If it shows that the Redirect URI takes no POST (405), open Assay anew, so that its service worker takes the answer. Otherwise raise Login Timeout.'
      : 'Otherwise raise Login Timeout.',
} as const

/** Answers to a sign-in that come as a signed JWT (JARM). */
export const signedAnswerTexts = {
  intro: (failures: string[]) =>
    `The signed answer to the sign-in (JARM) is not acceptable: ${failures.join('; ')}. Its code was not used.`,
  hint: 'Compare its claims with the settings of the step, and its key with the JWKS of the provider. Without response_mode in the address of the Authorization Endpoint most providers send the answer unsigned.',
  clockHint:
    'Such answers live for minutes: set the clocks of this machine and of the provider by NTP; until then Clock Tolerance can be raised, to 600 s at most.',
  encrypted: 'it is encrypted, and answers that are signed alone can be read',
  encryptedHint: 'Switch the encryption of answers off for this client at the provider (authorization_encrypted_response_alg).',
  verified: (alg: string) => `The answer to the sign-in came as a signed JWT (JARM, ${alg}), which was verified.`,
} as const

/** ID token checks; each starts with the claim's name (case 23). */
export const idTokenTexts = {
  intro: (failures: string[]) => `The ID token is not acceptable: ${failures.join('; ')}.`,
  hint: 'The token was not used. Compare the decoded ID token in the exchange with the settings of the step.',
  clockHint:
    'The token was not used. Set the clocks of this machine and of the provider by NTP; until then Clock Tolerance can be raised, to 600 s at most.',
  slashHint:
    'The token was not used. Issuers are compared to the letter: give Issuer the slash at the end that the token has, or take it away.',
  tenantHint:
    'The token was not used. This document of Entra ID is shared by all tenants (common, organizations), and the token names one: put the tenant id into Discovery Endpoint, or the whole issuer into Issuer.',
  malformed: 'it is not a JWT of three parts',
  algNone: 'alg: "none" means that it is not signed, and is always refused',
  algUnknown: (alg: string) => `alg: "${alg}" is not an algorithm that can be verified`,
  algUnlisted: (alg: string, listed: readonly string[]) =>
    `alg: "${alg}" is not among those that the provider announces (${listed.join(', ')})`,
  noKey: (kid: string | undefined, alg: string) =>
    `signature: the JWKS has no key ${kid === undefined ? `for ${alg}` : `"${kid}" for ${alg}`}`,
  badSignature: (kid: string | undefined) =>
    `signature: it does not verify with the key${kid === undefined ? '' : ` "${kid}"`} of the JWKS`,
  knownKeys: (age: number, least: number) =>
    ` (its keys are from ${age} s before in this run; they are asked for again after ${least} s at the earliest)`,
  badSecretSignature: 'signature: it does not verify with the client secret',
  noSecret: (alg: string, byPrivateKey: boolean) =>
    `signature: ${alg} is verified with the client secret, and ` +
    (byPrivateKey ? 'this client has none, since it signs assertions with a private key' : 'this step uses none') +
    '; set the signing algorithm of the client (id_token_signed_response_alg, userinfo_signed_response_alg) to RS256 or ES256 at the provider',
  missing: (claim: string) => `${claim}: it is missing`,
  expected: (claim: string, expected: string, actual: string) => `${claim}: expected ${expected}, found ${actual}`,
  audience: (clientId: string, actual: string) => `aud: expected it to hold the Client ID ${clientId}, found ${actual}`,
  expired: (seconds: number, tolerance: number) => `exp: it expired ${seconds} s ago, beyond the tolerance of ${tolerance} s`,
  notYet: (claim: string, seconds: number, tolerance: number) =>
    `${claim}: it is ${seconds} s ahead of this machine's clock, beyond the tolerance of ${tolerance} s`,
  notANumber: (claim: string, actual: string) => `${claim}: expected a number of seconds, found ${actual}`,
  noSignInTime: 'auth_time: it is missing, though max_age was sent (OpenID Connect Core 2)',
  oldSignIn: (seconds: number, maxAge: number) =>
    `auth_time: the person signed in ${seconds} s ago, and max_age asks for ${maxAge} s at most (OpenID Connect Core 3.1.2.1)`,
  atHash: 'at_hash: it does not fit the access token (OpenID Connect Core 3.1.3.6)',
  otherSubject: (before: string, after: string) =>
    `sub: the refreshed ID token is for ${after}, the one before was for ${before}`,
} as const

/** ID tokens that come encrypted (JWE, RFC 7516). */
export const encryptedTexts = {
  hint: 'The token was not used. The provider encrypts ID tokens for this client (id_token_encrypted_response_alg): give the step what opens them, or switch that off there.',
  opened: (alg: string, enc: string) => `The ID token came encrypted (${alg}, ${enc}) and was opened.`,
  noPrivateKey: (alg: string) =>
    `it is encrypted with ${alg} for a private key of the client, and the step has none: switch Open encrypted ID tokens on under Security, and store the key under Private Key JWT`,
  noSecret: (alg: string) => `it is encrypted with ${alg} by the client secret, and the step has none`,
  algUnknown: (alg: string) => `it is encrypted with ${alg || 'no alg'}, which can't be opened here: RSA-OAEP and ECDH-ES can`,
  otherKey: (alg: string) => `it is encrypted with ${alg}, and the key of the step is of another kind`,
  notOpened: (alg: string, enc: string, bySecret: boolean) =>
    `it is encrypted with ${alg} and ${enc}, and ${bySecret ? 'the client secret (hashed as OpenID Connect Core 10.2 says)' : 'the private key of the step'} does not open it`,
  notSigned: 'what was encrypted is not a signed token (OpenID Connect Core 2)',
} as const

/** Why an answer of the Userinfo Endpoint that is a JWT is not taken (OpenID Connect Core 5.3.2). */
export const userinfoTexts = {
  intro: (failures: string[]) => `The JWT of the Userinfo Endpoint is not acceptable: ${failures.join('; ')}.`,
  hint: 'Its claims were not used. Compare them, as far as they can be read, with the settings of the step.',
  encryptedHint:
    'Its claims were not used. The provider encrypts userinfo for this client (userinfo_encrypted_response_alg): give the step what opens it, or switch that off there.',
  notClaims: 'what was encrypted is neither a signed token nor a JSON object (OpenID Connect Core 5.3.2)',
} as const

/** Key sets that can't be used. */
export const jwksTexts = {
  unusable: (url: string, status: number, type: string) =>
    `JWKS ${url} answered ${status} with ${type || 'no media type'} instead of a set of keys, so the ID token's signature can't be verified.`,
  hint: 'The address comes from jwks_uri of the discovery document; check it at the provider.',
} as const

/** What comes of asking the provider about a token. */
export const tokenCallTexts = {
  noToken: 'No token is cached for these settings. Get one first.',
  noRefreshToken: 'The provider gave no refresh token with this token. Get a new one instead.',
  byHand: 'it was asked for by hand',
  refreshed: 'The token was refreshed.',
  noDiscovery: (label: string) => `The ${label} is not known: fill in the Discovery Endpoint that names it.`,
  notNamed: (label: string) => `The discovery document names no ${label}: the provider does not offer this.`,
  status: (label: string, url: string, status: number) => `${label} ${url} answered ${status} and does not say why.`,
  statusHint:
    'The address comes from the discovery document: check it and the log of the provider, and look at the answer in the exchange.',
  notJson: (label: string, url: string) => `${label} ${url} did not answer with a JSON object.`,
  notJsonHint:
    'Look at the answer in the exchange: a page for people means that the discovery document names another address than that of the endpoint, or that a proxy answered.',
  revoked: 'The provider has revoked the token, or did not know it (RFC 7009 section 2.2). It was forgotten here too.',
  noActive: (url: string) =>
    `The answer of the Introspection Endpoint ${url} lacks "active", or it is neither true nor false (RFC 7662 section 2.2).`,
  active: 'The token is active.',
  inactive: 'The token is not active: expired, revoked, or not known to the provider.',
  noSub: (url: string) => `The answer of the Userinfo Endpoint ${url} holds no "sub" (OpenID Connect Core 5.3.2).`,
  subUnchecked: 'The provider answered. There is no ID token to compare "sub" with.',
  otherSub: (userinfo: string, idToken: string) =>
    `sub: userinfo is about ${userinfo}, the ID token about ${idToken}. The answer must not be used (OpenID Connect Core 5.3.2).`,
  otherSubHint:
    'The provider mixed up two people, or pairwise and public subjects; a cache or proxy that ignores the Authorization header does so too.',
  sameSub: 'The provider answered, with the same "sub" as the ID token.',
  /** What the answer came in, where it was no plain JSON; `encryption` names its algorithms. */
  userinfoIn: ({ signature, encryption }: { signature?: { alg: string; checked: boolean }; encryption?: string }) =>
    [
      ...(encryption === undefined ? [] : [`It came encrypted (${encryption}) and was opened.`]),
      ...(signature === undefined
        ? []
        : [
            signature.checked
              ? `It is signed, and the signature holds (${signature.alg}).`
              : `It is signed with ${signature.alg}, which was not checked: the discovery document names no jwks_uri.`,
          ]),
    ].join(' '),
  userinfoType: (mediaType: string) =>
    `Userinfo came as ${mediaType || 'no media type'} in place of application/jwt (OpenID Connect Core 5.3.2).`,
} as const

/** A logout that the client asks for (OpenID Connect RP-Initiated Logout 1.0). */
export const endSessionTexts = {
  label: 'End Session Endpoint',
  cameBack: 'The provider sends the browser back: the session has ended there.',
  ended:
    'The provider ended the session and sent the browser back. The token is still kept here: whether it is good for anything yet, Introspect and Userinfo tell.',
  refused: (error: ProviderError) => `The provider sent the browser back with ${quoteError(error)}, so the session may go on.`,
  otherState: 'The browser came back with another state than the one that was sent, so this may be the answer to another logout.',
  noState:
    'It came back without the state that was sent (RP-Initiated Logout 1.0 section 3 asks for it); it is taken for this answer, since no other was awaited.',
  stopped: 'Nobody waits for the provider any more. Whether the session has ended, its window says.',
  noAnswer: (seconds: number) => `The browser did not come back within ${seconds} s. What the provider's window shows says why.`,
  blocked: 'The browser blocked the window in which the provider ends the session.',
  blockedHint: 'Allow pop-up windows for this page, and try again.',
  hint: (uri: string) =>
    `Providers send the browser back only to an address that is registered for the client: register ${uri} as post_logout_redirect_uri. Without that many end the session all the same, on a page of their own.`,
  noIdToken:
    'The token came without an ID token, so that the provider was not told whose session it is (id_token_hint): it may ask, or not send the browser back.',
} as const

/** Logins that a script carries out. */
export const scriptTexts = {
  noBrowser: 'This step signs in by a script, which this browser page cannot carry out: it must not drive another window.',
  noBrowserHint:
    'Start the companion (assay serve) and connect it, or run the project with assay run. To sign in yourself, switch Automation Script off.',
  page: (name: string) => `The page that the script was on: ${name}.`,
} as const
