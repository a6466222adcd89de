import type { Project } from '#engine/project/format/schema.ts'
import type { ProjectStore, RunStore } from '#storage/types.ts'
import type { VaultRecords } from '#storage/vault-records.ts'
import type { AprjClient } from '#workers/aprj-client.ts'
import type { CopyClient } from '#workers/copy-client.ts'
import type { LoginWindowActions, RunClient } from '#workers/run-client.ts'
import type { FileAccess } from './file-access.ts'
import type { Pwa } from './pwa.ts'

/** Everything that the page needs from outside; `main.tsx` builds it. */
export interface Services {
  store: ProjectStore
  /** What is left of projects that the browser lost. */
  copies: StoredCopies
  runs: RunStore
  vault: SealedRecords
  client: RunClient
  files: FileAccess
  locks: ProjectLocks
  aprj: AprjClient
  pwa: Pwa
  /** The login windows; without them AuthorizationCode logins start blocked. */
  windows?: LoginWindowActions
  /** The sample, if a demo provider and API are served next to the page. */
  demo(): Promise<Demo | undefined>
  /** The sample against the sandbox below the app's own URL. */
  sandbox(): Promise<Demo>
  /** `<app base>oauth/callback.html`. */
  redirectUri: string
}

/** The second copies of stored projects, as the start of the page uses them. */
export type StoredCopies = Pick<CopyClient, 'misses' | 'check' | 'readCopies' | 'forgetRecovery'>

/** What can be read of the vault without opening it. */
export type SealedRecords = Pick<VaultRecords, 'lasting' | 'key' | 'secretIds' | 'tokens'>

/** One tab writes to a project, the others read (R22). */
export interface ProjectLocks {
  /**
   * Asks for a project; `onChange` tells at once, and whenever it changes, whether this tab may write. Another tab may only
   * when what it returns has resolved.
   */
  hold(localId: string, onChange: (mine: boolean) => void | Promise<void>): ProjectHold
}

/** A project that this tab has open. */
export interface ProjectHold {
  /** Makes this the tab that writes; the other one becomes read-only. */
  takeOver(): void
  release(): void
}

/** The sample project and the URLs that serve it. */
export interface Demo {
  project: Project
  provider: string
  api: string
}
