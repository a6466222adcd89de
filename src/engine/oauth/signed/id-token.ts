import { base64url, type CompactJWSHeaderParameters } from 'jose'
import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../context.ts'
import { decodeJwtParts } from './decode-tokens.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import { signatureFailures } from './provider-signature.ts'
import { claimFailures, shown, type Claims } from './standard-claims.ts'
import { idTokenTexts, notes } from '../texts.ts'

/** What an ID token must fit besides the settings. */
export interface IdTokenExpectations {
  accessToken: string
  /** The nonce that was sent; absent: none was. */
  nonce?: string
  /** It came with an access token in the fragment: at_hash must be there (OpenID Connect Core 3.2.2.9). */
  fromFragment?: boolean
  /** The ID token that a refreshed one replaces: `sub` must not change (OpenID Connect Core 12.2, case 40). */
  previous?: string
}

interface DecodedIdToken {
  header: CompactJWSHeaderParameters
  claims: Claims
}

function decode(idToken: string): DecodedIdToken | string {
  const parts = decodeJwtParts(idToken)
  if (!parts) return idTokenTexts.malformed
  const header: unknown = JSON.parse(parts.header)
  const claims: unknown = JSON.parse(parts.claims)
  if (!isObject(header) || typeof header.alg !== 'string' || !isObject(claims)) return idTokenTexts.malformed
  const { alg, kid } = header
  return { header: { alg, ...(typeof kid === 'string' ? { kid } : {}) }, claims }
}

/** The `sub` of an ID token that was validated before; undefined if there is none. */
function subjectOf(idToken: string | undefined): string | undefined {
  const decoded = idToken === undefined ? undefined : decode(idToken)
  return typeof decoded === 'object' && typeof decoded.claims.sub === 'string' ? decoded.claims.sub : undefined
}

/** Half of the access token's digest, by the hash of the signature's algorithm (OpenID Connect Core 3.1.3.6). */
async function atHashFails(atHash: unknown, accessToken: string, alg: string): Promise<boolean> {
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512'
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken)))
  return atHash !== base64url.encode(digest.subarray(0, digest.length / 2))
}

/** Of several audiences one must be said to be meant (OpenID Connect Core 3.1.3.7, 4). */
const requiredClaims = ({ aud }: Claims): string[] => [
  'iss',
  'aud',
  ...(Array.isArray(aud) && aud.length > 1 ? ['azp'] : []),
  'exp',
  'iat',
]

function subjectFailures(claims: Claims, previous: string | undefined): string[] {
  if (typeof claims.sub !== 'string' || claims.sub === '') return [idTokenTexts.missing('sub')]
  const before = subjectOf(previous)
  return before === undefined || before === claims.sub ? [] : [idTokenTexts.otherSubject(shown(before), shown(claims.sub))]
}

/** What is wrong with the time of a sign-in that was to be no older than `max_age` (OpenID Connect Core 3.1.3.7, 13). */
function signInTimeFailure({ auth_time: at }: Claims, { additionalParameters, clockTolerance }: OAuthSettings, now: number) {
  const maxAge = additionalParameters.findLast(([name]) => name === 'max_age')?.[1]
  if (maxAge === undefined || !/^\d+$/.test(maxAge)) return undefined
  if (typeof at !== 'number') return idTokenTexts.noSignInTime
  return now - at > Number(maxAge) + clockTolerance ? idTokenTexts.oldSignIn(Math.floor(now - at), Number(maxAge)) : undefined
}

/**
 * Validates an ID token (OpenID Connect Core 3.1.3.7): signature by JWKS, iss, sub, aud, azp, exp, iat, nbf, nonce, at_hash.
 * Rejects with AssayError `oauth-id-token` that names every failed claim (case 23). What can't be checked because the
 * settings don't say is noted as a warning (case 7).
 */
export async function validateIdToken(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  idToken: string,
  expectations: IdTokenExpectations,
): Promise<void> {
  const decoded = decode(idToken)
  if (typeof decoded === 'string') throw notAcceptable([decoded], idTokenTexts.hint)
  const { header, claims } = decoded
  const now = context.ports.clock.now() / 1000
  const facts = { issuer: provider.issuer, clientId: settings.clientId, now, tolerance: settings.clockTolerance }
  if (provider.issuer === undefined) context.noted('warning', notes.issuerNotChecked)
  const failures = [
    ...(await signatureFailures(context, settings, {
      token: idToken,
      header,
      jwksUri: provider.as.jwks_uri,
      listed: provider.as.id_token_signing_alg_values_supported,
      called: 'ID token',
    })),
    ...claimFailures(claims, facts, requiredClaims(claims)),
    ...subjectFailures(claims, expectations.previous),
  ]
  if (expectations.nonce !== undefined && claims.nonce !== expectations.nonce) {
    failures.push(idTokenTexts.expected('nonce', shown(expectations.nonce), shown(claims.nonce)))
  }
  // A refreshed token keeps the time of the sign-in (OpenID Connect Core 12.2).
  const signInTime = expectations.nonce === undefined ? undefined : signInTimeFailure(claims, settings, now)
  if (signInTime !== undefined) {
    if (settings.strict) failures.push(signInTime)
    else context.noted('warning', notes.signInTime(signInTime))
  }
  if (expectations.fromFragment && claims.at_hash === undefined) failures.push(idTokenTexts.missing('at_hash'))
  if (claims.at_hash !== undefined && (await atHashFails(claims.at_hash, expectations.accessToken, header.alg))) {
    failures.push(idTokenTexts.atHash)
  }
  if (failures.length > 0) throw notAcceptable(failures, hintFor(failures, claims.iss, provider.issuer))
}

/** What helps, where one thing is wrong and it is one that providers are known for. */
function hintFor([failure = '', ...others]: string[], found: unknown, issuer = ''): string {
  if (others.length > 0) return idTokenTexts.hint
  if (/^(exp|iat|nbf): (expired )?\d{1,9} s/.test(failure)) return idTokenTexts.clockHint
  if (!failure.startsWith('iss: ') || typeof found !== 'string') return idTokenTexts.hint
  if (/\{tenantid\}/i.test(issuer)) return idTokenTexts.tenantHint
  return found.replace(/\/$/, '') === issuer.replace(/\/$/, '') ? idTokenTexts.slashHint : idTokenTexts.hint
}

const notAcceptable = (failures: string[], hint: string): AssayError =>
  new AssayError('oauth-id-token', idTokenTexts.intro(failures), { hint })
