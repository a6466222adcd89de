import { clockGap, gapInWords } from './clock-gap.ts'
import { all, any, fix, isError, says } from './patterns.ts'
import type { Situation } from './situation.ts'

/** DPoP is missing or was refused, which some providers say by a code of the client's (RFC 9449 section 5). */
export const dpopSituations: Situation[] = [
  {
    id: 'dpop-required',
    when: all(
      any(isError('invalid_dpop_proof', 'invalid_request', 'invalid_client', 'invalid_grant')),
      says(/dpop/i),
      ({ settings }) => settings?.enableDpop !== true,
    ),
    title: 'The provider demands DPoP',
    means: 'The client is registered for tokens that are bound to a key.',
    fixes: () => [fix('Switch DPoP on', { enableDpop: true })],
    reference: 'RFC 9449 section 5',
  },
  {
    id: 'dpop-proof',
    when: any(isError('invalid_dpop_proof', 'use_dpop_nonce'), all(isError('invalid_token', 'invalid_request'), says(/dpop/i))),
    title: 'The DPoP proof was refused',
    means: (evidence) => {
      const gap = clockGap(evidence, 'DPoP proof')
      return gap === undefined
        ? 'Its time, method, address or nonce do not fit. Clocks that differ and proxies that change the address are the usual reasons; a client that is not meant for DPoP is another.'
        : `${gapInWords(gap)} A proof is good for the moment of its request only.`
    },
    fixes: (evidence) => (clockGap(evidence, 'DPoP proof') === undefined ? [fix('Switch DPoP off', { enableDpop: false })] : []),
    reference: 'RFC 9449 section 4.3',
  },
]
