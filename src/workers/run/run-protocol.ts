import type { EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'

/**
 * Where the worker takes the project from: IndexedDB by its local id, or as a value (edits that could not be stored, where
 * nothing lasts, tests). `localId`: under which its secrets and tokens are kept.
 */
export type ProjectSource = { stored: string } | { project: Project; localId: string }

/** Whose secrets and tokens belong to it. */
export const localIdOf = (source: ProjectSource): string => ('project' in source ? source.localId : source.stored)

/** Where something is asked about: its variables are those of this case in this environment. */
export interface AskPlace {
  /** The id of the active environment. */
  environment: string | undefined
  case: string
}

/** A step that is asked about. */
export interface AskedStep extends AskPlace {
  step: string
}

/** What the page does for a run that goes on in the worker. */
export interface RunSink {
  /** The next batch comes when this one was taken. */
  events(events: RunEvent[]): Promise<void>
  openWindow(): Promise<string | undefined>
  closeWindow(window: string): Promise<void>
}

/** What a run needs to know of the page that starts it. */
export interface RunPage {
  /** A login window that was opened at the click. */
  window: string | undefined
  redirectUri: string
  /** Events are stored in the worker; false where its memory can't be seen by the page. */
  store: boolean
}

/** The window of a logout, on the wait page, unless the browser blocked it, and where it is to come back to. */
export interface LogoutWindow {
  window: string | undefined
  redirectUri: string
}

/** A token as the page may see it (O12): masked; `tokens.reveal` asks for the rest. */
export interface TokenSummary {
  step: string
  environment: string
  tokenType: string
  /** Milliseconds since 1970; absent: not stated. */
  expiresAt?: number
  obtainedAt: number
  scope?: string
  /** Why it was got or refreshed, in words. */
  why?: string
  hasRefreshToken: boolean
  fingerprint: string
  /** For `needsLogin` of engine/steps/oauth2/login-plan.ts. */
  stamp?: string
  header?: string
  claims?: string
}

/** What a discovery document offers to fill in. */
export interface Discovery {
  /** What was asked, variables resolved: endpoints on another host are not taken without asking. */
  address?: string
  issuer: string
  endpoints: Partial<Record<EndpointField, string>>
  scopes: string[]
  /** Clients can be registered (RFC 7591). */
  registers?: true
  grantTypes?: string[]
  authMethods?: string[]
  codeChallengeMethods?: string[]
  responseTypes?: string[]
}

/** Under which the vault keeps what belongs to the companion, as it keeps the secrets of projects under their local ids. */
export const companionPlace = 'companion'

/** The Web Lock that a worker holds while it exists; getting it means that the worker is gone. */
export const lifeLock = (worker: string): string => `assay:worker:${worker}`
