import type { Told } from '#engine/base/secrets/masked.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Exchange, HttpResponse, LoginTold, Ports } from '#engine/ports/index.ts'
import type { Binding } from './client/binding.ts'
import type { TokensOfRun } from './token/tokens-of-run.ts'

/** A login or device that waits for a user, as in the `action-required` events. */
export interface LoginAction {
  kind: 'login' | 'device' | 'own-device'
  /** Unique in the run. */
  action: string
  state: 'waiting' | 'blocked' | 'out-of-sight' | 'done'
  url: string
  /** Of a login. */
  redirectUri?: string
  /** Of a device (RFC 8628 section 3.3). */
  userCode?: string
  completeUrl?: string
  /** Milliseconds since 1970. */
  deadline: number
}

/** A document of a provider that a run has read, and when: milliseconds since the run started. */
export interface KnownDocument {
  raw: HttpResponse
  at: number
}

/** The documents that a run has read, by URL, so that token requests don't repeat the request. */
export type KnownDocuments = Map<string, KnownDocument>

/** The context of every part of a flow: ports, masking, and where to report events. */
export interface OAuthContext {
  ports: Ports
  /** Receives every secret, code, verifier and token before any text can contain it (case 48). */
  redactor: Redactor
  signal: AbortSignal
  /** Hosts that `http:` and bad certificates are allowed for, besides loopback (case 8). */
  insecureHosts: readonly string[]
  /** Hosts that the environment has client certificates for; absent: none. */
  certificateHosts?: readonly string[]
  /** Milliseconds since the run started, monotonic. */
  elapsed(): number
  nextId(prefix: string): string
  /** The key that tokens are to be bound to; absent: they are not (RFC 9449). */
  binding?: Binding
  /** What the run has read of its providers; absent: everything is requested again. */
  known?: KnownDocuments
  /** What its steps have got in this run; absent: only what the store keeps is used again. */
  tokensOfRun?: TokensOfRun
  /** A message went out, and this came of it; its record is made only for who reads it. */
  exchanged(purpose: Exchange['purpose'], make: () => Told<Exchange>): void
  /** Set while the user follows a script: its pages are reported here instead of being put into the exchange record. */
  told?(told: LoginTold): void
  noted(level: 'info' | 'warning', text: string): void
  action(action: Told<LoginAction>): void
}
