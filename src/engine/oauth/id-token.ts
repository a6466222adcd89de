import { base64url, type CompactJWSHeaderParameters } from 'jose'
import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from './context.ts'
import { decodeJwtParts } from './decode-tokens.ts'
import { otherHost } from './discovery-hosts.ts'
import { isObject } from './encoding.ts'
import { fetchJwks, type ProviderKeys } from './jwks.ts'
import { readMaterial } from './keys/read-material.ts'
import type { Provider } from './provider.ts'
import type { OAuthSettings } from './settings.ts'
import { needsJwks, signatureFailure, type VerificationKeys } from './signature.ts'
import { idTokenTexts, notes } from './texts.ts'

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

/** Claims as they came; nothing of them is trusted yet. */
type Claims = Record<string, unknown>

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

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

function issuerFailures(claims: Claims, issuer: string | undefined): string[] {
  if (claims.iss === undefined) return [idTokenTexts.missing('iss')]
  return issuer === undefined || claims.iss === issuer ? [] : [idTokenTexts.expected('iss', shown(issuer), shown(claims.iss))]
}

/** aud must hold the client; with several audiences, or if it is there, azp must be the client (Core 3.1.3.7, 3 to 5). */
function audienceFailures({ aud, azp }: Claims, clientId: string): string[] {
  if (aud === undefined) return [idTokenTexts.missing('aud')]
  const audiences = Array.isArray(aud) ? aud : [aud]
  const failures = audiences.includes(clientId) ? [] : [idTokenTexts.audience(shown(clientId), shown(aud))]
  if (azp === undefined && audiences.length > 1) failures.push(idTokenTexts.missing('azp'))
  if (azp !== undefined && azp !== clientId) failures.push(idTokenTexts.expected('azp', shown(clientId), shown(azp)))
  return failures
}

function timeFailures(claims: Claims, now: number, tolerance: number): string[] {
  const failures: string[] = []
  for (const name of ['exp', 'iat'] as const) if (claims[name] === undefined) failures.push(idTokenTexts.missing(name))
  for (const name of ['exp', 'iat', 'nbf'] as const) {
    const value = claims[name]
    if (value === undefined) continue
    if (typeof value !== 'number') failures.push(idTokenTexts.notANumber(name, shown(value)))
    else if (name === 'exp' && now - value >= tolerance) failures.push(idTokenTexts.expired(Math.floor(now - value), tolerance))
    else if (name !== 'exp' && value - now > tolerance) {
      failures.push(idTokenTexts.notYet(name, Math.floor(value - now), tolerance))
    }
  }
  return failures
}

/** Half of the access token's digest, by the hash of the signature's algorithm (OpenID Connect Core 3.1.3.6). */
async function atHashFails(atHash: unknown, accessToken: string, alg: string): Promise<boolean> {
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512'
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken)))
  return atHash !== base64url.encode(digest.subarray(0, digest.length / 2))
}

function subjectFailures(claims: Claims, previous: string | undefined): string[] {
  if (typeof claims.sub !== 'string' || claims.sub === '') return [idTokenTexts.missing('sub')]
  const before = subjectOf(previous)
  return before === undefined || before === claims.sub ? [] : [idTokenTexts.otherSubject(shown(before), shown(claims.sub))]
}

async function headerAndSignatureFailures(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  idToken: string,
  header: CompactJWSHeaderParameters,
): Promise<string[]> {
  const listed = provider.as.id_token_signing_alg_values_supported
  const jwksUri = provider.as.jwks_uri
  if (listed && listed.length > 0 && header.alg.toLowerCase() !== 'none' && !listed.includes(header.alg)) {
    // Some list RS256 alone, whatever a client is registered with (OpenID Connect Core 3.1.3.7 asks for that), and sign as they should.
    if (settings.strict || jwksUri === undefined || !needsJwks(header.alg)) return [idTokenTexts.algUnlisted(header.alg, listed)]
    context.noted('warning', notes.algUnlisted(header.alg, listed))
  }
  if (jwksUri === undefined && needsJwks(header.alg)) {
    context.noted('warning', notes.signatureNotChecked(settings.discoveryEndpoint))
  }
  const failure =
    jwksUri !== undefined && needsJwks(header.alg)
      ? await failureByJwks(context, settings, jwksUri, idToken, header)
      : await signatureFailure(idToken, header, { jwks: undefined, ...(await secretOf(settings)) })
  return failure === undefined ? [] : [failure]
}

/** What HS256 and its relatives are verified with: the secret, which signs the assertions of a client with a symmetric key. */
async function secretOf({ clientSecret, clientAssertion }: OAuthSettings): Promise<Omit<VerificationKeys, 'jwks'>> {
  if (!clientAssertion) return { secret: clientSecret?.value }
  const { source } = await readMaterial(clientAssertion.settings.key)
  return source.format === 'raw' ? { secret: source.bytes } : { secret: undefined, byPrivateKey: true }
}

/** Milliseconds: keys that do not fit are asked for again, but no more often, or every forged token would be a request. */
const shortestKeyAge = 60_000

/** Verifies with the keys that the run knows; if they do not fit and are old enough, the provider may have new ones. */
async function failureByJwks(
  context: OAuthContext,
  { tokenName, discoveryEndpoint }: OAuthSettings,
  url: string,
  idToken: string,
  header: CompactJWSHeaderParameters,
): Promise<string | undefined> {
  const verify = ({ jwks }: ProviderKeys) => signatureFailure(idToken, header, { jwks, secret: undefined })
  const host = otherHost(url, discoveryEndpoint)
  if (host !== undefined) context.noted('info', notes.otherHost('JWKS', host))
  const keys = await fetchJwks(context, url, tokenName)
  const failure = await verify(keys)
  if (failure === undefined || keys.age === undefined) return failure
  if (keys.age < shortestKeyAge) return failure + idTokenTexts.knownKeys(Math.round(keys.age / 1000), shortestKeyAge / 1000)
  return verify(await fetchJwks(context, url, tokenName, true))
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
  if (provider.issuer === undefined) context.noted('warning', notes.issuerNotChecked)
  const failures = [
    ...(await headerAndSignatureFailures(context, settings, provider, idToken, header)),
    ...issuerFailures(claims, provider.issuer),
    ...subjectFailures(claims, expectations.previous),
    ...audienceFailures(claims, settings.clientId),
    ...timeFailures(claims, now, settings.clockTolerance),
  ]
  if (expectations.nonce !== undefined && claims.nonce !== expectations.nonce) {
    failures.push(idTokenTexts.expected('nonce', shown(expectations.nonce), shown(claims.nonce)))
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
  if (/^(exp|iat|nbf): it (is|expired) \d/.test(failure)) return idTokenTexts.clockHint
  if (!failure.startsWith('iss: ') || typeof found !== 'string') return idTokenTexts.hint
  if (/\{tenantid\}/i.test(issuer)) return idTokenTexts.tenantHint
  return found.replace(/\/$/, '') === issuer.replace(/\/$/, '') ? idTokenTexts.slashHint : idTokenTexts.hint
}

const notAcceptable = (failures: string[], hint: string): AssayError =>
  new AssayError('oauth-id-token', idTokenTexts.intro(failures), { hint })
