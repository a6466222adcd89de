import { challengeOf } from '#engine/oauth/refusals/provider-error.ts'
import type { Headers } from '#engine/ports/index.ts'
import { digestIn, type DigestCredentials } from './digest-header.ts'

/** What a server asks for: the parameters of one Digest challenge by name, in lower case (RFC 7616 section 3.3). */
export type DigestChallenge = ReadonlyMap<string, string>

const digests = { MD5: 'md5', 'SHA-256': 'sha256' } as const

/** What of the request goes into the response. */
export interface DigestedRequest {
  method: string
  /** The target in the request line. */
  uri: string
  /** A random text of the client. */
  cnonce: string
}

/** What a step's headers say. */
export const digestCredentials = (headers: Headers): DigestCredentials | undefined =>
  digestIn('authorization', headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '')

/** Parameters by scheme, in the order of the header (RFC 9110 section 11.6.1). */
function* challenges(header: string): Generator<{ scheme: string; parameters: Map<string, string> }> {
  let current: { scheme: string; parameters: Map<string, string> } | undefined
  const part = /(?<![^,\s])(?:([\w!#$%&'*+.^`|~-]+)\s+)?([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g
  for (const [, scheme, name = '', quoted, bare = ''] of header.matchAll(part)) {
    if (scheme !== undefined) {
      if (current) yield current
      current = { scheme: scheme.toLowerCase(), parameters: new Map() }
    }
    current?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare)
  }
  if (current) yield current
}

const digestOf = (challenge: DigestChallenge): string => (challenge.get('algorithm') ?? 'MD5').toUpperCase().replace(/-SESS$/, '')

/**
 * The first Digest challenge that can be answered: servers list them in the order of their preference (RFC 7616 section 3.7). MD5 and
 * SHA-256 can, also as `-sess`, with the quality `auth` or none; `auth-int` can't.
 */
export function digestChallenge(headers: Headers): DigestChallenge | undefined {
  for (const { scheme, parameters } of challenges(challengeOf(headers))) {
    const qualities = parameters.get('qop')?.split(/[\s,]+/)
    const isKnown = Object.hasOwn(digests, digestOf(parameters)) && (qualities === undefined || qualities.includes('auth'))
    if (scheme === 'digest' && isKnown && parameters.has('nonce')) return parameters
  }
  return undefined
}

/** A string as headers are read here: a character for each of its bytes. What of a challenge is hashed is one already. */
const inBytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))

/** RFC 8187 section 3.2.1: of what may stand unchanged, less than in URLs. */
const extended = (text: string): string =>
  `UTF-8''${encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** What headers that answer a challenge have of the password; undefined of others. */
export const digestResponse = (headers: Headers): string | undefined =>
  headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? (/^Digest .*\bresponse="(\w+)"/i.exec(value)?.[1] ?? []) : [],
  )[0]

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** The header that answers a challenge, and the part of it that is made of the password (RFC 7616 section 3.4). */
export async function digestAnswer(
  challenge: DigestChallenge,
  { user, password }: DigestCredentials,
  { method, uri, cnonce }: DigestedRequest,
): Promise<{ header: string; response: string }> {
  const { [digests[digestOf(challenge) as keyof typeof digests]]: digest } = await import('#engine/oauth/keys/sync-digests.ts')
  const hash = (bytes: string): string =>
    Array.from(digest(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0))), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
  const at = (name: string): string => challenge.get(name) ?? ''
  const [realm, nonce, count] = [at('realm'), at('nonce'), '00000001']
  const hasQuality = challenge.has('qop')
  const known = hash(`${inBytes(user)}:${realm}:${inBytes(password)}`)
  const secret = /-sess$/i.test(at('algorithm')) ? hash(`${known}:${nonce}:${cnonce}`) : known
  const asked = hash(`${method}:${uri}`)
  const response = hash([secret, nonce, ...(hasQuality ? [count, cnonce, 'auth'] : []), asked].join(':'))
  const isHashed = at('userhash').toLowerCase() === 'true'
  // RFC 8187: what is not ASCII can't stand between quotes.
  const isPlain = isHashed || /^[\x20-\x7e]*$/.test(user)
  const name = isHashed ? hash(`${inBytes(user)}:${realm}`) : user
  const parts = [
    isPlain ? `username=${quoted(name)}` : `username*=${extended(name)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(challenge.has('algorithm') ? [`algorithm=${at('algorithm')}`] : []),
    ...(hasQuality || /-sess$/i.test(at('algorithm')) ? [`cnonce="${cnonce}"`] : []),
    ...(hasQuality ? ['qop=auth', `nc=${count}`] : []),
    ...(challenge.has('opaque') ? [`opaque=${quoted(at('opaque'))}`] : []),
    ...(isHashed ? ['userhash=true'] : []),
  ]
  return { header: `Digest ${parts.join(', ')}`, response }
}
