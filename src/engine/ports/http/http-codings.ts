import type { Headers } from '../http.ts'

/** More codings than servers apply: each one more would let a small answer unpack to a larger one (R33). */
const mostCodings = 3

/**
 * What Content-Encoding says was done to a body, in that order (RFC 9110 8.4); none for a body that is unchanged. Of an endless
 * list only as many are read as show that they are too many.
 */
export function codingsOf(headers: Headers): string[] {
  const codings: string[] = []
  for (const [name, value] of headers) {
    if (name.length !== 16 || name.toLowerCase() !== 'content-encoding') continue
    for (let at = 0; at <= value.length && codings.length <= mostCodings;) {
      const comma = value.indexOf(',', at)
      const end = comma === -1 ? value.length : comma
      const coding = value.slice(at, end).trim().toLowerCase()
      if (coding !== '' && coding !== 'identity') codings.push(coding === 'x-gzip' ? 'gzip' : coding)
      at = end + 1
    }
  }
  return codings
}

/** Why a host that supports `known` can't decode the codings, as the end of "its Content-Encoding …"; undefined if it can. */
export function undecodable(codings: readonly string[], known: ReadonlySet<string>, most = mostCodings): string | undefined {
  if (codings.length > most) return `has more than ${most} codings`
  const unknown = codings.find((coding) => !known.has(coding))
  if (unknown === undefined) return undefined
  return unknown.length > 40 ? "isn't supported" : `is ${unknown}, which isn't supported`
}
