import { base64url } from 'jose'
import type { Exchange } from '#engine/ports/index.ts'
import { isObject, parseForm } from './encoding.ts'

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

/** The JWTs that a form-encoded request carries, decoded for the exchange record: client assertions (RFC 7523), request objects. */
export const decodeAssertions = (body: string): DecodedTokens =>
  parseForm(body).flatMap(([name, value]) => {
    const parts = name === 'client_assertion' || name === 'request' ? decodeJwtParts(value) : undefined
    return parts ? [{ name, ...parts }] : []
  })

/** The tokens of a token answer that are JWTs, decoded for the exchange record; `signed` stands for an ID token that was encrypted. */
export function decodeTokens(body: Readonly<Record<string, unknown>> | undefined, signed?: string): DecodedTokens {
  const found: DecodedTokens = []
  for (const name of ['access_token', 'id_token', 'refresh_token'] as const) {
    const token = name === 'id_token' && signed !== undefined ? signed : body?.[name]
    const parts = typeof token === 'string' ? decodeJwtParts(token) : undefined
    if (parts) found.push({ name, ...parts })
  }
  return found
}
