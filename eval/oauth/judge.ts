import type { Cause } from './causes.ts'
import type { Make } from './make.ts'
import { mistakes } from './mistakes.ts'
import type { Told } from './run-mistake.ts'

/** A cause, or `several` in the first place: the card names no main one. */
type Named = Cause | 'several'

/** Cards whose title depends on what the provider said: the text tells which it is. */
const byText: readonly (readonly [RegExp, readonly Named[]])[] = [
  [/gateway responded instead/, ['gateway-down']],
  [/^The provider stays on a page that rejects the redirect URI/, ['redirect-uri']],
  [/^The provider stays on a page that rejects the client/, ['unknown-client']],
  // Only where a client authenticates.
  [
    /redirects to a sign-in page.*check the Client ID, the Client Secret/,
    ['token-path', 'wrong-secret', 'unknown-client', 'auth-method'],
  ],
  [/check the Client Secret: some providers return the same error/, ['unknown-client', 'wrong-secret']],
  [/check the Client ID: some providers return the same error/, ['redirect-uri', 'unknown-client']],
  [/A disabled client gets the same response/, ['unknown-client', 'client-disabled']],
]

/**
 * The causes that the card of a situation names, the main one first: what its title says, then what its text lists. Written down
 * from the cards, so a new situation needs a line here.
 */
export const namedCauses: Readonly<Record<string, readonly Named[]>> = {
  'unknown-client': ['unknown-client'],
  'secret-refused': ['wrong-secret', 'auth-method', 'unknown-client', 'secret-expired'],
  'basic-not-decoded': ['wrong-secret', 'auth-method'],
  'basic-not-encoded': ['wrong-secret', 'auth-method'],
  'secret-expired': ['secret-expired'],
  'secret-method': ['auth-method'],
  'secret-way-not-listed': ['auth-method', 'wrong-secret'],
  'client-in-body': ['auth-method'],
  'client-disabled': ['client-disabled'],
  'public-client': ['secret-missing'],
  'google-secret-missing': ['secret-missing'],
  'account-or-client': ['wrong-password', 'wrong-secret', 'auth-method'],
  'client-id-document': ['unknown-client'],
  'assertion-audience': ['assertion-audience'],
  'assertion-key': ['assertion-key'],
  'assertion-expired': ['assertion-expired'],
  'assertion-clock': ['clock', 'assertion-expired'],
  'grant-not-allowed': ['grant-disabled'],
  'service-account-off': ['grant-disabled'],
  'direct-access-off': ['grant-disabled'],
  'grant-not-supported': ['grant-unsupported'],
  'grant-not-announced': ['grant-unsupported'],
  'client-credentials-refused': ['dpop-required', 'grant-disabled', 'scope-not-allowed'],
  'response-type': ['grant-disabled', 'grant-unsupported'],
  'wrong-redirect-uri': ['redirect-uri'],
  'sign-in-shown-again': ['wrong-password', 'account-disabled'],
  'page-empty': ['server-error'],
  'authorization-not-found': ['token-path'],
  'code-redirect-mismatch': ['code-redirect-uri'],
  'pkce-required': ['pkce-required'],
  'pkce-verifier': ['pkce-verifier'],
  'code-expired': ['code-expired', 'code-used'],
  'code-used': ['code-used'],
  'code-refused': ['several', 'code-unknown', 'code-used', 'code-expired', 'code-redirect-uri', 'pkce-verifier'],
  'grant-refused': ['several', 'code-unknown', 'code-used', 'code-expired', 'code-redirect-uri', 'pkce-verifier'],
  'scope-not-allowed': ['scope-not-allowed'],
  'scope-refused-on-page': ['scope-not-allowed'],
  'scope-missing': ['scope-missing'],
  'openid-missing': ['openid-missing'],
  'scope-openid-client-credentials': ['openid-without-user', 'scope-not-allowed'],
  'audience-missing': ['audience-missing'],
  'audience-unknown': ['audience-unknown'],
  'api-not-granted': ['api-not-granted'],
  'password-refused': ['wrong-password', 'account-locked'],
  'credentials-refused-on-page': ['wrong-password'],
  'account-disabled': ['account-disabled'],
  'account-locked': ['account-locked'],
  'account-unfinished': ['account-unfinished', 'mfa-required'],
  'password-change': ['account-unfinished'],
  'one-time-code': ['mfa-code'],
  'auth-method-not-listed': ['auth-method', 'secret-missing'],
  'gateway-blocked': ['gateway-blocked'],
  'gateway-login': ['gateway-login'],
  'http-on-tls-port': ['http-on-tls', 'https-required'],
  'google-testing': ['user-not-assigned'],
  'user-not-assigned': ['user-not-assigned'],
  'access-denied': ['access-denied', 'user-not-assigned', 'api-not-granted', 'audience-unknown'],
  'prompt-none': ['login-required'],
  'second-factor': ['mfa-required'],
  'consent-required': ['consent-required'],
  'https-required': ['https-required'],
  'endpoint-signs-in': ['discovery-path', 'token-path'],
  'code-other-client': ['code-unknown'],
  'request-object-time': ['clock'],
  'stronger-sign-in': ['mfa-required'],
  'par-required': ['par-required'],
  'jar-required': ['jar-required'],
  'jar-not-supported': ['jar-unsupported'],
  'dpop-required': ['dpop-required'],
  'dpop-proof': ['dpop-proof'],
  'sign-in-refused-on-page': ['several', 'unknown-client', 'redirect-uri'],
  'no-callback': ['several', 'unknown-client', 'redirect-uri'],
  'token-endpoint-not-found': ['token-path'],
  'token-endpoint-slash': ['token-path'],
  'form-endpoint': ['json-body'],
  'endpoint-wants-json': ['json-body'],
  'page-instead-of-json': ['token-path', 'gateway-login', 'gateway-blocked'],
  'keycloak-realm': ['tenant-unknown'],
  'keycloak-old-path': ['discovery-path'],
  'discovery-not-found': ['discovery-path', 'tenant-unknown'],
  'discovery-page': ['discovery-path', 'gateway-login'],
  'discovery-guarded': ['gateway-login', 'discovery-path'],
  'discovery-issuer': ['issuer-mismatch'],
  'issuer-mismatch': ['issuer-mismatch'],
  'issuer-trailing-slash': ['issuer-mismatch'],
  'server-error': ['server-error', 'gateway-down'],
  'temporarily-unavailable': ['gateway-down'],
  'rate-limit': ['rate-limit'],
  'tls-protocol': ['http-on-tls'],
  'connection-closed': ['http-on-tls', 'gateway-down'],
  'endpoint-redirects': ['token-path', 'discovery-path', 'gateway-login', 'https-required'],
  'clock-ahead': ['clock'],
  'clock-behind': ['clock'],
  'id-token-time': ['clock'],
}

