import { CompactSign } from 'jose'
import type { SigningKey } from './import-signing-key.ts'

/** What goes in front of the claims (RFC 7515 section 4); `alg` comes from the key. */
export type JwtHeader = Record<string, unknown>

/** The header of a JWT that `key` signs: `alg`, `typ`, `kid`, `x5t#S256`, then what `more` says, which may replace all but `alg`. */
export const headerFor = ({ algorithm, kid, x5tS256 }: SigningKey, more: JwtHeader = {}): JwtHeader & { alg: string } => ({
  alg: algorithm,
  typ: 'JWT',
  ...(kid === undefined ? {} : { kid }),
  ...(x5tS256 === undefined ? {} : { 'x5t#S256': x5tS256 }),
  ...more,
})

/** Signs claims given as JSON text, so that numbers of any size stay unchanged; gives the compact form (RFC 7515 section 7.1). */
export const signJwt = (key: SigningKey, header: JwtHeader & { alg: string }, claims: string): Promise<string> =>
  new CompactSign(new TextEncoder().encode(claims)).setProtectedHeader(header).sign(key.key)
