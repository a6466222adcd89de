import type { ConnectionOptions } from 'node:tls'
import { isIP } from 'node:net'
import type { ServerTarget } from './server-session.ts'

/** How a session is secured; undefined: not at all. `prefer` and `require` look at no certificate, as the servers' own programs do. */
export function tlsOf({ tls, host }: Pick<ServerTarget, 'tls' | 'host'>): ConnectionOptions | undefined {
  if (tls === 'off') return undefined
  return { rejectUnauthorized: tls === 'verify', ...(isIP(host) === 0 ? { servername: host } : {}) }
}
