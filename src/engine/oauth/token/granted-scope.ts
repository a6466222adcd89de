import { jwtClaims } from '../signed/jwt-claims.ts'
import type { TokenAnswer } from './token-answer.ts'
import { notes } from '../texts.ts'

/** What these words ask for goes to the client, so access tokens need not name them (OpenID Connect Core 5.4 and 11). */
const forTheClient = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

const wordsOf = (scope: string): string[] => scope.split(/\s+/).filter(Boolean)

/** The scope claim of a JWT access token: `scope` (RFC 9068 section 2.2.3) or `scp`, as words or a list; undefined if it has none. */
function claimedScope(accessToken: string): string[] | undefined {
  const claims = jwtClaims(accessToken)
  for (const value of [claims?.scope, claims?.scp]) {
    if (typeof value === 'string') return wordsOf(value)
    if (Array.isArray(value)) return value.filter((word) => typeof word === 'string')
  }
  return undefined
}

/** Providers leave the resource out that a scope starts with: `api://orders/Orders.Read` is `Orders.Read` in the token. */
const names = (granted: readonly string[], word: string): boolean =>
  granted.includes(word) || granted.includes(word.slice(word.lastIndexOf('/') + 1)) || word.endsWith('.default')

const withoutSlash = (text: string): string => text.replace(/\/$/, '')

/**
 * The resources that were requested and aren't in the audience of the access token, in words (RFC 8707 section 2); undefined for a
 * token that isn't a JWT or has no audience.
 */
export function missingAudience(resources: readonly string[], accessToken: string): string | undefined {
  const aud = jwtClaims(accessToken)?.aud
  const audiences = typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((one) => typeof one === 'string') : []
  if (audiences.length === 0) return undefined
  const known = new Set(audiences.map(withoutSlash))
  const missing = resources.filter((resource) => !known.has(withoutSlash(resource)))
  return missing.length === 0 ? undefined : notes.audienceDiffers(missing.join(' '), audiences.join(' '))
}

/** What a provider adds by itself, as Keycloak adds `profile email`, takes nothing away. */
const allGranted = (wanted: readonly string[], granted: readonly string[], came: readonly string[]): boolean =>
  wanted.every((word) => granted.includes(word) || came.includes(word))

/** GitHub, Slack and LinkedIn list scopes so; a comma may also be part of a word (RFC 6749 section 3.3). */
const byComma = (word: string): string[] => word.split(',').filter(Boolean)

/**
 * What of the scope that was requested did not come, in words (case 18); undefined if there is nothing to say. A response
 * without `scope` means that all was granted (RFC 6749 section 5.1), but for what the access token itself says if it is a JWT.
 */
export function scopeDifference(asked: string, answer: TokenAnswer): string | undefined {
  const wanted = wordsOf(asked)
  if (wanted.length === 0) return undefined
  if (answer.scope !== undefined) {
    const granted = wordsOf(answer.scope)
    // What came with the response was granted, whatever its scope says.
    const came = [...(answer.idToken ? ['openid'] : []), ...(answer.refreshToken ? ['offline_access'] : [])]
    if (!allGranted(wanted, granted, came)) {
      return allGranted(wanted.flatMap(byComma), granted.flatMap(byComma), came)
        ? notes.scopeByCommas(granted.join(' '))
        : notes.scopeDiffers(wanted.join(' '), granted.join(' '))
    }
  }
  const claimed = claimedScope(answer.accessToken)
  const missing = claimed && wanted.filter((word) => !forTheClient.has(word) && !names(claimed, word))
  return claimed && missing && missing.length > 0
    ? notes.scopeNotInToken(missing.join(' '), wanted.join(' '), claimed.join(' '), answer.scope !== undefined)
    : undefined
}
