import { parseJsonObject } from '#engine/base/json-value.ts'
import { headerOf } from '../encoding.ts'
import type { Evidence } from './evidence.ts'

/** Seconds that a JWT may take from its making to the answer, at a slow provider too; what differs by more differs by the clocks. */
const mostOnTheWay = 60

/**
 * By how many seconds this machine's clock is ahead of the provider's, behind if negative: a JWT that was made for this request has the
 * time of this machine, the answer has the provider's in its Date (RFC 9110 section 6.6.1). Undefined where one of them is not known, or
 * they agree.
 */
export function clockGap({ exchange }: Evidence, token: 'client_assertion' | 'DPoP proof'): number | undefined {
  const claims = exchange?.tokens?.find(({ name }) => name === token)?.claims
  const made = parseJsonObject(claims ?? '')?.iat
  const answered = Date.parse(headerOf(exchange?.response?.headers ?? [], 'date') ?? '') / 1000
  if (typeof made !== 'number' || Number.isNaN(answered)) return undefined
  const gap = made - answered
  return Math.abs(gap) > mostOnTheWay ? Math.round(gap) : undefined
}

/** The same in words. */
export const gapInWords = (gap: number): string =>
  `This machine's clock is ${Math.abs(gap)} s ${gap > 0 ? 'ahead of' : 'behind'} the provider's, by the Date of its answer. Set both by NTP.`
