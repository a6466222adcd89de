import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { formatMoment } from '../format.ts'

/** One member of a token's header or claims, as users read it. */
export interface Claim {
  name: string
  /** The value as JSON, strings without quotes. */
  value: string
  /** For times: the moment in words. */
  time?: string
}

/** Claims that hold seconds since 1970 (RFC 7519 section 4.1, OpenID Connect Core 1.0 section 2). */
const TIMES = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

/** The members of a JSON object in order; undefined if the text is none. */
export function readClaims(json: string): Claim[] | undefined {
  const claims = parseJsonObject(json)
  return (
    claims &&
    Object.entries(claims).map(([name, member]) => ({
      name,
      value: typeof member === 'string' ? member : JSON.stringify(member),
      ...(TIMES.has(name) && typeof member === 'number' ? { time: formatMoment(member * 1000) } : {}),
    }))
  )
}
