import type { JwtStep } from './schema.ts'

type Members = Record<string, unknown>

/**
 * Claims as they are signed: the step's own, then `iat` and `exp` (RFC 7519 section 4.1) unless the step states its own: a test
 * may need a token of yesterday. `now` and `lifetime` in seconds; without a lifetime there is no `exp`.
 */
export function claimsAt(claims: Members, now: number, lifetime: number | undefined): Members {
  const iat = typeof claims.iat === 'number' ? claims.iat : now
  const exp = lifetime === undefined ? {} : { exp: Math.floor(iat + lifetime) }
  return { ...claims, ...('iat' in claims ? {} : { iat }), ...('exp' in claims ? {} : exp) }
}

/** Header and claims of the token that a step will sign at `now` (seconds), as far as they are known before it runs. */
export function previewOf(
  { algorithm, key, header, claims, expiresIn }: JwtStep,
  now: number,
): { header: Members; claims: Members } {
  const lifetime = typeof expiresIn === 'number' ? expiresIn : undefined
  const exp = lifetime === undefined && !('exp' in claims) ? { exp: `iat + ${expiresIn}` } : {}
  return {
    header: {
      alg: algorithm,
      typ: 'JWT',
      ...(key?.keyId ? { kid: key.keyId } : {}),
      ...(key?.x5tS256 ? { 'x5t#S256': '…' } : {}),
      ...header,
    },
    claims: { ...claimsAt(claims, now, lifetime), ...exp },
  }
}
