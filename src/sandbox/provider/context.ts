import { base64url } from 'jose'
import type { SandboxStore } from '../store.ts'

/** What every part of the provider works with. */
export interface ProviderContext {
  /** Its issuer: the URL of the sandbox, without a slash at the end. */
  issuer: string
  /** The URL of the app, with a slash at the end. */
  app: string
  store: SandboxStore
  /** Seconds since 1970. */
  now(): number
  /** Seconds that access tokens live. */
  tokenLifetime: number
}

/** The SHA-256 of a text. */
export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** The SHA-256 of a text as base64url: `ath` (RFC 9449 section 4.2), `S256` (RFC 7636 section 4.2). */
export const hashOf = async (text: string): Promise<string> => base64url.encode(await sha256(text))

/** A text that no one guesses: 256 bits as base64url. */
export function unguessable(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}
