import type { StoredToken, TokenKey } from '#engine/ports/token-store.ts'
import { decodeJwtParts } from '#engine/oauth/signed/decode-tokens.ts'
import type { TokenSummary } from './run-protocol.ts'

/** What the page may see of a token (O12): everything but the token. */
export function summaryOf({ environment, step, token }: TokenKey & { token: StoredToken }): TokenSummary {
  const { tokenType, expiresAt, obtainedAt, scope, why, fingerprint, stamp, accessToken, refreshToken } = token
  return {
    step,
    environment,
    tokenType,
    obtainedAt,
    fingerprint,
    hasRefreshToken: refreshToken !== undefined,
    ...(stamp === undefined ? {} : { stamp }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(why === undefined ? {} : { why }),
    ...(scope === undefined ? {} : { scope }),
    ...decodeJwtParts(accessToken),
  }
}
