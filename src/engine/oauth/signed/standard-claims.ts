import { idTokenTexts } from '../texts.ts'

/** Claims as they came; nothing of them is trusted yet. */
export type Claims = Record<string, unknown>

/** What the claims of a token for this client must fit. */
export interface ClaimFacts {
  issuer: string | undefined
  clientId: string
  /** Seconds since 1970. */
  now: number
  /** Seconds by which clocks may differ. */
  tolerance: number
}

/** A claim as it is in a failure. */
export const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** aud must hold the client; with several audiences, or if it is there, azp must be the client (Core 3.1.3.7, 3 to 5). */
function audienceFailures({ aud, azp }: Claims, clientId: string): string[] {
  if (aud === undefined) return []
  const audiences = Array.isArray(aud) ? aud : [aud]
  const failures = audiences.includes(clientId) ? [] : [idTokenTexts.audience(shown(clientId), shown(aud))]
  if (azp !== undefined && azp !== clientId) failures.push(idTokenTexts.expected('azp', shown(clientId), shown(azp)))
  return failures
}

function timeFailures(claims: Claims, { now, tolerance }: ClaimFacts): string[] {
  const failures: string[] = []
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

/**
 * Why claims do not fit, each reason in words: those that must be there and are missing, then iss, aud, azp, exp, iat and nbf as far as
 * they are there (OpenID Connect Core 3.1.3.7).
 */
export function claimFailures(claims: Claims, facts: ClaimFacts, required: readonly string[]): string[] {
  const { issuer } = facts
  const otherIssuer = claims.iss !== undefined && issuer !== undefined && claims.iss !== issuer
  return [
    ...required.filter((name) => claims[name] === undefined).map((name) => idTokenTexts.missing(name)),
    ...(otherIssuer ? [idTokenTexts.expected('iss', shown(issuer), shown(claims.iss))] : []),
    ...audienceFailures(claims, facts.clientId),
    ...timeFailures(claims, facts),
  ]
}
