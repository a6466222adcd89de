import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { headerOf } from '../encoding.ts'
import type { Evidence } from './evidence.ts'

/**
 * Seconds that a machine may be behind, by what it sends: a client assertion lives for 300 s, a proof for about a minute, and an
 * assertion that is exchanged may have been made earlier; at a slow provider the response comes later than any was made.
 */
const mostBehind = { client_assertion: 270, assertion: 3_600, 'DPoP proof': 60 } as const
/** Seconds that it may be ahead, where providers tolerate a little. */
const mostAhead = 60

/**
 * By how many seconds this machine's clock is ahead of the provider's, behind if negative: a JWT that was made for this request
 * has the time of this machine, the response has the provider's in its Date (RFC 9110 section 6.6.1). Undefined where one of
 * them is unknown, or they agree well enough.
 */
export function clockGap({ exchange }: Evidence, token: keyof typeof mostBehind): number | undefined {
  const claims = exchange?.tokens?.find(({ name }) => name === token)?.claims
  const made = parseJsonObject(claims ?? '')?.iat
  const answered = Date.parse(headerOf(exchange?.response?.headers ?? [], 'date') ?? '') / 1000
  if (typeof made !== 'number' || Number.isNaN(answered)) return undefined
  const gap = made - answered
  return gap > mostAhead || gap < -mostBehind[token] ? Math.round(gap) : undefined
}

/** The clock difference as a sentence. */
export const gapInWords = (gap: number): string =>
  `Synchronize both clocks (NTP): this machine's clock is ${Math.abs(gap)} s ${gap > 0 ? 'ahead of' : 'behind'} the provider's Date header.`
