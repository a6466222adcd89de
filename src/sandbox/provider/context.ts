import { base64url } from 'jose'
import type { SandboxStore } from '../store.ts'

/** What every part of the provider works with. */
export interface ProviderContext {
  /** Its issuer: the address of the sandbox, without a slash at the end. */
  issuer: string
  /** The address of the app, with a slash at the end. */
  app: string
  store: SandboxStore
  /** Seconds since 1970. */
  now(): number
  /** Seconds that access tokens live. */
  tokenLifetime: number
}

/** A text that nobody guesses: 256 bits as base64url. */
export function unguessable(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}
