import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { Report } from '#engine/runner/report.ts'
import type { TokenAction, TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { BodyFileInfo } from '#storage/body-files.ts'
import type { Project } from '#engine/project/schema.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'

/**
 * Where the worker takes the project from: IndexedDB by its local id, or as a value (edits that could not be stored, tests).
 * `localId`: under which its secrets and tokens are kept.
 */
export type RunSource = { stored: string } | { project: Project; localId?: string }

/** A run that was started from the page. */
export interface RunHandle {
  /** Resolves when the run has ended, also when it was cancelled; rejects only if the worker died (`interrupted`). */
  finished: Promise<Report>
  /** Aborts at once; after a grace period of 1 s the worker is ended and the run closed as cancelled. */
  stop(): void
  /** Answers an `action-required`: the person gave up. */
  cancelAction(action: string): void
  /**
   * To be called within a click: opens the login window again, or for the first time after a blocked popup, unless
   * `windows.reopen` of the client has opened it in the same click, and tells the run.
   */
  windowOpened(action: string): void
}

/** A token as the page may see it (O12): masked; `reveal` asks for the rest. */
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

/** The page's one door to the run worker: steps, secrets and tokens live behind it. */
export interface RunClient {
  /**
   * `onEvents` is called at most once a frame with what happened since, and with the run's report, which has folded it: the same
   * object each time. Refused with AssayError while a run goes on.
   */
  start(source: RunSource, options: RunOptions, onEvents: (events: RunEvent[], report: Report) => void): RunHandle
  /** A stored response body, secrets masked; undefined if it was dropped or pruned. `range` in bytes. */
  body(run: string, id: string, range?: { start: number; end: number }): Promise<Uint8Array | undefined>
  /** The value behind a masked name `‹…›` of the last run, for an explicit reveal. */
  reveal(run: string, name: string): Promise<string | undefined>
  secrets: {
    /** Ids that have a value. */
    list(project: string): Promise<string[]>
    set(project: string, id: string, value: string): Promise<void>
    /**
     * For a value that stood in clear before it became this secret: masks it in what is stored of the project's runs; response
     * bodies of a run that hold it are removed.
     */
    concealInRuns(project: string, id: string, value: string): Promise<void>
    reveal(project: string, id: string): Promise<string | undefined>
    delete(project: string, id: string): Promise<void>
    /** `open`: no passphrase. */
    state(): Promise<'open' | 'locked' | 'unlocked'>
    unlock(passphrase: string): Promise<boolean>
    lock(): Promise<void>
    /** Sets, changes or (with '') removes the passphrase. */
    protect(passphrase: string): Promise<void>
  }
  tokens: {
    list(project: string): Promise<TokenSummary[]>
    reveal(project: string, environment: string, step: string): Promise<string | undefined>
    forget(project: string, environment: string, step: string): Promise<void>
  }
  /** Files that requests send, by the path that the project names. */
  files: {
    info(project: string, path: string): Promise<BodyFileInfo | undefined>
    /** Takes the place of one under the same path. */
    put(project: string, path: string, file: Blob): Promise<void>
  }
  /** Fetches a discovery document (O2); the URL is resolved with the project's variables. */
  discover(source: RunSource, environment: string | undefined, place: { case: string; step: string }): Promise<Discovery>
  /** Does something with the cached token of a step (O12, O17); rejects only if the step is not there. */
  tokenAction?(
    source: RunSource,
    environment: string | undefined,
    place: { case: string; step: string },
    action: TokenAction,
  ): Promise<TokenActionResult>
  /** Says what a signing key is, or what is wrong with it (O4); its secrets and variables are read in the worker. */
  describeKey?(
    source: RunSource,
    place: { environment: string | undefined; case: string },
    key: SigningKey,
    algorithm: SigningAlgorithm,
  ): Promise<KeyDescription>
}

/** The page's windows for logins; all of it is called synchronously from clicks. */
export interface LoginDoor {
  /** Opens the wait page if this run of a project, as it is on the screen, will need a login window and has none. */
  prepare(localId: string, project: Project, options: RunOptions): void
  /** Opens a window for an action anew; false: the browser blocked it again. */
  reopen(action: string): boolean
}

/** What a discovery document offers to fill in. */
export interface Discovery {
  /** What was asked, variables resolved: endpoints on another host are not taken without asking. */
  address?: string
  issuer: string
  endpoints: Partial<Record<'tokenEndpoint' | 'authorizationEndpoint' | 'deviceAuthorizationEndpoint', string>>
  scopes: string[]
  grantTypes?: string[]
  authMethods?: string[]
  codeChallengeMethods?: string[]
  responseTypes?: string[]
}
