import { clockGap, gapInWords } from './clock-gap.ts'
import { fix } from './fixes.ts'
import { all, any, isError, rankOf, matchesText } from './rank.ts'
import type { Cause } from './cause.ts'

/** The refusal is about the time of the proof. */
const namesTime = matchesText(/\biat\b|\bin (the )?future\b|not recent|too old|expired|clock/i)

/** DPoP is missing or was rejected, which some providers say by a code of the client's (RFC 9449 section 5). */
export const dpopCauses: Cause[] = [
  {
    id: 'dpop-required',
    when: all(
      any(isError('invalid_dpop_proof', 'invalid_request', 'invalid_client', 'invalid_grant')),
      matchesText(/dpop/i),
      ({ settings }) => settings?.enableDpop !== true,
    ),
    title: 'The provider requires DPoP',
    means: 'Turn on Enable DPoP. The client is registered for tokens bound to a key.',
    fixes: () => [fix('Turn on DPoP', { enableDpop: true })],
    reference: 'RFC 9449 section 5',
  },
  {
    id: 'dpop-proof',
    when: any(
      isError('invalid_dpop_proof', 'use_dpop_nonce'),
      all(isError('invalid_token', 'invalid_request'), matchesText(/dpop/i)),
    ),
    title: 'The provider rejected the DPoP proof',
    means: (evidence) => {
      const gap = clockGap(evidence, 'DPoP proof')
      if (gap !== undefined) return `${gapInWords(gap)} A proof is valid only at the time of its request.`
      return rankOf(namesTime, evidence) > 0
        ? "Synchronize this machine's clock (NTP): the provider rejected the proof's time (iat). A proof is valid only at the time of its request."
        : "Check this machine's clock, and check for a proxy that changes the URL: the proof's time, method, URL or nonce doesn't match the request. The client may also not be set up for DPoP."
    },
    fixes: (evidence) => (clockGap(evidence, 'DPoP proof') === undefined ? [fix('Turn off DPoP', { enableDpop: false })] : []),
    reference: 'RFC 9449 section 4.3',
  },
]
