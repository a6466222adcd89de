import { base64 } from '#engine/base/encoding/base64.ts'
import type { Headers } from '#engine/ports/index.ts'

/** Name and password of a header `Authorization: Basic user:password`, before it is sent in base64 (RFC 7617), which has no colon. */
const inClear = /^(Basic) +([^:]*:.*)$/is

/** Whether a header says name and password as people write them. */
export const isBasicInClear = (name: string, value: string): boolean =>
  /^(?:proxy-)?authorization$/i.test(name) && inClear.test(value)

/** The credentials of such a header as they are sent; undefined for one that is sent unchanged. */
export function basicCredentials(name: string, value: string): string | undefined {
  const written = isBasicInClear(name, value) ? inClear.exec(value)?.[2] : undefined
  return written === undefined ? undefined : base64(new TextEncoder().encode(written))
}

/** The credentials among the headers of a request that was sent. */
export const sentBasic = (headers: Headers): string | undefined =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? (/^Basic (\S+)$/i.exec(value)?.[1] ?? []) : []))[0]
