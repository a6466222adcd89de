import { decodeJwtParts } from './decode-tokens.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'

/** The claims of a JWT, unverified; undefined if it is none. */
export function jwtClaims(token: string): Record<string, unknown> | undefined {
  const parts = decodeJwtParts(token)
  return parts && parseJsonObject(parts.claims)
}