/** What a card adds where the response names no cause. */
const candidates: readonly (readonly [RegExp, Cause])[] = [
  [/check the Client ID/, 'unknown-client'],
  [/that the client is enabled/, 'client-disabled'],
  [/change how the secret is sent/, 'auth-method'],
  [/allow this grant in the client's registration/, 'grant-disabled'],
  [/turn on PKCE/, 'pkce-required'],
]

function candidatesOf(text: string): Cause[] {
  const [, added = ''] = text.split("The response doesn't give the cause.")
  return candidates.flatMap(([pattern, cause]) => (pattern.test(added) ? [cause] : []))
}

/** How a mistake was explained. `none`: without a diagnosis. */
export type Judgement = 'right' | 'partly' | 'wrong' | 'none'

/** The other mistakes to which a make responds the same, so that nobody can tell them apart by the response. */
function alike(make: Make, id: string): string[] {
  const reply = JSON.stringify(make.refusals[id])
  return Object.keys(make.refusals).filter(
    (other) =>
      other !== id &&
      JSON.stringify(make.refusals[other]) === reply &&
      mistakes[other]?.at === mistakes[id]?.at &&
      mistakes[other]?.step?.['grantType'] === mistakes[id]?.step?.['grantType'],
  )
}

/**
 * Right: the main cause of the card is the true one; or the make responds to other mistakes alike, and the card lists the true
 * cause without a main one, or with the one of such a mistake. Partly: listed only. Wrong: not named.
 */
export function judge(make: Make, id: string, { situation, text }: Told): Judgement {
  if (situation === '') return 'none'
  const cause = mistakes[id]?.cause
  const main = byText.find(([pattern]) => pattern.test(text))?.[1] ?? namedCauses[situation] ?? entraCauses(situation)
  const named = [...main, ...candidatesOf(text)]
  if (named[0] === cause) return 'right'
  if (cause === undefined || !named.includes(cause)) return 'wrong'
  const others = mistakes[id]?.shown ? [] : alike(make, id)
  return others.some((other) => named[0] === 'several' || mistakes[other]?.cause === named[0]) ? 'right' : 'partly'
}

/** Situations of Microsoft Entra ID have its codes as names. */
function entraCauses(situation: string): readonly Cause[] {
  const code = /^aadsts-(\d+)$/.exec(situation)?.[1] ?? ''
  return entra[code] ?? []
}

const entra: Readonly<Record<string, readonly Cause[]>> = {
  '700016': ['unknown-client'],
  '7000215': ['wrong-secret'],
  '7000222': ['secret-expired'],
  '7000218': ['secret-missing'],
  '7000112': ['client-disabled'],
  '50011': ['redirect-uri'],
  '90002': ['tenant-unknown'],
  '50126': ['wrong-password'],
  '50034': ['wrong-password'],
  '50053': ['account-locked'],
  '50057': ['account-disabled'],
  '50055': ['account-unfinished'],
  '50076': ['mfa-required'],
  '50079': ['mfa-required'],
  '65001': ['consent-required'],
  '50105': ['user-not-assigned'],
  '70011': ['scope-not-allowed'],
  '1002012': ['scope-not-allowed'],
  '500011': ['audience-unknown'],
  '501051': ['api-not-granted'],
  '90014': ['scope-missing'],
  '700025': ['auth-method'],
  '9002313': ['json-body'],
  '900144': ['json-body'],
  '70008': ['code-expired'],
  '54005': ['code-used'],
  '501481': ['pkce-verifier'],
  '700054': ['grant-disabled'],
}
