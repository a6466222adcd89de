import type { Exchange, Headers } from '#engine/ports/index.ts'

const isProof = (name: string, value: string): boolean => name.toLowerCase() === 'dpop' && value.split('.').length === 3

/** What the exchange record shows for a DPoP proof, which is decoded beside it. */
const proofShown = '(proof)'

/** Headers as they may be recorded: without DPoP proofs (case 48). */
export const withoutProofs = (headers: Headers): Headers =>
  headers.map(([name, value]) => [name, isProof(name, value) ? proofShown : value])

// Without jose: requests that carry no token are not to load it.
const decode = (segment: string): string => {
  const units = atob(segment.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(units, (unit) => unit.charCodeAt(0)))
}

/** Header and claims of the DPoP proofs that a request carries (RFC 9449 section 4.2), for the exchange record. */
export const decodeProofs = (headers: Headers): NonNullable<Exchange['tokens']> =>
  headers.flatMap(([name, value]) => {
    if (!isProof(name, value)) return []
    const [header = '', claims = ''] = value.split('.')
    try {
      return [{ name: 'DPoP proof', header: decode(header), claims: decode(claims) }]
    } catch {
      return []
    }
  })
