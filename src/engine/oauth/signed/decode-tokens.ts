import * as base64url from 'jose/base64url'
import type { Exchange } from '#engine/ports/index.ts'
import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { parseForm } from '../encoding.ts'

type DecodedTokens = NonNullable<Exchange['tokens']>

const segment = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(base64url.decode(text))
    return isObject(JSON.parse(json)) ? json : undefined
  } catch {
    return undefined
  }
}

/** Header and claims of a JWT as JSON text, without its signature; undefined for every other text. */
export function decodeJwtParts(token: string): { header: string; claims: string } | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const header = segment(parts[0])
  const claims = segment(parts[1])
  return header === undefined || claims === undefined ? undefined : { header, claims }
}

/** Parameters of a request that may be JWTs: assertions (RFC 7523), request objects (RFC 9101), tokens to exchange (RFC 8693). */
const sentJwts = new Set([
  'client_assertion',
  'assertion',
  'request',
  'subject_token',
  'actor_token',
  'login_hint_token',
  'id_token_hint',
])

/** The JWTs that a form-encoded request carries, decoded for the exchange record. */
export const decodeAssertions = (body: string): DecodedTokens =>
  parseForm(body).flatMap(([name, value]) => {
    const parts = sentJwts.has(name) ? decodeJwtParts(value) : undefined
    return parts ? [{ name, ...parts }] : []
  })

/** What was in an encrypted token, under the header of its encryption if it was not signed besides. */
const openedParts = (token: unknown, opened: string): ReturnType<typeof decodeJwtParts> => {
  const header = typeof token === 'string' ? segment(token.split('.')[0]) : undefined
  return decodeJwtParts(opened) ?? (header !== undefined && parseJsonObject(opened) ? { header, claims: opened } : undefined)
}

/** The tokens of a response that are JWTs, decoded for the exchange record; `opened` is what was in its encrypted one. */
export function decodeTokens(body: Readonly<Record<string, unknown>> | undefined, opened?: string): DecodedTokens {
  const found: DecodedTokens = []
  for (const name of ['access_token', 'id_token', 'refresh_token', 'userinfo'] as const) {
    const token = body?.[name]
    const closed = opened !== undefined && (name === 'id_token' || name === 'userinfo') && token !== undefined
    const parts = closed ? openedParts(token, opened) : typeof token === 'string' ? decodeJwtParts(token) : undefined
    if (parts) found.push({ name, ...parts })
  }
  return found
}
